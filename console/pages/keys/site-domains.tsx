import type { AccountWithSettings } from '../../../src/contract/account';
import { MAX_SITE_DOMAINS } from '../../../src/contract/limits';
import { call } from '../../api';
import { hostsOf } from '../../site-host';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { Loaded } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { useResource } from '../../use-resource';

/** Owner's own site, whose pages are not an origin of a lead. */
export function SiteDomains() {
  const account = useResource<AccountWithSettings>('/account');
  return (
    <section class="card" data-apart>
      <h2>Domínios do seu site</h2>
      <p class="muted">
        Quem preenche o formulário quase sempre vem de outra página do próprio site. Com os domínios aqui, essa página
        não vira a origem do lead. Vale para os próximos envios.
      </p>
      <Loaded from={account}>
        {({ site_domains }) => <DomainsForm domains={site_domains} onSaved={account.reload} />}
      </Loaded>
    </section>
  );
}

interface DomainsFormProps {
  readonly domains: readonly string[];
  readonly onSaved: () => Promise<void>;
}

function DomainsForm({ domains, onSaved }: DomainsFormProps) {
  const action = useAction();
  const save = async (values: FormData): Promise<void> => {
    const site_domains = hostsOf(textOf(values, 'domains'));
    if (!(await action.run(() => call('PATCH', '/account', { site_domains })))) return;
    await onSaved();
    say('Domínios salvos.');
  };
  return (
    <Form onSubmit={save} label="Domínios do seu site">
      <FailureNotice failure={action.failure} shown={FIELDS} />
      <TextArea
        // Another list remounts the form, as the service has read it.
        key={domains.join()}
        label="Domínios"
        name="domains"
        rows={3}
        value={domains.join('\n')}
        hint={`Um por linha, até ${MAX_SITE_DOMAINS}, como minhaloja.com.br. Subdomínios, como www, já estão incluídos.`}
        problem={FIELDS.map((field) => action.failure?.problemOf(field)).find(Boolean)}
      />
      <Button type="submit" isBusy={action.isBusy}>
        Salvar domínios
      </Button>
    </Form>
  );
}

const FIELDS = ['site_domains', ...Array.from({ length: MAX_SITE_DOMAINS }, (_, index) => `site_domains.${index}`)];
