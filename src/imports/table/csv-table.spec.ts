import { ApiError } from '../../common/api-error';
import { turnsGiven } from '../../../test/support/loop-turns';
import { atOnce } from '../../../test/support/at-once';
import { finished } from '../../common/in-slices';
import { csvTable, withoutEmptyEnd } from './csv-table';
import { invalidFile } from './invalid-file';
import { readTable } from './table';

const namesPhone = (cell: string): boolean => /^(?:phone|tel|telefone)$/i.test(cell.trim());
const tableOf = (bytes: Buffer, leaving?: AbortSignal) => readTable(bytes, { namesPhone, leaving });

async function read(text: string | Buffer): Promise<string[] | string> {
  try {
    const { header, rows } = await tableOf(Buffer.from(text));
    return [header.join('|'), ...rows.map(({ number, cells }) => `${number}: ${cells.join('|')}`)];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [bad, ...others] = error.details?.fields ?? [];
    expect([error.code, error.status, bad?.field, others]).toEqual(['validation_error', 422, 'body', []]);
    return bad?.message ?? '';
  }
}

const NO_ROWS = 'o arquivo não tem linhas abaixo do cabeçalho';
const LATIN = Buffer.from('phone;name\n1;João Ação\n', 'latin1');
const ofUtf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

describe('a file is read', () => {
  it.each<[string, string | Buffer, string[]]>([
    ['with commas', 'phone,name\n1,Ana\n2,Bia\n', ['phone|name', '2: 1|Ana', '3: 2|Bia']],
    ['with semicolons', 'phone;name\n1;Ana, a primeira\n', ['phone|name', '2: 1|Ana, a primeira']],
    ['with tabs', 'phone\tname\n1\tAna; Bia\n', ['phone|name', '2: 1|Ana; Bia']],
    ['by the separator under which its rows are alike', 'a;b;c,d\n1;2;3\n', ['a|b|c,d', '2: 1|2|3']],
    ['with one column, and separators in its rows', 'phone\n1;2;3\n', ['phone', '2: 1;2;3']],
    ['with CRLF', 'phone,name\r\n1,Ana\r\n', ['phone|name', '2: 1|Ana']],
    ['with CR', 'phone,name\r1,Ana;;\r', ['phone|name', '2: 1|Ana;;']],
    ['with lines that end in several ways', 'a,b\r\n1,2\n3,4\r5,6\r\n', ['a|b', '2: 1|2', '3: 3|4', '4: 5|6']],
    ['without an end of its last line', 'phone,name\n1,Ana', ['phone|name', '2: 1|Ana']],
    ['with BOM', '\uFEFFphone,name\n1,Ana\n', ['phone|name', '2: 1|Ana']],
    ['in UTF-8', 'phone,name\n1,João 😀\n', ['phone|name', '2: 1|João 😀']],
    ['in Windows-1252', LATIN, ['phone|name', '2: 1|João Ação']],
    ['with quotes', 'a,b\n"1,""x""","l1\nl2"\n3,4\n', ['a|b', '2: 1,"x"|l1\nl2', '3: 3|4']],
    ['with rows of other lengths', 'a,b\n1\n1,2,3\n', ['a|b', '2: 1', '3: 1|2|3']],
    ['with its cells as they are', 'a,b\n 1 , 2\n', ['a|b', '2:  1 | 2']],
    ['counting its empty lines', 'a,b\n\n1,2\n , \n3,4\n', ['a|b', '3: 1|2', '5: 3|4']],
    ['with an empty first cell at its end', 'a,b\n,2\n', ['a|b', '2: |2']],
    ['with the empty cells of its last line', 'a,b,c\n1,,\n', ['a|b|c', '2: 1||']],
    ['without what spreadsheets leave below', 'a;b\r\n1;2\r\n;\r\n \t;\r\n\r\n', ['a|b', '2: 1|2']],
    ['with empty lines above its header', '\n;\r\n\ntel;b\n1;2\n', ['tel|b', '5: 1|2']],
    ['with title rows above its header', 'Leads de agosto\n\nnome;tel\nAna;1\n', ['nome|tel', '4: Ana|1']],
    ['that says its separator, which is no row', 'sep=;\r\na;b,c\r\n1;2,3\r\n', ['a|b,c', '2: 1|2,3']],
    ['with BOM, and its separator', '\uFEFFsep=,\na,b;c\n1,2\n', ['a|b;c', '2: 1|2']],
    ['with a nickname in quotes', 'a;b\nApelido "Zé" da Silva;1\n', ['a|b', '2: Apelido "Zé" da Silva|1']],
    ['with a name that begins with its nickname', 'a;b\n"Zé" da Silva;1\n', ['a|b', '2: "Zé" da Silva|1']],
    ['with the inches of a screen', 'a;b\nTV 42";1\nTV 50";2\n', ['a|b', '2: TV 42"|1', '3: TV 50"|2']],
    ['with zeros at its end', 'a;b\n1;2\n\0\0\0', ['a|b', '2: 1|2']],
    ['in UTF-16 as Meta writes it', ofUtf16('\uFEFFphone\tname\r\n1\tJoão 😀\r\n'), ['phone|name', '2: 1|João 😀']],
    ['in UTF-16 without BOM', ofUtf16('phone;name\n1;João\n'), ['phone|name', '2: 1|João']],
    ['in big-endian UTF-16', ofUtf16('\uFEFFphone;name\n1;João\n').swap16(), ['phone|name', '2: 1|João']],
    [
      'with one stray byte',
      Buffer.concat([Buffer.from('phone;name\n1;João\n2;Jos'), Buffer.from([0xe9]), Buffer.from('\n3;Ação\n')]),
      ['phone|name', '2: 1|João', '3: 2|José', '4: 3|Ação'],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  it('in Windows-1252 with every sign that Latin-1 lacks, as the Encoding Standard says', async () => {
    const bytes = Buffer.from([...Buffer.from('a\n'), ...Array.from({ length: 128 }, (_, index) => 0x80 + index)]);
    const own = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
    const asLatin = Array.from({ length: 96 }, (_, index) => String.fromCodePoint(0xa0 + index)).join('');
    expect(own).toHaveLength(32);
    expect(await read(bytes)).toEqual(['a', `2: ${own}${asLatin}`]);
  });

  it('of which one line is longer than what is read at a time', async () => {
    const long = 'ã'.repeat(10_000);
    const line = Array<string>(5).fill(long);
    expect(await read(`a,b\n1,${line.join()}\n2,x\n`)).toEqual(['a|b', `2: 1|${line.join('|')}`, '3: 2|x']);
  });

  it.each([16_382, 16_383])('with signs of two halves beyond %d others', async (others) => {
    expect(await read(`a\n${'\n'.repeat(others - 2)}\u{10000}\u{10000}\n`)).toEqual([
      'a',
      `${others}: \u{10000}\u{10000}`,
    ]);
  });

  it('whose header ends beyond where its separator is looked for', async () => {
    const names = Array<string>(7).fill('a'.repeat(10_000));
    expect(await read(`${names.join(';')};,,,,,,,,\n1;2;3\n`)).toEqual([`${names.join('|')}|,,,,,,,,`, '2: 1|2|3']);
  });

  it('without the empty cells beyond the 200th', async () => {
    const file = `${'a,'.repeat(200)}${','.repeat(500)}\n${','.repeat(199)}1${', '.repeat(9)}\n`;
    expect(await read(file)).toEqual([Array(200).fill('a').join('|'), `2: ${'|'.repeat(199)}1`]);
  });

  it.each<[string, Buffer]>([
    ['Windows-1252', Buffer.from(`a\n${`${'\xe3\x80'.repeat(100)}\n`.repeat(1_000)}`, 'latin1')],
    ['many cells', Buffer.from(`a\n${`${','.repeat(199)}1\n`.repeat(1_000)}`)],
  ])('with the work of others between its parts: %s', async (_, bytes) => {
    // By this clock each step takes a whole slice.
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    expect(await turnsGiven(() => tableOf(bytes))).toBeGreaterThanOrEqual(Math.floor(bytes.length / 16_384));
    clock.mockRestore();
  });
});

describe('a file is refused', () => {
  it.each<[string, string | Buffer, string]>([
    ['empty', '', NO_ROWS],
    ['a header alone', 'phone,name\n', NO_ROWS],
    ['a header and empty lines', 'phone,name\n,\n ; \n\n', NO_ROWS],
    ['a header and blank cells that spreadsheets do not leave', 'phone,name\n\u00a0,"  "\n', NO_ROWS],
    [
      'with a zero in a line',
      'a,b\n1,\0\n2,3\n',
      'não é uma planilha nem uma lista de contatos; envie um arquivo .csv, .xlsx ou .vcf',
    ],
    ['a quote without its end', 'a,b\n1,"x\n2,y\n', 'a linha 2 abre aspas que não se fecham; feche-as ou tire-as'],
    [
      'a quote without its end far below',
      `a,b\n${'1,x\n'.repeat(5_000)}1,"x\n`,
      'a linha 5002 abre aspas que não se fecham; feche-as ou tire-as',
    ],
  ])('%s', async (_, text, message) => {
    expect(await read(text)).toBe(message);
  });

  it('of more than 20,000 rows', async () => {
    const file = (rows: number): string => `phone\n${'1\n'.repeat(rows)}`;
    expect(await read(file(20_000))).toHaveLength(20_001);
    expect(await read(file(20_001))).toBe(
      'o arquivo pode ter até 20.000 linhas, sem contar o cabeçalho; a linha 20002 passa do limite; divida o arquivo',
    );
  });

  it('of more than 40,000 lines, the empty ones among them', async () => {
    const file = (lines: number): string => `phone\n${'\n'.repeat(lines - 2)}1\n`;
    expect(await read(file(40_000))).toEqual(['phone', '40000: 1']);
    expect(await read(file(40_001))).toBe(
      'o arquivo pode ter até 40.000 linhas, contando as vazias; a linha 40001 passa do limite; divida o arquivo',
    );
  });

  it.each<[string, string, number]>([
    ['the header', `tel,${'x,'.repeat(199)}x\n1`, 1],
    ['a row', `tel,x\n1\n\n${',1'.repeat(200)}\n`, 4],
    ['a header without end', `tel,${'x,'.repeat(20_000)}`, 1],
  ])('of more than 200 columns: %s', async (_, file, row) => {
    expect(await read(file)).toBe(`o arquivo pode ter até 200 colunas; a linha ${row}, coluna 201, passa do limite`);
  });

  it('of a cell with more than 10,000 characters, blank or not', async () => {
    const refusal = (row: number, column: number): string =>
      `uma célula pode ter até 10.000 caracteres; a da linha ${row}, coluna ${column}, passa do limite`;
    const file = (cell: string): string => `a,b\n1,2\n3,"${cell}"\n`;
    for (const sign of ['x', 'ã', '😀', '""']) {
      expect(await read(file(sign.repeat(10_000)))).toHaveLength(3);
      expect(await read(file(sign.repeat(10_001)))).toBe(refusal(3, 2));
    }
    expect(await read(file('😀'.repeat(20_001)))).toBe(refusal(3, 2));
    expect(await read(`${' '.repeat(10_001)},b\n1,2\n`)).toBe(refusal(1, 1));
    expect(await read(`a,b\n1,2,${' '.repeat(10_001)}\n`)).toBe(refusal(2, 3));
  });

  it('but not for the empty lines below its last row, however many', async () => {
    expect(await read(`phone,name\n1,Ana\n${',\n'.repeat(50_000)}`)).toEqual(['phone|name', '2: 1|Ana']);
  });
});

it('uneven lines make no error objects', async () => {
  const made = jest.spyOn(Error, 'captureStackTrace');
  expect(await read(`Nome;Telefone\n${'\n'.repeat(10)}a;b;c`)).toEqual(['Nome|Telefone', '12: a|b|c']);
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});

it('the refusal of a file names the body', () => {
  expect(invalidFile('x').details).toEqual({ fields: [{ field: 'body', message: 'x' }] });
});

it('gives up a file whose sender has left', async () => {
  const leaving = new AbortController();
  const read = tableOf(Buffer.from(`telefone\n${'11987654321\n'.repeat(10_000)}`), leaving.signal);
  leaving.abort(new Error('left'));
  await expect(read).rejects.toThrow('left');
});

it('gives up the rows of a file whose sender has left', async () => {
  const leaving = new AbortController();
  const text = `sep=;\ntelefone\n${'11987654321\n'.repeat(10_000)}`;
  const read = finished(csvTable(text, namesPhone), leaving.signal);
  leaving.abort(new Error('left'));
  await expect(read).rejects.toThrow('left');
});

it.each([
  ['a;b\n1;2\n', ';'],
  ['sep=,\na,b\n1,2\n', ','],
  ['a\n1\n', null],
])('tells the separator, which a single column has not: %j', (text, delimiter) => {
  expect(atOnce(csvTable(text, namesPhone))).toHaveProperty('delimiter', delimiter);
});

it.each([
  ['a;b\n1;2', 'a;b\n1;2'],
  ['a;b\n1;2\n', 'a;b\n1;2'],
  ['a;b\r\n1;\r\n;\r\n', 'a;b\r\n1;'],
  ['a,b\r1, \t\r,|\r', 'a,b\r1, \t'],
  ['a|b\n1|;\0\0', 'a|b\n1|;'],
  ['; \n,\n', '; '],
  ['', ''],
])('the empty end of %j is removed, but not that of its last row', (text, expected) => {
  expect(atOnce(withoutEmptyEnd(text))).toBe(expected);
});
