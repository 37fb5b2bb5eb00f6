import { brasiliaMoment, isoDay, isoTime } from '../../format';
import { TextField } from '../../ui/field';
import { textOf } from '../../ui/form';

interface MomentFieldsProps {
  readonly at?: string;
  /** Day at first, without a moment. */
  readonly day?: string;
  readonly isBad: boolean;
}

export function MomentFields({ at, day = '', isBad }: MomentFieldsProps) {
  return (
    <div class="side-by-side moment">
      <TextField
        label="Dia"
        name="day"
        type="date"
        required
        defaultValue={at ? isoDay(at) : day}
        problem={isBad ? 'informe o dia e a hora' : undefined}
      />
      <TextField label="Hora" name="time" type="time" required defaultValue={at && isoTime(at)} />
    </div>
  );
}

export const typedMoment = (values: FormData): string => brasiliaMoment(textOf(values, 'day'), textOf(values, 'time'));
