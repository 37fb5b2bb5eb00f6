/** With points between the thousands, if any, and a comma before the cents. No thousands begin with a zero: `0.500` is no 500. */
const BRAZILIAN = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/;
/** With commas between the thousands, and a point before the cents. */
const AMERICAN = /^(?:\d+|\d{1,3}(?:,\d{3})+)\.\d+$/;
/** The comma may be either. */
const AMBIGUOUS = /^\d{1,3},\d{3}$/;
/** What accounting formats show for nothing. */
const NOTHING = /^(?:R\$)?-*$/i;

/**
 * Reais as people and tools write them: `1.234,56`, `R$ 300,00`, `1500.00`, `1,234.50`. A lone point before exactly three digits
 * separates thousands: `1.500` is 1500. Null where the cell stands for nothing (`R$ -`); undefined for a text that is no such figure.
 */
export function reaisIn(cell: string): number | null | undefined {
  const figure = cell.replace(/\s/g, '').replace(/^R\$/i, '');
  if (NOTHING.test(figure)) return null;
  if (/\d\s+\d/.test(cell) || AMBIGUOUS.test(figure)) return undefined;
  if (BRAZILIAN.test(figure)) return Number(figure.replaceAll('.', '').replace(',', '.'));
  if (AMERICAN.test(figure) && !/^\d+\.\d{3}$/.test(figure)) return Number(figure.replaceAll(',', ''));
  return undefined;
}

/** The cell that `reaisIn` reads as this value: `1234,50`. */
export const reaisCell = (value: number): string => value.toFixed(2).replace('.', ',');
