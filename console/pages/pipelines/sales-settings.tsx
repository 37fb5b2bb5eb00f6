import { useState } from 'preact/hooks';
import type { AccountWithSettings } from '../../../src/contract/account';
import { MAX_ACCOUNT_IDLE_DAYS } from '../../../src/contract/limits';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { TextArea, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { Loaded } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { useResource } from '../../use-resource';

const COMMON = ['Preço', 'Sem resposta', 'Comprou em outro lugar', 'Fora do perfil', 'Desistiu'];

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** Reasons that are offered for a loss, and the days after which a deal counts as idle. */
export function SalesSettings() {
  const account = useResource<AccountWithSettings>('/account');
  return (
    <section class="card">
      <h2>Perdas e negócios parados</h2>
      <Loaded from={account}>{(settings) => <SettingsForm settings={settings} onSaved={account.reload} />}</Loaded>
    </section>
  );
}

interface SettingsFormProps {
  readonly settings: AccountWithSettings;
  readonly onSaved: () => Promise<void>;
}

function SettingsForm({ settings, onSaved }: SettingsFormProps) {
  const action = useAction();
  const [reasons, setReasons] = useState(settings.loss_reasons.join('\n'));
  const problem = action.failure?.fields.find(({ field }) => field.startsWith('loss_reasons'));
  const save = async (values: FormData): Promise<void> => {
    const body = { loss_reasons: linesOf(reasons), idle_days: Number(textOf(values, 'idle_days')) };
    if (!(await action.run(() => call('PATCH', '/account', body)))) return;
    await onSaved();
    say('Configurações salvas.');
  };
  return (
    <Form onSubmit={save} label="Perdas e negócios parados">
      <FailureNotice failure={action.failure} shown={['idle_days', problem?.field ?? '']} />
      <Reasons text={reasons} onText={setReasons} problem={problem?.message} />
      <TextField
        label="Dias até um negócio contar como parado"
        name="idle_days"
        type="number"
        min={1}
        max={MAX_ACCOUNT_IDLE_DAYS}
        defaultValue={String(settings.idle_days)}
        problem={action.failure?.problemOf('idle_days')}
      />
      <div class="actions">
        <Button type="submit" isBusy={action.isBusy}>
          Salvar configurações
        </Button>
      </div>
    </Form>
  );
}

interface ReasonsProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly problem: string | undefined;
}

function Reasons({ text, onText, problem }: ReasonsProps) {
  return (
    <>
      <TextArea
        label="Motivos de perda"
        hint="Um por linha. Aparecem como botões quando um negócio é perdido."
        name="loss_reasons"
        rows={6}
        value={text}
        onInput={onText}
        problem={problem}
      />
      <div class="actions">
        <Button icon="plus" onClick={() => onText(linesOf(`${text}\n${COMMON.join('\n')}`).join('\n'))}>
          Adicionar motivos comuns
        </Button>
      </div>
    </>
  );
}
