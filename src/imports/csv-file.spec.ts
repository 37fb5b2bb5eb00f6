import { ApiError } from '../common/api-error';
import { invalidFile, readCsvFile } from './csv-file';

/** A file as `row: cell|cell`, or the message of its refusal. */
async function read(text: string | Buffer): Promise<string[] | string> {
  try {
    const { header, rows } = await readCsvFile(Buffer.from(text));
    return [header.join('|'), ...rows.map(({ number, cells }) => `${number}: ${cells.join('|')}`)];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [bad, ...others] = error.details?.fields ?? [];
    expect([error.code, error.status, bad?.field, others]).toEqual(['validation_error', 422, 'body', []]);
    return bad?.message ?? '';
  }
}

const NO_ROWS = 'o arquivo não tem linhas abaixo do cabeçalho';
const NO_CSV = 'não é um arquivo CSV; salve a planilha como CSV UTF-8';
const LATIN = Buffer.from('phone;name\n1;João Ação\n', 'latin1');

describe('a file is read', () => {
  it.each<[string, string | Buffer, string[]]>([
    ['with commas', 'phone,name\n1,Ana\n2,Bia\n', ['phone|name', '2: 1|Ana', '3: 2|Bia']],
    ['with semicolons', 'phone;name\n1;Ana, a primeira\n', ['phone|name', '2: 1|Ana, a primeira']],
    ['with tabs', 'phone\tname\n1\tAna; Bia\n', ['phone|name', '2: 1|Ana; Bia']],
    ['by the separator that the header has most of', 'a;b;c,d\n1;2;3\n', ['a|b|c,d', '2: 1|2|3']],
    ['by commas, where others are as many', 'a,b;c\n1,2;3\n', ['a|b;c', '2: 1|2;3']],
    ['by semicolons, where there are as many tabs', 'a;b\tc\n1;2\t3\n', ['a|b\tc', '2: 1|2\t3']],
    ['by the header alone', 'phone\n1;2;3\n', ['phone', '2: 1;2;3']],
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
    const long = 'ã'.repeat(50_000);
    expect(await read(`a,b\n1,${long}\n2,x\n`)).toEqual(['a|b', `2: 1|${long}`, '3: 2|x']);
  });

  it('whose header ends beyond where its separator is looked for', async () => {
    const name = 'a'.repeat(70_000);
    expect(await read(`x;y;${name},,,,\n1;2;3\n`)).toEqual([`x|y|${name},,,,`, '2: 1|2|3']);
  });

  it('with the work of others between its parts', async () => {
    let turns = 0;
    const beside = setInterval(() => turns++, 0);
    const wait = setImmediate(function again() {
      turns++;
      setImmediate(again).unref();
    });
    await read(`a\n${'1\n'.repeat(20_000)}`);
    clearInterval(beside);
    clearImmediate(wait);
    expect(turns).toBeGreaterThan(2);
  });
});

describe('a file is refused', () => {
  it.each<[string, string | Buffer, string]>([
    ['empty', '', NO_ROWS],
    ['a header alone', 'phone,name\n', NO_ROWS],
    ['a header and empty lines', 'phone,name\n,\n ; \n\n', NO_ROWS],
    ['a header and blank cells that spreadsheets do not leave', 'phone,name\n\u00a0,"  "\n', NO_ROWS],
    ['a workbook', 'PK\u0003\u0004\u0000\u0000', NO_CSV],
    ['UTF-16', Buffer.from('phone\n1\n', 'utf16le'), NO_CSV],
    ['a quote within a cell', 'a,b\n1,2\n3,x"y\n', 'o arquivo tem aspas fora do lugar perto da linha 3'],
    ['text after a quote', 'a,b\n1,"x"y\n', 'o arquivo tem aspas fora do lugar perto da linha 2'],
    ['a quote without its end', 'a,b\n1,"x\n2,y\n', 'o arquivo tem aspas fora do lugar perto da linha 2'],
  ])('%s', async (_, text, message) => {
    expect(await read(text)).toBe(message);
  });

  it('of more than 20,000 rows', async () => {
    const file = (rows: number): string => `phone\n${'1\n'.repeat(rows)}`;
    expect(await read(file(20_000))).toHaveLength(20_001);
    expect(await read(file(20_001))).toBe('o arquivo pode ter até 20000 linhas');
  });

  it('of more than 40,000 lines, the empty ones among them', async () => {
    const file = (lines: number): string => `phone\n${'\n'.repeat(lines - 2)}1\n`;
    expect(await read(file(40_000))).toEqual(['phone', '40000: 1']);
    expect(await read(file(40_001))).toBe('o arquivo pode ter até 20000 linhas');
  });

  it('but not for the empty lines below its last row, however many', async () => {
    expect(await read(`phone,name\n1,Ana\n${',\n'.repeat(100_000)}`)).toEqual(['phone|name', '2: 1|Ana']);
  });
});

it('the refusal of a file names the body', () => {
  expect(invalidFile('x').details).toEqual({ fields: [{ field: 'body', message: 'x' }] });
});
