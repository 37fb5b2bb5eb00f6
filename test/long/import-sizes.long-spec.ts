import type { ImportPreview } from '../../src/contract/import';
import { IMPORT_COLUMNS } from '../../src/contract/import-columns';
import { IMPORT_ANSWER_BYTES } from '../../src/contract/limits';
import { appForAllTests } from '../support/app';
import { CSV, importCalls, lines } from '../support/import-calls';
import { forAllTests } from '../support/setup';

const test = appForAllTests();
const partner = forAllTests(() => test.partner('leads:read'));
const { nextPhone, send, imported, count } = importCalls(test, partner);

const preview = (file: string | Uint8Array, query = '') =>
  partner.owner.with(CSV).post<ImportPreview>(`/imports/preview${query}`, file);
const refusedOf = (id: string, file: string | Uint8Array) =>
  partner.owner.with(CSV).send('POST', `/imports/${id}/refused.csv`, file);
const mostBytes = (file: string | Uint8Array, rows: number): number =>
  IMPORT_ANSWER_BYTES.timesFile * Buffer.from(file).length +
  IMPORT_ANSWER_BYTES.perRow * rows +
  IMPORT_ANSWER_BYTES.more;
const bytesOf = ({ text }: { text: string }): number => Buffer.byteLength(text);
const cells = (cell: string, times: number): string => Array<string>(times).fill(cell).join();

describe('a file beyond a limit is refused by row and column, and nothing of it is stored', () => {
  const COLUMNS = 'o arquivo pode ter até 200 colunas';
  const CELL = 'uma célula pode ter até 10.000 caracteres';
  const ROWS = 'o arquivo pode ter até 20.000 linhas, sem contar o cabeçalho';

  it.each<[string, string, string]>([
    ['columns', `tel,${cells('x', 160_000)}\n1`, `${COLUMNS}; a linha 1, coluna 201, passa do limite`],
    [
      'columns of known names',
      `${cells('tel', 80_000)},${cells('x', 160_000)}\n1`,
      `${COLUMNS}; a linha 1, coluna 201, passa do limite`,
    ],
    ['cells of a row', `tel,x\n1\n2,${cells('x', 200)}`, `${COLUMNS}; a linha 3, coluna 201, passa do limite`],
    ['characters of a name', `tel,${'x'.repeat(10_001)}\n1`, `${CELL}; a da linha 1, coluna 2, passa do limite`],
    [
      'characters of a cell',
      `tel,nome\n1,"${'x'.repeat(1_000_000)}"`,
      `${CELL}; a da linha 2, coluna 2, passa do limite`,
    ],
    ['rows', `tel\n${'1\n'.repeat(20_001)}`, `${ROWS}; a linha 20002 passa do limite; divida o arquivo`],
  ])('%s', async (_, file, message) => {
    for (const answer of [await send(file), await preview(file)]) {
      expect([answer.status, answer.error.details?.fields]).toEqual([422, [{ field: 'body', message }]]);
    }
    expect(await count('imports')).toBe(0);
  });

  it('but 200 columns and 10,000 characters are read', async () => {
    const phone = nextPhone.mobile();
    const file = lines(`tel,${cells('', 198)},cidade`, `${phone},${cells('', 198)},${'x'.repeat(10_000)}`);
    expect((await preview(file)).data).toMatchObject({ rows: 1, refused: 0 });
    const mapping = `?mapping=phone${','.repeat(199)}`;
    expect((await imported(file, mapping)).created).toBe(1);
  });

  it('a refusal never echoes a long name', async () => {
    const file = lines(`tel,${cells('\u0001'.repeat(10_000), 100)}`, '1');
    const answer = await send(file, partner, `?mapping=${'x,'.repeat(200)}`);
    expect([answer.status, answer.fields]).toEqual([422, ['mapping']]);
    expect(bytesOf(answer)).toBeLessThan(64 * 1024);
  });
});

/** Files whose answers are long for their size, by the rows that they have. */
const HEADER = IMPORT_COLUMNS.join();
const row = (cell: string): string => cells(cell, IMPORT_COLUMNS.length);
const FILES: readonly (readonly [string, string | Buffer, number])[] = [
  ['control characters', lines(HEADER, ...Array<string>(20).fill(row('\u0001'.repeat(200)))), 20],
  [
    'signs of three bytes',
    Buffer.from(lines(HEADER, ...Array<string>(10).fill(row('\x80'.repeat(200)))), 'latin1'),
    10,
  ],
  ['backslashes', lines(HEADER, ...Array<string>(20).fill(row('\\'.repeat(200)))), 20],
  ['quotes', lines(HEADER, ...Array<string>(20).fill(row(`"${'""'.repeat(200)}"`))), 20],
  ['bad values', lines(HEADER, ...Array<string>(2_000).fill(row('\u0001'))), 2_000],
  ['many columns and short rows', lines(`tel,${cells('', 198)},x`, ...Array<string>(2_000).fill('1')), 2_000],
  ['formulas', lines(`tel,${cells('x', 199)}`, ...Array<string>(200).fill(cells('=', 200))), 200],
  ['separators', lines(`tel,${cells('x', 199)}`, ...Array<string>(200).fill(`${cells(';', 199)},x`)), 200],
  ['long names', lines(`tel,${cells('\u0001'.repeat(200), 199)}`, '1'), 1],
];

describe('an answer has at most four times the bytes of the file, 300 a row and 64 kB', () => {
  it.each(FILES)('a preview of %s', async (_, file, rows) => {
    const answer = await preview(file);
    expect([answer.status, answer.data.rows]).toEqual([200, rows]);
    expect(bytesOf(answer)).toBeLessThan(mostBytes(file, rows));
  });

  it.each(FILES)('the refused rows of %s', async (_, file, rows) => {
    const [header = ''] = file.toString('latin1').split('\r\n', 1);
    const mapping = header === HEADER ? '' : `?mapping=phone${','.repeat(199)}`;
    const report = await imported(file, mapping);
    expect([report.refused, report.rows]).toEqual([rows, rows]);
    const answer = await refusedOf(report.id, file);
    expect([answer.status, answer.text.split('\r\n').length]).toEqual([200, rows + 2]);
    expect(bytesOf(answer)).toBeLessThan(mostBytes(file, rows));
  });

  it('the sample of an ordinary file has ten rows', async () => {
    const file = lines('tel,nome', ...Array.from({ length: 12 }, (_, n) => `${nextPhone.mobile()},Pessoa ${n}`));
    expect((await preview(file)).data.sample).toHaveLength(10);
  });
});
