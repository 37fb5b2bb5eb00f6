/** Returns whether a row has a phone column. */
export type NamesPhone = (cells: readonly string[]) => boolean;

/** The filled rows to search for the header, so that title rows are skipped. */
export const HEADER_AMONG = 10;

/**
 * Finds the header among the first filled rows: the first one that names a phone column, or else the first row. Rows with several
 * names precede a lone title such as "Lista de telefones". A later row with an address or an eight-digit number is a person whose
 * note mentions a phone. Rows below people with as many cells do not count either, or those people would be lost as titles.
 */
export function headerIndex(rows: readonly (readonly string[])[], namesPhone: NamesPhone): number {
  const named = rows
    .slice(0, HEADER_AMONG)
    .map((cells, index) => ({ cells, index }))
    .filter(
      ({ cells, index }) =>
        namesPhone(cells) && (index === 0 || (!isPerson(cells) && !hasPeople(rows.slice(0, index), cells))),
    );
  const header = named.find(({ cells }) => cells.filter(isFilled).length > 1) ?? named[0];
  return header?.index ?? 0;
}

export const isFilled = (cell: string): boolean => cell.trim() !== '';

/** Returns whether a row is a person with as many filled cells as the header below it. */
const hasPeople = (rows: readonly (readonly string[])[], header: readonly string[]): boolean =>
  rows.some((cells) => cells.some(isContact) && cells.filter(isFilled).length >= header.filter(isFilled).length);

const DAY = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/;

/** Recognises an address, or a number that may be a phone and is not a day. */
function isContact(cell: string): boolean {
  const text = cell.slice(0, 100).trim();
  if (text.includes('@') && !/\s/.test(text)) return true;
  const digits = text.replace(/\D/g, '').length;
  return /^[+()\d ./-]+$/.test(text) && digits >= 8 && digits <= 13 && !DAY.test(text);
}

const isPerson = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell.includes('@') || (cell.match(/\d/g)?.length ?? 0) >= 8);
