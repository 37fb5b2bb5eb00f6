/** Whether a row of cells has a column of phones. */
export type NamesPhone = (cells: readonly string[]) => boolean;

/** Title rows above the header are passed over among so many filled rows. */
export const HEADER_AMONG = 10;

/**
 * The place of the header among the first filled rows: the first row that names a column of phones, else the first row. A title such as
 * "Lista de telefones" is alone in its row, so a row with several names goes first. A row below the first is no header if it has an
 * address or a number of eight digits: that is a person whose note mentions a phone.
 */
export function headerIndex(rows: readonly (readonly string[])[], namesPhone: NamesPhone): number {
  const named = rows
    .slice(0, HEADER_AMONG)
    .flatMap((cells, index) => (namesPhone(cells) && (index === 0 || !isPerson(cells)) ? [index] : []));
  return named.find((index) => (rows[index] ?? []).filter(isFilled).length > 1) ?? named[0] ?? 0;
}

/** Whether a cell has more than blanks. */
export const isFilled = (cell: string): boolean => cell !== '' && cell.trim() !== '';

const isPerson = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell.includes('@') || (cell.match(/\d/g)?.length ?? 0) >= 8);
