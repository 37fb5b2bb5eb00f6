import { ApiError } from '../../common/api-error';
import { turnsGiven } from '../../../test/support/loop-turns';
import { atOnce } from '../../../test/support/at-once';
import { finished } from '../../common/in-slices';
import { csvTable, withoutEmptyEnd, csvRows, type Separator, declaredSeparator, separatorOf } from './csv-table';
import { invalidFile } from './table-rows';
import { readTable } from './table';
import { parse } from 'csv-parse/sync';

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

const rowsOf = (text: string, separator: Separator = ';') =>
  [...csvRows(text, separator)].filter((row) => row !== null);
const pausesIn = (text: string): number => [...csvRows(text, ';')].filter((row) => row === null).length;

function rowsOrNone(text: string): string[][] | undefined {
  try {
    return rowsOf(text);
  } catch {
    return undefined;
  }
}

/** What an independent parser reads; undefined for a quote without its end. */
function expectedRows(text: string, delimiter: string): string[][] | undefined {
  const options = { delimiter, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true };
  try {
    return parse(text, options);
  } catch {
    return undefined;
  }
}

it('rows are those of an independent parser, whatever the order of quotes, separators and line ends', () => {
  const signs = ['a', ' ', ';', ',', '"', '"', '\n', '\r', '\r\n', 'ã'];
  const others: unknown[] = [];
  let unclosed = 0;
  for (let seed = 1, n = 0; n < 5_000; n++) {
    let text = '';
    for (let length = 0; length < n % 12; length++) {
      seed = (seed * 48_271) % 2_147_483_647;
      text += signs[seed % signs.length];
    }
    const [rows, expected] = [rowsOrNone(text), expectedRows(text, ';')];
    if (JSON.stringify(rows) !== JSON.stringify(expected)) others.push([text, rows, expected]);
    if (!expected) unclosed++;
  }
  expect(others).toEqual([]);
  expect(unclosed).toBeGreaterThan(250);
});

it.each<Separator>([';', ',', '|', '\t'])('cells are separated by %j', (separator) => {
  expect(rowsOf(`a${separator}"b${separator}c"\n1`, separator)).toEqual([['a', `b${separator}c`], ['1']]);
});

describe('a row beyond the limits is small', () => {
  it.each<[string, string, string[]]>([
    ['a long cell', `${'x'.repeat(50_000)};y`, [`${'x'.repeat(20_000)}…`, 'y']],
    ['a long cell in quotes', `"${'x;\n'.repeat(50_000)}"`, [`${'x;\n'.repeat(6_666)}x;…`]],
    ['a long cell of quotes', `"${'""'.repeat(50_000)}"`, [`${'"'.repeat(20_000)}…`]],
    ['a long cell that is not closed', `"x" ${'y'.repeat(50_000)}`, [`"x" ${'y'.repeat(19_996)}…`]],
    ['many filled cells', 'x;'.repeat(50_000), Array<string>(201).fill('x')],
    ['many empty cells before a filled one', `${';'.repeat(50_000)}x`, [...Array<string>(200).fill(''), 'x']],
    ['many empty cells', ';'.repeat(50_000), Array<string>(200).fill('')],
    [
      'blanks beyond the columns',
      `${';'.repeat(250)}${' '.repeat(20_001)}`,
      [...Array<string>(200).fill(''), `${' '.repeat(20_000)}…`],
    ],
  ])('%s', (_, text, row) => {
    expect(rowsOf(text)).toEqual([row]);
  });
});

it.each<[string, string]>([
  ['empty cells', ';'],
  ['cells', 'a;'],
  ['cells in quotes', '"";'],
])('others run while a row of many %s is read', (_, cell) => {
  expect(pausesIn(cell.repeat(100_000))).toBeGreaterThanOrEqual(400);
});

it.each(['', '"'])('others run while many quotes of a cell are read: %j', (end) => {
  const rows = csvRows(`"${'""'.repeat(100_000)}${end}`, ';');
  for (let pause = 0; pause < 400; pause++) expect(rows.next().value).toBeNull();
});

describe('the separator of a file', () => {
  it.each<[string, string, string]>([
    ['with a question that lists answers', 'Nome;Telefone;Hora (manhã, tarde, noite ou sábado)\nAna;1;manhã\n', ';'],
    ['with decimal commas', 'Nome;Telefone;Valor (R$ 0,00)\nAna;1;1500,00\nBia;2;10,50\n', ';'],
    ['with an addition after a comma in each name', 'Nome, sobrenome;Telefone\nSilva, Ana;1\n', ';'],
    ['with several answers in a cell', 'Nome,Telefone,Interesse\nAna,1,a; b; c\nBia,2,a; b; c\n', ','],
    ['with pipes in its cells', 'Nome,Telefone,Origem\nAna,1,Busca Paga | Facebook\n', ','],
    ['with pipes', 'Nome|Telefone\nAna|1\n', '|'],
    ['with tabs and lists', 'Nome\tTelefone\tTags, etiquetas\nAna\t1\ta, b\n', '\t'],
    ['with separators in quotes', '"Nome, completo";Telefone\n"a,b,c";1\n', ';'],
    ['whose rows end before its header', 'Nome,Telefone,E-mail,Cidade\nAna,1\nBia,2,b@example.com\n', ','],
    ['whose rows have one separator more', 'Nome;Telefone\nAna;1;\nBia;2;\n', ';'],
    ['with several names in one, and one separator more in its row', 'Nome, idade, sexo;Telefone\nAna, 30;1;\n', ';'],
    ['with several names in one, and an empty last cell in its row', 'Nome, idade, sexo;Telefone\nAna, 30;\n', ';'],
    ['whose rows have one cell more rather than one alone', 'Curso (A; B; C),Telefone\nA,1,x\n', ','],
    ['whose last row is unlike the others', 'Nome, sobrenome;Telefone\nAna;1\nBia;2\nSilva, Rui\n', ';'],
    ['with a comma in the notes of each row', 'nome,telefone,obs\nAna,1,oi, tudo bem\nBia,2,sim, claro\n', ','],
    ['with rows of one cell', 'nome;telefone\nAna\nBia;2\n', ';'],
    ['with title rows', 'Relatório; de leads, agosto, 2026\n\nNome,Telefone\nAna,1\n', ','],
    ['with as many title rows as rows', 'Leads, SP\nAgosto, 2026\nEscola, A\nNome;Telefone\nAna;1\n', ';'],
    ['with a title of one cell', 'Leads de agosto\nNome;Telefone\nAna;1\n', ';'],
    ['with a title, and a column without a name', 'Leads, agosto\nNome;Telefone;\nAna;1;\n', ';'],
    ['with ten empty lines above its header', `${'\n'.repeat(10)}Nome;Telefone\nAna;1\n`, ';'],
    ['with a header alone', 'nome,telefone\n', ','],
    ['with a header alone that has more names by a later one', 'Nome; apelido,Telefone,Cidade\n', ','],
    ['with a title, and a header alone', 'Leads; agosto\nNome,Telefone\n', ','],
    ['with nothing', '', '\t'],
    ['with lines that end in several ways', 'Nome, idade, sexo;Telefone\r\nAna, 30;1\nBia;2\n', ';'],
    ['with a quote within a name', 'Nome (e "apelido");Telefone\nAna;1\n', ';'],
    ['with a quote without end', 'nome;telefone\nAna;1\n"Bia;2\n', ';'],
    ['with one column, each separator, and a quote without end', 'telefone\n1;2|3,4\t"5\n', '\t'],
    ['without an end of its last line', 'Nome; apelido,Telefone\nAna,1', ','],
    ['with long rows', `nome;telefone;a,b\n${`Ana;1;${'x,'.repeat(20_000)}\n`.repeat(4)}`, ';'],
    [
      'whose other rows come after 25',
      `Nome, sobrenome;Telefone\n${'Silva, Ana;1\n'.repeat(24)}${'Souza, Rui\n'.repeat(25)}`,
      ';',
    ],
    ['of 65,536 characters', `${'Nome; apelido,Telefone\nAna,'.padEnd(65_536, '1')}`, ','],
    ['of which no row ends within 65,536 characters', `${'Nome; apelido,Telefone\nAna,'.padEnd(65_536, '1')}\n`, ';'],
    ['of which a row has only begun by then', `Nome, sobrenome;Telefone\nSilva, ${'x'.repeat(65_536)};1\n`, ';'],
    ['whose header is as long', `${'a'.repeat(65_535)};Telefone\nAna;1\n`, ';'],
    ['with one column', 'telefone\n(11) 98765-4321\n1, 2\n', '\t'],
  ])('%s', (_, text, expected) => {
    expect(atOnce(separatorOf(text, namesPhone))).toBe(expected);
  });

  it.each([
    ['sep=;\r\na', ';', 7],
    ['SEP=,\na', ',', 6],
    ['"sep=\t"\ra', '\t', 8],
    ['sep=|', '|', 5],
  ])('is said by the first line: %j', (text, separator, end) => {
    expect(declaredSeparator(text)).toEqual({ separator, end });
  });

  it.each(['sep=:\na', 'sep=;a', 'sep\n', ' sep=;\n', ''])('is not said by %j', (text) => {
    expect(declaredSeparator(text)).toBeUndefined();
  });
});
