import { useLayoutEffect, useState } from 'preact/hooks';
import { fullDay } from '../../format';
import { Button } from '../../ui/button';
import { Check, Select, TextField } from '../../ui/field';
import { useHash } from '../../router';
import { Form, textOf } from '../../ui/form';
import { type Choice, LAST_DAYS } from './use-period';

const OWN = 'own';
const OPTIONS: readonly { readonly value: string; readonly text: string }[] = [
  ...LAST_DAYS.map((days) => ({ value: days, text: `Últimos ${days} dias` })),
  { value: OWN, text: 'Outras datas' },
];

export function PeriodForm({ choice }: { readonly choice: Choice }) {
  const { days, period, before } = choice;
  const [isOwn, setOwn] = useState(days === undefined);
  const [problem, setProblem] = useState<string>();
  // Dates that were typed and not shown give way to the applied ones when something else changes.
  const address = useHash();
  // Back restores a choice of last days.
  useLayoutEffect(() => setOwn(days === undefined), [days]);
  const choose = (value: string): void => {
    setOwn(value === OWN);
    if (value !== OWN) choice.chooseDays(value);
  };
  const apply = (values: FormData): void => {
    const [from, to] = [textOf(values, 'from'), textOf(values, 'to')];
    const isRight = from !== '' && to !== '' && from <= to;
    setProblem(isRight ? undefined : 'informe os dois dias, o primeiro antes do último');
    if (isRight) choice.choosePeriod({ from, to });
  };
  return (
    <Form class="card period-form" label="Datas do painel" onSubmit={apply}>
      <Select label="Período" value={isOwn ? OWN : days} onChange={choose} options={OPTIONS} />
      {isOwn && (
        <>
          <TextField
            key={`${address} from`}
            label="De"
            name="from"
            type="date"
            defaultValue={period.from}
            problem={problem}
          />
          <TextField key={`${address} to`} label="Até" name="to" type="date" defaultValue={period.to} />
          <Button type="submit">Mostrar</Button>
        </>
      )}
      <Check
        name="without_spam"
        title="Sem os apagados como spam"
        checked={choice.withoutSpam}
        onChange={choice.leaveOutSpam}
      />
      <p class="small muted">
        De {fullDay(period.from)} a {fullDay(period.to)}, comparado com {fullDay(before.from)} a {fullDay(before.to)}.
      </p>
    </Form>
  );
}
