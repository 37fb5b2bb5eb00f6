import type { ImportView } from '../../src/contract/import';
import { IMPORT_COLUMNS } from '../../src/contract/import-columns';
import { MAX_IMPORT_BYTES } from '../../src/contract/limits';
import { appForAllTests, OPERATOR_TOKEN } from '../support/app';
import { drained } from '../support/drained';
import { importCalls } from '../support/import-calls';
import { turnsDuring } from '../support/loop-turns';
import { forAllTests } from '../support/setup';
import { numberCell, textRows, workbookOf } from '../support/workbooks';

const test = appForAllTests();
const partner = forAllTests(() => test.partner('leads:read'));
const { run } = importCalls(test, partner);

/** Repeats a row until the file has the most bytes that one may have. */
const full = (head: string, row: string, foot = ''): Buffer => {
  const rows = Math.floor((MAX_IMPORT_BYTES - Buffer.byteLength(head + foot)) / Buffer.byteLength(row));
  return Buffer.from(head + row.repeat(rows) + foot);
};
const latin = (bytes: Buffer): Buffer => Buffer.from(bytes.toString(), 'latin1');
const cells = (cell: string, count: number): string => Array<string>(count).fill(cell).join(';');
const HEAD = 'Nome;Telefone\n';
const card = (...lines: string[]): Buffer => full('BEGIN:VCARD\n', lines.join('\n'), '\nEND:VCARD\n');

/** Sends the file; no turn of the loop has more than its share of the work. */
async function sent(path: string, file: Buffer) {
  const { answer, hasLongTurn } = await turnsDuring(0.25, () =>
    drained(`${test.url}/admin/v1/imports${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/octet-stream',
        'X-Account-Id': partner.accountId,
        Authorization: `Bearer ${OPERATOR_TOKEN}`,
      },
      body: file,
    }),
  );
  expect(hasLongTurn).toBe(false);
  return answer.status;
}

describe('requests are served while a file is read that is refused in the end', () => {
  it.each<[string, () => Buffer]>([
    ['line ends', () => full(HEAD, '\n', 'Ana;1')],
    ['one row of separators', () => full(HEAD, ';', 'x')],
    ['separators, of which each header has another number', () => full('', ';x\n;;x\n', 'x')],
    ['one cell', () => full(`${HEAD}1;`, 'x', '\n2;3')],
    ['one cell in quotes', () => full(`${HEAD}1;"`, 'x', '"\n2;3')],
    ['one cell of line ends in quotes', () => full(`${HEAD}1;"`, '\n', '"\n2;3')],
    ['one cell of quotes', () => full(`${HEAD}1;"`, '""', '"\n2;3')],
    ['one cell of blanks', () => full(`${HEAD}1;`, ' ', 'x\n2;3')],
    ['cells of line ends in quotes', () => full(HEAD, '1;"x\ny\n"\n')],
    ['a quote that is not closed', () => full(`${HEAD}1;"`, 'x;\n')],
    ['200 cells of a row', () => full(`${cells('Telefone', 200)}\n`, `${cells('', 200)}1\n`)],
    ['nothing but separators and blanks', () => full('', ';\t \n')],
    ['one line of Windows-1252', () => latin(full(`${HEAD}1;`, 'x', 'ã\n2;3'))],
    ['lines of Windows-1252', () => latin(full(HEAD, 'ã\n', '2;3'))],
    [
      'lines of two encodings',
      () => Buffer.concat([full(HEAD, 'ã\n').subarray(0, 2 ** 21), latin(full(HEAD, 'ã\na\n')).subarray(0, 2 ** 21)]),
    ],
    ['UTF-16', () => Buffer.from(`\ufeff${HEAD}${'1;ã\n'.repeat(600_000)}`, 'utf16le')],
    ['a contact of one line', () => card('FN:', 'x'.repeat(100))],
    ['a contact of one folded line', () => full('BEGIN:VCARD\nFN:x', '\n x', '\nEND:VCARD\n')],
    [
      'a contact of lines of quoted-printable',
      () => full('BEGIN:VCARD\nFN;QUOTED-PRINTABLE:', 'x=\n', '\nEND:VCARD\n'),
    ],
    ['a contact of groups', () => card(`CATEGORIES:${'a,'.repeat(49_000)}`, '')],
    ['a contact of encoded notes', () => card(`NOTE;QUOTED-PRINTABLE:${'=C3=A3'.repeat(16_000)}`, '')],
    ['contacts without content', () => full('', 'BEGIN:VCARD\n')],
  ])('%s', async (_, file) => {
    expect(await sent('/preview', file())).toBe(422);
  });
});

describe('requests are served while a file is previewed, imported and given back', () => {
  const long = (cell: string): string => cell.repeat(10_000 / cell.length);
  const several = (field: string, cell: string): [string, Buffer] => [
    `?mapping=phone${`,${field}`.repeat(199)}`,
    full(`Telefone${';Obs'.repeat(199)}\n`, `11987654321;${cells(cell, 199)}\n`),
  ];
  it.each<[string, () => [mapping: string, file: Buffer]]>([
    ['40 kB of empty lines', () => ['', Buffer.from(`${HEAD}${'\n'.repeat(39_990)}Ana;1`)]],
    ['phones', () => ['', full(`${cells('Telefone', 20)}\n`, `${cells('3333-1001/02 e 12/34', 20)}\n`)]],
    [
      '20 phone columns and 12,000 rows',
      () => ['', Buffer.from(`${cells('Telefone', 20)}\n${`${cells('119876543', 20)}\n`.repeat(12_000)}`)],
    ],
    ['200 columns', () => ['', full(`${cells('Telefone', 200)}\n`, `${cells('123', 200)}\n`)]],
    ['names of control characters', () => several('name', long('\u0001'))],
    ['notes of control characters', () => several('notes', long('\u0001'))],
    ['tags', () => several('tags', long('a,'))],
    ['tags of quotes', () => several('tags', long(`' '"`))],
    ['addresses', () => several('email', long('a@b '))],
    [
      'guards',
      () => ['', full(`Telefone${';Obs'.repeat(198)};motivo\n`, `11987654321;${cells(long(`\t'`), 198)};x\n`)],
    ],
    [
      'long names of columns',
      () => ['', full('Telefone;', `${'aB'.repeat(249)}\n`, `${cells('aceite lgpd '.repeat(40), 190)}\n1\n`)],
    ],
    [
      'long cells above the header',
      () => ['', full('', `${cells('aB'.repeat(166), 199)}\n`, `Telefone;${cells('aB'.repeat(166), 199)}\n1\n`)],
    ],
    ['every column', () => ['', full(`${IMPORT_COLUMNS.join(';')}\n`, `${cells(long('á'), IMPORT_COLUMNS.length)}\n`)]],
    [
      'a workbook of wide rows',
      () => [
        '',
        workbookOf({
          sheets: [textRows(['Telefone']) + `<row>${'<c/>'.repeat(199)}${numberCell(1)}</row>`.repeat(10_000)],
        }),
      ],
    ],
  ])('%s', async (_, made) => {
    const [mapping, file] = made();
    expect(await sent(`/preview${mapping}`, file)).toBe(200);
    if ((await sent(mapping, file)) === 422) return;
    await run();
    const [latest] = (await partner.owner.get<ImportView[]>('/imports?limit=1')).data;
    expect(await sent(`/${latest?.id}/refused.csv`, file)).toBe(200);
  });
});
