import { useLayoutEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button';
import { Check, MomentField, Select } from '../../ui/field';
import { useHash } from '../../router';
import { Form, textOf } from '../../ui/form';
import { type PeriodName, periodText } from './periods';
import type { Choice } from './use-period';

const OWN = 'own';
const OPTIONS: readonly { readonly value: PeriodName | typeof OWN; readonly text: string }[] = [
  { value: 'este-mes', text: 'Este mês' },
  { value: 'mes-passado', text: 'Mês passado' },
  { value: '7', text: 'Últimos 7 dias' },
  { value: '30', text: 'Últimos 30 dias' },
  { value: '90', text: 'Últimos 90 dias' },
  { value: '365', text: 'Últimos 365 dias' },
  { value: OWN, text: 'Outras datas' },
];

export function PeriodForm({ choice }: { readonly choice: Choice }) {
  const { name, period, before, today } = choice;
  const [isOwn, setOwn] = useState(name === undefined);
  const [problem, setProblem] = useState<string>();
  // Dates that were typed and not shown give way to the applied ones when something else changes.
  const address = useHash();
  // Back restores a choice by name.
  useLayoutEffect(() => setOwn(name === undefined), [name]);
  const choose = (value: PeriodName | typeof OWN): void => {
    setOwn(value === OWN);
    if (value !== OWN) choice.choose(value);
  };
  const apply = (values: FormData): void => {
    const [from, to] = [textOf(values, 'from'), textOf(values, 'to')];
    const isRight = from !== '' && to !== '' && from <= to;
    setProblem(isRight ? undefined : 'informe os dois dias, o primeiro antes do último');
    if (isRight) choice.chooseDays({ from, to });
  };
  return (
    <Form class="card period-form" label="Datas do painel" onSubmit={apply}>
      <Select label="Período" value={isOwn ? OWN : name} onChange={choose} options={OPTIONS} />
      {isOwn && (
        <>
          <MomentField
            key={`${address} from`}
            label="De"
            name="from"
            type="date"
            defaultValue={period.from}
            problem={problem}
          />
          <MomentField key={`${address} to`} label="Até" name="to" type="date" defaultValue={period.to} />
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
        {periodText(period, today)}, comparado com {periodText(before, today)}
      </p>
    </Form>
  );
}
