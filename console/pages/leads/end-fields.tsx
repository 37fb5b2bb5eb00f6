import { useState } from 'preact/hooks';
import type { OwnerDeal } from '../../../src/contract/deal';
import type { DealEnd } from '../../deal-moves';
import { brasiliaMoment, isoDay } from '../../format';
import { moneyOf, moneyText, UNCLEAR_MONEY } from '../../money-text';
import { MomentField, TextField } from '../../ui/field';
import { textOf } from '../../ui/form';

/** Amount of a sale, and day of a sale or a loss. */

export type EndProblems = Readonly<Partial<Record<'closed_value' | 'closed_at', string>>>;

/** What the form shows at first. */
export interface FirstEnd {
  readonly value: number | null;
  readonly day: string;
}

const today = (): string => isoDay(new Date());

/** `goesOn`: the deal has ended in the same way already. */
export const firstEnd = ({ value, closed_value: sold, closed_at: at }: OwnerDeal, goesOn: boolean): FirstEnd =>
  goesOn && at ? { value: sold, day: isoDay(at) } : { value, day: today() };

interface FieldProps {
  readonly first: FirstEnd;
  readonly problem: string | undefined;
}

export function SaleField({ first, problem }: FieldProps) {
  const [value] = useState(() => moneyText(first.value));
  return (
    <TextField
      label="Valor vendido"
      name="closed_value"
      inputMode="decimal"
      autocomplete="off"
      placeholder="1.250,00"
      defaultValue={value}
      problem={problem}
    />
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly day: string;
  readonly onChange: (day: string) => void;
  readonly problem: string | undefined;
}

export function DayField({ label, day, onChange, problem }: DayFieldProps) {
  return <MomentField label={label} type="date" value={day} max={today()} onInput={onChange} problem={problem} />;
}

interface End {
  readonly closing?: DealEnd;
  readonly problems: EndProblems;
}

/** The moment stays while the day does. */
export function dayEnd(typed: string, first: FirstEnd): End {
  const day = typed || first.day;
  if (day > today()) return { problems: { closed_at: 'não pode ser depois de hoje' } };
  if (day === first.day) return { closing: {}, problems: {} };
  const moment = day === today() ? new Date().toISOString() : brasiliaMoment(day, '12:00');
  return { closing: { closed_at: moment }, problems: {} };
}

/** An empty amount is an unknown one. */
export function saleEnd(values: FormData, typedDay: string, first: FirstEnd): End {
  const text = textOf(values, 'closed_value');
  const value = text === '' ? null : moneyOf(text);
  const { closing, problems } = dayEnd(typedDay, first);
  if (value === undefined) return { problems: { ...problems, closed_value: UNCLEAR_MONEY } };
  return { closing: closing && { closed_value: value, ...closing }, problems };
}
