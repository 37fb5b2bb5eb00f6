import type { ClosingFigures } from '../src/contract/deal';
import { dayOf, money } from './format';

/** Words of values and closings, before and after a change. */

export const valueText = (value: number | null): string => (value === null ? 'sem valor' : money(value));

/** How a deal ended: `venda de R$ 900,00 em 02/03/2026`. */
export const closingText = ({ is_won, closed_value, closed_at }: ClosingFigures): string =>
  is_won
    ? `venda ${closed_value === null ? 'sem valor' : `de ${money(closed_value)}`} em ${dayOf(closed_at)}`
    : `perda em ${dayOf(closed_at)}`;
