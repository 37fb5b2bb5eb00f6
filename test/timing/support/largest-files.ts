import { IMPORT_COLUMNS } from '../../../src/contract/import-columns';
import { MAX_IMPORT_BYTES, MAX_IMPORT_CELL, MAX_IMPORT_ROWS } from '../../../src/contract/limits';
import { numberCell, textRows, workbookOf } from '../../support/workbooks';

/** A file of the largest size: its name, its bytes, and the mapping that it needs. */
export type LargestFile = readonly [name: string, bytes: () => Buffer, mapping?: string];

const cells = (cell: string, times: number): string => Array<string>(times).fill(cell).join(';');
const cellOf = (text: string): string => text.repeat(Math.floor(MAX_IMPORT_CELL / text.length));
const latin = (bytes: Buffer): Buffer => Buffer.from(bytes.toString(), 'latin1');

/** Repeats a piece until the file has the most bytes that one may have. */
function full(head: string, piece: string, foot = '', most = Infinity): Buffer {
  const times = Math.floor((MAX_IMPORT_BYTES - Buffer.byteLength(head + foot)) / Buffer.byteLength(piece));
  return Buffer.from(head + piece.repeat(Math.min(times, most)) + foot);
}
const rows = (header: string, row: string): Buffer => full(`${header}\n`, `${row}\n`, '', MAX_IMPORT_ROWS);
const card = (...lines: string[]): Buffer => full('BEGIN:VCARD\n', lines.join('\n'), '\nEND:VCARD\n');

const HEAD = 'Nome;Telefone\n';
const EVERY_COLUMN = IMPORT_COLUMNS.join(';');
const ofEachColumn = (cell: string): Buffer => rows(EVERY_COLUMN, cells(cell, IMPORT_COLUMNS.length));
/** A phone, and 199 columns of one field. */
const ofField = (field: string, cell: string): LargestFile => [
  `cells of ${field}: ${JSON.stringify(cell)}`,
  () => rows(`Telefone${';Obs'.repeat(199)}`, `11987654321;${cells(cellOf(cell), 199)}`),
  `phone${`,${field}`.repeat(199)}`,
];
const PHONE_ALONE = `phone${','.repeat(199)}`;

/** Files that are previewed and imported. Most of their rows are refused, so that the file of refused rows is as long as possible. */
export const IMPORTED: readonly LargestFile[] = [
  ['rows and columns', () => rows(`tel${';x'.repeat(199)}`, `1${';ab'.repeat(31)}${';'.repeat(168)}`), PHONE_ALONE],
  [
    'rows of empty cells',
    () => rows(`tel;${cells('', 198)};valor`, `1${';'.repeat(199)}x`),
    `phone${','.repeat(198)},deal.value`,
  ],
  ['bad values', () => ofEachColumn('12345678\u0001')],
  ['Windows-1252', () => latin(rows('tel;nome', `1;${'\x80'.repeat(255)}`))],
  ['long cells', () => ofEachColumn(cellOf('x'))],
  ['long cells of letters with accents', () => ofEachColumn(cellOf('á'))],
  ['long rows', () => rows(`tel${';x'.repeat(199)}`, `1;${cells(cellOf('x'), 199)}`), PHONE_ALONE],
  // In order, 5,000 marks take a thousand times as long as 5,000 letters.
  ['marks', () => rows('tel;origem;lgpd;funil;etapa', `1;${cells(cellOf('a\u0301\u0316'), 4)}`)],
  ['control characters', () => rows('tel;nome;obs', `1;${cells(cellOf('\u0001'), 2)}`)],
  ['quotes', () => rows('tel;nome', `1;"${'""'.repeat(125)}"`)],
  ['40 kB of empty lines', () => Buffer.from(`${HEAD}${'\n'.repeat(39_990)}Ana;1`)],
  ['phones in 20 columns', () => rows(cells('Telefone', 20), cells('3333-1001/02 e 12/34', 20))],
  [
    'phones in 20 columns and 12,000 rows',
    () => full(`${cells('Telefone', 20)}\n`, `${cells('119876543', 20)}\n`, '', 12_000),
  ],
  ['phones in 200 columns', () => rows(cells('Telefone', 200), cells('123', 200))],
  [
    'names in 199 columns and 12,000 rows',
    () => full(`Telefone;${cells('Nome', 199)}\n`, `1;${cells('A', 199)}\n`, '', 12_000),
  ],
  ofField('name', '\u0001'),
  ofField('notes', '\u0001'),
  ofField('tags', 'a,'),
  ofField('tags', `' '"`),
  ofField('email', 'a@b '),
  [
    'cells that a spreadsheet would calculate',
    () => rows(`Telefone${';Obs'.repeat(198)};motivo`, `11987654321;${cells(cellOf(`\t'`), 198)};x`),
  ],
  [
    'long names of columns',
    () => full('Telefone;', `${'aB'.repeat(249)}\n`, `${cells('aceite lgpd '.repeat(40), 190)}\n1\n`),
  ],
  [
    'long cells above the header',
    () => full('', `${cells('aB'.repeat(166), 199)}\n`, `Telefone;${cells('aB'.repeat(166), 199)}\n1\n`),
  ],
  [
    'a workbook of wide rows',
    () =>
      workbookOf({
        sheets: [textRows(['Telefone']) + `<row>${'<c/>'.repeat(199)}${numberCell(1)}</row>`.repeat(10_000)],
      }),
  ],
  [
    'contacts with pictures',
    () => full('', `BEGIN:VCARD\nFN:Ana\nTEL:1\nPHOTO;ENCODING=b:${`\n ${'A'.repeat(74)}`.repeat(300)}\nEND:VCARD\n`),
  ],
];

/** Files that are refused when they are read. */
export const REFUSED: readonly LargestFile[] = [
  ['columns', () => full('tel;', 'x;')],
  ['columns of one name', () => full('', 'tel;')],
  ['line ends', () => full(HEAD, '\n', 'Ana;1')],
  ['empty lines at the end', () => full('tel;nome\n', ';\n')],
  ['one row of separators', () => full(HEAD, ';', 'x')],
  ['separators, of which each header has another number', () => full('', ';x\n;;x\n', 'x')],
  ['nothing but separators and blanks', () => full('', ';\t \n')],
  ['one cell', () => full(`${HEAD}1;`, 'x', '\n2;3')],
  ['one cell in quotes', () => full(`${HEAD}1;"`, 'x', '"\n2;3')],
  ['one cell of line ends in quotes', () => full(`${HEAD}1;"`, '\n', '"\n2;3')],
  ['one cell of quotes', () => full(`${HEAD}1;"`, '""', '"\n2;3')],
  ['one cell of blanks', () => full(`${HEAD}1;`, ' ', 'x\n2;3')],
  ['cells of line ends in quotes', () => full(HEAD, '1;"x\ny\n"\n')],
  ['a quote that is not closed', () => full(`${HEAD}1;"`, 'x;\n')],
  ['200 cells of a row', () => full(`${cells('Telefone', 200)}\n`, `${cells('', 200)}1\n`)],
  ['one line of Windows-1252', () => latin(full(`${HEAD}1;`, 'x', 'ã\n2;3'))],
  ['lines of Windows-1252', () => latin(full(HEAD, 'ã\n', '2;3'))],
  [
    'lines of two encodings',
    () => Buffer.concat([full(HEAD, 'ã\n').subarray(0, 2 ** 21), latin(full(HEAD, 'ã\na\n')).subarray(0, 2 ** 21)]),
  ],
  ['UTF-16', () => Buffer.from(`\ufeff${HEAD}${'1;ã\n'.repeat(600_000)}`, 'utf16le')],
  ['a contact of one line', () => card('FN:', 'x'.repeat(100))],
  ['a contact of one folded line', () => full('BEGIN:VCARD\nFN:x', '\n x', '\nEND:VCARD\n')],
  ['a contact folded within characters', () => latin(full('BEGIN:VCARD\nTEL:1\nFN:', '\xc3\n \xa9'))],
  ['a contact of lines of quoted-printable', () => full('BEGIN:VCARD\nFN;QUOTED-PRINTABLE:', 'x=\n', '\nEND:VCARD\n')],
  ['a contact of line ends', () => full('BEGIN:VCARD\nTEL:1\nFN:', '\n')],
  ['a contact of groups', () => card(`CATEGORIES:${'a,'.repeat(49_000)}`, '')],
  ['a contact of encoded notes', () => card(`NOTE;QUOTED-PRINTABLE:${'=C3=A3'.repeat(16_000)}`, '')],
  ['contacts without content', () => full('', 'BEGIN:VCARD\n')],
];
