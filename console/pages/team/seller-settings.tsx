import type { AccountWithSettings } from '../../../src/contract/account';
import type { SellersSee } from '../../../src/contract/members/roles';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { Check } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { Loaded } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { useResource } from '../../use-resource';
import { optionsOf } from '../../words';

const SEEN: Readonly<Record<SellersSee, string>> = {
  all: 'todos os leads',
  own: 'só os seus e os sem responsável',
};

/** What the account lets its sellers do. */
export function SellerSettings() {
  const account = useResource<AccountWithSettings>('/account');
  return (
    <section class="card">
      <h2>O que os vendedores podem</h2>
      <p class="muted">Vendedores editam todo lead que veem, mas só passam adiante os seus.</p>
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
  const save = async (values: FormData): Promise<void> => {
    const body = { sellers_see: textOf(values, 'sellers_see'), sellers_export: values.has('sellers_export') };
    if (!(await action.run(() => call('PATCH', '/account', body)))) return;
    await onSaved();
    say('Configurações dos vendedores salvas.');
  };
  return (
    <Form onSubmit={save} label="O que os vendedores podem">
      <FailureNotice failure={action.failure} />
      <fieldset>
        <legend>Vendedores veem</legend>
        {optionsOf(SEEN).map((seen) => (
          <Check
            key={seen}
            type="radio"
            name="sellers_see"
            value={seen}
            defaultChecked={seen === settings.sellers_see}
            title={SEEN[seen]}
          />
        ))}
      </fieldset>
      <Check name="sellers_export" defaultChecked={settings.sellers_export} title="Vendedores podem exportar leads" />
      <div class="actions">
        <Button type="submit" isBusy={action.isBusy}>
          Salvar
        </Button>
      </div>
    </Form>
  );
}
