import { finished } from '../../src/common/in-slices';
import { cardTable } from '../../src/imports/table/vcard-table';
import { readTable } from '../../src/imports/table/table';
import { turnsDuring } from '../support/loop-turns';
import { numberCell, textCell, workbookOf } from '../support/workbooks';

const namesPhone = (cell: string): boolean => /^(?:tel|telefone)$/i.test(cell.trim());

const MANY = 1_000_000;

it.each<[string, Buffer]>([
  ['short rows', Buffer.from(`a\n${'1\n'.repeat(20_000)}`)],
  ['Windows-1252', Buffer.from(`a\n${`${'\xe3\x80'.repeat(100)}\n`.repeat(10_000)}`, 'latin1')],
  ['many cells', Buffer.from(`a\n${`${','.repeat(199)}1\n`.repeat(10_000)}`)],
  ['quotes', Buffer.from(`a\n${`"${'""'.repeat(100)}"\n`.repeat(10_000)}`)],
])('a CSV file is read with the work of others between its parts: %s', async (_, bytes) => {
  const share = bytes.length > 1_000_000 ? 0.25 : 0.9;
  expect((await turnsDuring(share, () => readTable(bytes, { namesPhone }))).hasLongTurn).toBe(false);
});

it('the work of others goes on while a large workbook is read', async () => {
  const rows = `<row>${numberCell(1).repeat(30)}</row>`.repeat(10_000);
  const file = workbookOf({ sheets: [`<row>${textCell('Nome')}${textCell('Telefone')}</row>${rows}`] });
  const { answer, hasLongTurn } = await turnsDuring(0.25, () => readTable(file, { namesPhone }));
  expect(answer.rows).toHaveLength(10_000);
  expect(hasLongTurn).toBe(false);
});

it('a file of contacts with large pictures is read with the work of others in between', async () => {
  const picture = `PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(70)}\r\n${` ${'A'.repeat(74)}\r\n`.repeat(300)}`;
  const card = (n: number): string =>
    ['BEGIN:VCARD', 'VERSION:3.0', `FN:Pessoa ${n}`, `TEL;TYPE=CELL:${n}`, `${picture}END:VCARD`, ''].join('\r\n');
  const text = Array.from({ length: 200 }, (_, n) => card(n)).join('');
  const { answer, hasLongTurn } = await turnsDuring(0.25, () => finished(cardTable(text, namesPhone)));
  expect(answer.rows).toHaveLength(200);
  expect(hasLongTurn).toBe(false);
});

it.each<[string, Buffer]>([
  ['folds within characters', Buffer.from(`${'\xc3\n \xa9'.repeat(MANY)}`, 'latin1')],
  ['one property, folded', Buffer.from(`${'a\n '.repeat(MANY)}`)],
  [
    'one property with soft line breaks',
    Buffer.from(`\nNOTE;ENCODING=QUOTED-PRINTABLE:${'\xc3=\n\xa9=\n'.repeat(MANY)}`, 'latin1'),
  ],
  ['one line', Buffer.alloc(5 * MANY, 'é')],
  ['line ends alone', Buffer.alloc(5 * MANY, '\n')],
])('a file of contacts of 5 MB is read with the work of others in between: %s', async (_, value) => {
  const bytes = Buffer.concat([Buffer.from('BEGIN:VCARD\nTEL:1\nFN:'), value]);
  // Its value may be too long for a cell.
  const outcome = () => readTable(bytes, { namesPhone }).catch((error: unknown) => error);
  expect((await turnsDuring(0.25, outcome)).hasLongTurn).toBe(false);
});
