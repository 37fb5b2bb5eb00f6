import type { Steps } from '../../common/in-slices';

/** Returns whether a cell names a phone column. */
export type NamesPhone = (cell: string) => boolean;

/** The filled rows to search for the header, so that title rows are skipped. */
export const HEADER_AMONG = 10;

/**
 * Finds the header among the first filled rows: the first one that names a phone column, or else the first row. Rows with several
 * names precede a lone title such as "Lista de telefones". A later row with an address or an eight-digit number is a person whose
 * note mentions a phone. Rows below people with as many cells do not count either, or those people would be lost as titles.
 */
export function* headerIndex(rows: readonly (readonly string[])[], namesPhone: NamesPhone): Steps<number> {
  const named: { readonly cells: readonly string[]; readonly index: number }[] = [];
  /** The most filled cells of a person above: a header has more. */
  let people = 0;
  for (const [index, cells] of rows.slice(0, HEADER_AMONG).entries()) {
    const filled = cells.filter(isFilled).length;
    if (yield* anyOf(cells, namesPhone)) {
      if (index === 0 || (filled > people && !(yield* anyOf(cells, isOfPerson)))) named.push({ cells, index });
    }
    if (cells.some(isContact)) people = Math.max(people, filled);
  }
  const header = named.find(({ cells }) => cells.filter(isFilled).length > 1) ?? named[0];
  return header?.index ?? 0;
}

export const isFilled = (cell: string): boolean => cell.trim() !== '';

/** Looks at one cell in a step. */
export function* anyOf(cells: readonly string[], isOne: (cell: string) => boolean): Steps<boolean> {
  for (const cell of cells) {
    if (isOne(cell)) return true;
    yield;
  }
  return false;
}

const DAY = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/;

/** Recognises an address, or a number that may be a phone and is not a day. */
function isContact(cell: string): boolean {
  const text = cell.slice(0, 100).trim();
  if (text.includes('@') && !/\s/.test(text)) return true;
  const digits = text.replace(/\D/g, '').length;
  return /^[+()\d ./-]+$/.test(text) && digits >= 8 && digits <= 13 && !DAY.test(text);
}

const isOfPerson = (cell: string): boolean => cell.includes('@') || (cell.match(/\d/g)?.length ?? 0) >= 8;
