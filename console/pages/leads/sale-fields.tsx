import { useState } from 'preact/hooks';
import type { OwnerDeal } from '../../../src/contract/deal';
import type { DealEnd } from '../../deal-moves';
import { brasiliaMoment, isoDay } from '../../format';
import { moneyOf, moneyText, UNCLEAR_MONEY } from '../../money-text';
import { TextField } from '../../ui/field';
import { textOf } from '../../ui/form';

/** Amount and day of a sale, by the names of the body's fields. */

export type SaleProblems = Readonly<Partial<Record<'closed_value' | 'closed_at', string>>>;

const today = (): string => isoDay(new Date());
const dayOfSale = ({ closed_at: at }: OwnerDeal): string => (at ? isoDay(at) : today());

interface SaleProps {
  readonly of: OwnerDeal;
  readonly problemOf: (field: keyof SaleProblems) => string | undefined;
}

export function Sale({ of: deal, problemOf }: SaleProps) {
  const [value] = useState(() => moneyText(deal.closed_at ? deal.closed_value : deal.value));
  return (
    <div class="side-by-side">
      <TextField
        label="Valor vendido"
        name="closed_value"
        inputMode="decimal"
        autocomplete="off"
        placeholder="1.250,00"
        defaultValue={value}
        problem={problemOf('closed_value')}
      />
      <TextField
        label="Dia da venda"
        name="closed_at"
        type="date"
        defaultValue={dayOfSale(deal)}
        max={today()}
        problem={problemOf('closed_at')}
      />
    </div>
  );
}

/** The moment stays while the day does; an empty amount is an unknown one. */
export function saleOf(
  values: FormData,
  deal: OwnerDeal,
): { readonly closing?: DealEnd; readonly problems: SaleProblems } {
  const [text, day] = [textOf(values, 'closed_value'), textOf(values, 'closed_at') || dayOfSale(deal)];
  const value = text === '' ? null : moneyOf(text);
  const problems = {
    ...(value === undefined && { closed_value: UNCLEAR_MONEY }),
    ...(day > today() && { closed_at: 'não pode ser depois de hoje' }),
  };
  if (value === undefined || problems.closed_at) return { problems };
  const moment = day === today() ? new Date().toISOString() : brasiliaMoment(day, '12:00');
  return { problems, closing: { closed_value: value, ...(day !== dayOfSale(deal) && { closed_at: moment }) } };
}
