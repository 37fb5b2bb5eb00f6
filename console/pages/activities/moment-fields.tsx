import { DAY_MS } from '../../../src/contract/durations';
import { TASK_YEARS } from '../../../src/contract/limits';
import { brasiliaMoment, isoDay, isoTime } from '../../format';
import { MomentField } from '../../ui/field';
import { textOf } from '../../ui/form';

interface MomentFieldsProps {
  readonly at?: string;
  /** Day and time at first, without a moment. */
  readonly day?: string;
  readonly time?: string;
  readonly isBad: boolean;
  /** What else is asked of a moment, after a comma. */
  readonly rule?: string;
}

export function MomentFields({ at, day = '', time, isBad, rule = '' }: MomentFieldsProps) {
  return (
    <div class="side-by-side moment">
      <MomentField
        label="Dia"
        name="day"
        type="date"
        required
        defaultValue={at ? isoDay(at) : day}
        problem={isBad ? `informe o dia e a hora${rule}` : undefined}
      />
      <MomentField label="Hora" name="time" type="time" required defaultValue={at ? isoTime(at) : time} />
    </div>
  );
}

export const typedMoment = (values: FormData): string => brasiliaMoment(textOf(values, 'day'), textOf(values, 'time'));

export const RETURN_RULE = `, a partir de agora e até ${TASK_YEARS.after} anos à frente`;

/** Whether it is a moment at which to return to a lead; the service takes past ones, too. */
export const isReturnTime = (at: string): boolean =>
  Date.parse(at) > Date.now() && Date.parse(at) < Date.now() + TASK_YEARS.after * 365 * DAY_MS;
