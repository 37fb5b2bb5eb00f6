/** Whether a row of cells has a column of phones. */
export type NamesPhone = (cells: readonly string[]) => boolean;

/** Title rows above the header are passed over among so many filled rows. */
export const HEADER_AMONG = 10;

/**
 * The place of the header among the first filled rows: the first row that names a column of phones, else the first row. A title such as
 * "Lista de telefones" is alone in its row, so a row with several names goes first. A row below the first is no header if it has an
 * address or a number of eight digits: that is a person whose note mentions a phone. Nor is a row below people who fill as many cells: they
 * would be lost as titles.
 */
export function headerIndex(rows: readonly (readonly string[])[], namesPhone: NamesPhone): number {
  const named = rows
    .slice(0, HEADER_AMONG)
    .flatMap((cells, index) =>
      namesPhone(cells) && (index === 0 || (!isPerson(cells) && !hasPeople(rows.slice(0, index), cells)))
        ? [index]
        : [],
    );
  return named.find((index) => (rows[index] ?? []).filter(isFilled).length > 1) ?? named[0] ?? 0;
}

/** Whether a cell has more than blanks. */
export const isFilled = (cell: string): boolean => cell !== '' && cell.trim() !== '';

/** Whether one of the rows is a person and has as many filled cells as the header below would have. */
const hasPeople = (rows: readonly (readonly string[])[], header: readonly string[]): boolean =>
  rows.some((cells) => cells.some(isContact) && cells.filter(isFilled).length >= header.filter(isFilled).length);

const DAY = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/;

/** Whether a cell is an address or a number that may be a phone, and no day. */
function isContact(cell: string): boolean {
  const text = cell.slice(0, 100).trim();
  if (text.includes('@') && !/\s/.test(text)) return true;
  const digits = text.replace(/\D/g, '').length;
  return /^[+()\d ./-]+$/.test(text) && digits >= 8 && digits <= 13 && !DAY.test(text);
}

const isPerson = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell.includes('@') || (cell.match(/\d/g)?.length ?? 0) >= 8);
