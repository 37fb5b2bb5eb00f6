import { useState } from 'preact/hooks';
import { DAY_MS } from '../../../src/contract/durations';
import type { ApiKeyView, KeyRefusal } from '../../../src/contract/key';
import { MAX_ACTIVE_KEYS, MAX_KEY_REFUSALS } from '../../../src/contract/limits';
import { call } from '../../api';
import { dateTime, plural } from '../../format';
import { keyText } from '../../key-names';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Empty, Loaded } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { PageFrame } from '../../ui/page';
import { useAction } from '../../use-action';
import { useResource, useWholeList } from '../../use-resource';
import { PERMISSION_WORDS } from '../../words';
import { RenameKey, ReplaceKey } from './change-key';
import { NewKey } from './new-key';
import { Refusals } from './refusals';
import { SiteDomains } from './site-domains';

export function Keys() {
  const keys = useWholeList<ApiKeyView>('/api-keys');
  const [isCreating, setCreating] = useState(false);
  const active = keys.data?.filter((key) => !key.revoked_at).length;
  const isFull = active === MAX_ACTIVE_KEYS;
  return (
    <PageFrame
      title="Chaves de API"
      about="Cada chave liga um sistema seu a esta conta. Use uma por sistema: assim você pode revogar só a dele."
      actions={
        <>
          {active !== undefined && (
            <span class="badge">
              {active} de {MAX_ACTIVE_KEYS} ativas
            </span>
          )}
          <Button
            kind="primary"
            icon="plus"
            disabled={active === undefined || isFull}
            onClick={() => setCreating(true)}
          >
            Nova chave
          </Button>
        </>
      }
    >
      {isFull && <p class="muted">O limite é de {MAX_ACTIVE_KEYS} chaves ativas. Revogue uma para criar outra.</p>}
      <Loaded from={keys}>{(all) => <KeyLists keys={all} onChange={keys.reload} />}</Loaded>
      <SiteDomains />
      {isCreating && <NewKey onCreated={keys.reload} onClose={() => setCreating(false)} />}
    </PageFrame>
  );
}

interface ActiveKeysProps {
  readonly keys: readonly ApiKeyView[];
  readonly onChange: () => Promise<void>;
}

function KeyLists({ keys, onChange }: ActiveKeysProps) {
  return (
    <>
      <ActiveKeys keys={keys.filter((key) => !key.revoked_at)} onChange={onChange} />
      <RevokedKeys keys={keys.filter((key) => key.revoked_at)} />
    </>
  );
}

type Change = 'refusals' | 'rename' | 'replace' | 'revoke';

function ActiveKeys({ keys, onChange }: ActiveKeysProps) {
  const [open, setOpen] = useState<{ readonly key: ApiKeyView; readonly change: Change }>();
  const name = open ? keyText(open.key, keys) : '';
  const dialog = { name, onChanged: onChange, onClose: () => setOpen(undefined) };
  if (keys.length === 0)
    return <Empty title="Nenhuma chave ativa">Crie a primeira para o seu site enviar leads.</Empty>;
  return (
    <>
      <ul class="rows">
        {keys.map((key) => (
          <li key={key.id} class="card row">
            <KeyFacts of={key} />
            <KeyActions of={key} name={keyText(key, keys)} onChoose={(change) => setOpen({ key, change })} />
          </li>
        ))}
      </ul>
      {open?.change === 'refusals' && <Refusals of={open.key} {...dialog} />}
      {open?.change === 'rename' && <RenameKey of={open.key} {...dialog} />}
      {open?.change === 'replace' && <ReplaceKey of={open.key} isFull={keys.length === MAX_ACTIVE_KEYS} {...dialog} />}
      {open?.change === 'revoke' && <Revoke of={open.key} {...dialog} />}
    </>
  );
}

interface KeyActionsProps {
  readonly of: ApiKeyView;
  readonly name: string;
  readonly onChoose: (change: Change) => void;
}

const SHOWN_DAYS = 7;

/** `: 3 recusas em 7 dias`; empty without any. */
function useRefusalCount(id: string): string {
  const refusals = useResource<KeyRefusal[]>(`/api-keys/${id}/refusals`).data ?? [];
  const since = Date.now() - SHOWN_DAYS * DAY_MS;
  const late = refusals.filter(({ at }) => Date.parse(at) > since).length;
  const least = late < MAX_KEY_REFUSALS ? '' : ' ou mais';
  return late === 0 ? '' : `: ${plural(late, 'recusa', 'recusas')}${least} em ${SHOWN_DAYS} dias`;
}

function KeyActions({ of: { id, ends_at }, name, onChoose }: KeyActionsProps) {
  const refused = useRefusalCount(id);
  return (
    <div class="row-actions">
      <Button kind="quiet" label={`Últimos erros${refused} da chave ${name}`} onClick={() => onChoose('refusals')}>
        Últimos erros{refused}
      </Button>
      <Button kind="quiet" label={`Renomear a chave ${name}`} onClick={() => onChoose('rename')}>
        Renomear
      </Button>
      {!ends_at && (
        <Button kind="quiet" label={`Substituir a chave ${name}`} onClick={() => onChoose('replace')}>
          Substituir
        </Button>
      )}
      <Button icon="trash" label={`Revogar a chave ${name}`} onClick={() => onChoose('revoke')}>
        Revogar
      </Button>
    </div>
  );
}

function KeyFacts({ of: key }: { readonly of: ApiKeyView }) {
  return (
    <div class="row-main">
      <h2 class="row-title">
        {key.name} <span class="hint-code">final {key.hint}</span>
      </h2>
      <ul class="chips" aria-label="Permissões">
        {key.permissions.map((permission) => (
          <li key={permission} class="chip">
            {PERMISSION_WORDS[permission].title}
          </li>
        ))}
      </ul>
      <p class="small muted">
        Criada em {dateTime(key.created_at)} ·{' '}
        {key.last_used_at ? `último uso em ${dateTime(key.last_used_at)}` : 'ainda não usada'}
        {key.ends_at && ` · substituída: vale até ${dateTime(key.ends_at)}`}
        {key.revoked_at && ` · revogada em ${dateTime(key.revoked_at)}`}
      </p>
    </div>
  );
}

function RevokedKeys({ keys }: { readonly keys: readonly ApiKeyView[] }) {
  if (keys.length === 0) return null;
  return (
    <details class="more-below">
      <summary>{plural(keys.length, 'chave revogada', 'chaves revogadas')}</summary>
      <ul class="rows">
        {keys.map((key) => (
          <li key={key.id} class="card row faded">
            <KeyFacts of={key} />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface RevokeProps {
  readonly of: ApiKeyView;
  readonly name: string;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

function Revoke({ of: key, name, onChanged, onClose }: RevokeProps) {
  const action = useAction();
  const revoke = async (): Promise<void> => {
    if (!(await action.run(() => call('DELETE', `/api-keys/${key.id}`)))) return;
    onClose();
    await onChanged();
    say(`A chave “${name}” foi revogada.`);
  };
  return (
    <Confirm title={`Revogar “${name}”?`} verb="Revogar chave" action={action} onConfirm={revoke} onClose={onClose}>
      <p>
        O sistema que usa a chave final {key.hint}, criada em {dateTime(key.created_at)}, perde o acesso no mesmo
        instante. Não há como desfazer.
      </p>
    </Confirm>
  );
}
