/** Optional points between thousands, and a comma before the cents. Thousands never begin with zero: `0.500` is not 500. */
const BRAZILIAN = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/;
/** Commas between thousands, and a point before the cents. */
const AMERICAN = /^(?:\d+|\d{1,3}(?:,\d{3})+)\.\d+$/;
/** The comma may mean either. */
const AMBIGUOUS = /^\d{1,3},\d{3}$/;
/** Nothing, as accounting formats show it. */
const NOTHING = /^(?:R\$)?-*$/i;

/**
 * Reads reais: `1.234,56`, `R$ 300,00`, `1500.00`, `1,234.50`. A lone point before three digits separates thousands: `1.500` is
 * 1500. Null for a cell that means nothing (`R$ -`); undefined for other text.
 */
export function reaisIn(cell: string): number | null | undefined {
  const figure = cell.replace(/\s/g, '').replace(/^R\$/i, '');
  if (NOTHING.test(figure)) return null;
  if (/\d\s+\d/.test(cell) || AMBIGUOUS.test(figure)) return undefined;
  if (BRAZILIAN.test(figure)) return Number(figure.replaceAll('.', '').replace(',', '.'));
  if (AMERICAN.test(figure) && !/^\d+\.\d{3}$/.test(figure)) return Number(figure.replaceAll(',', ''));
  return undefined;
}

export const reaisCell = (value: number): string => value.toFixed(2).replace('.', ',');
