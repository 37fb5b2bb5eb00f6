import { useState } from 'preact/hooks';
import { call } from '../api';
import type { Pipeline } from '../resources';
import { Button } from '../ui/button';
import { Confirm } from '../ui/dialog';
import { Loaded } from '../ui/loaded';
import { say } from '../ui/messages';
import { FailureNotice } from '../ui/notice';
import { Page } from '../ui/page';
import { useAction } from '../use-action';
import { useResource } from '../use-resource';
import { FunnelName, NewFunnel } from './funnel-forms';
import { Stages } from './stages';

/** The account's funnels and their stages. */
export function Funnels({ onChange }: { readonly onChange: () => Promise<void> }) {
  const funnels = useResource<Pipeline[]>('/pipelines');
  const reload = async (): Promise<void> => {
    await Promise.all([funnels.reload(), onChange()]);
  };
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title="Funis"
      about="As etapas por onde os negócios passam. Leads novos entram na etapa de entrada do funil padrão."
      actions={
        <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
          Novo funil
        </Button>
      }
    >
      <Loaded from={funnels}>
        {(all) => all.map((funnel) => <Funnel key={funnel.id} funnel={funnel} onChange={reload} />)}
      </Loaded>
      {isCreating && <NewFunnel onDone={reload} onClose={() => setCreating(false)} />}
    </Page>
  );
}

interface FunnelProps {
  readonly funnel: Pipeline;
  readonly onChange: () => Promise<void>;
}

function Funnel({ funnel, onChange }: FunnelProps) {
  const [open, setOpen] = useState<'rename' | 'delete'>();
  const action = useAction();
  const close = (): void => setOpen(undefined);
  const makeDefault = async (): Promise<void> => {
    const body = { is_default: true };
    if (await action.run(() => call('PATCH', `/pipelines/${funnel.id}`, body))) {
      await onChange();
      say(`“${funnel.name}” agora é o funil padrão.`);
    }
  };
  return (
    <section class="card funnel" aria-labelledby={`funnel-${funnel.id}`}>
      <header class="card-head">
        <h2 id={`funnel-${funnel.id}`}>
          {funnel.name} {funnel.is_default && <span class="badge accent">Padrão</span>}
        </h2>
        <div class="actions">
          {!funnel.is_default && (
            <Button kind="quiet" label={`Tornar padrão o funil ${funnel.name}`} onClick={makeDefault}>
              Tornar padrão
            </Button>
          )}
          <Button kind="quiet" icon="edit" label={`Renomear o funil ${funnel.name}`} onClick={() => setOpen('rename')}>
            Renomear
          </Button>
          {!funnel.is_default && (
            <Button
              kind="quiet"
              icon="trash"
              label={`Excluir o funil ${funnel.name}`}
              onClick={() => setOpen('delete')}
            >
              Excluir
            </Button>
          )}
        </div>
      </header>
      <FailureNotice failure={action.failure} />
      <Stages funnel={funnel} onChange={onChange} />
      {open === 'rename' && <FunnelName funnel={funnel} onDone={onChange} onClose={close} />}
      {open === 'delete' && <DeleteFunnel funnel={funnel} onDone={onChange} onClose={close} />}
    </section>
  );
}

interface DeleteFunnelProps {
  readonly funnel: Pipeline;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

function DeleteFunnel({ funnel, onDone, onClose }: DeleteFunnelProps) {
  const action = useAction();
  const remove = async (): Promise<void> => {
    if (!(await action.run(() => call('DELETE', `/pipelines/${funnel.id}`)))) return;
    onClose();
    await onDone();
    say(`O funil “${funnel.name}” foi excluído.`);
  };
  return (
    <Confirm
      title={`Excluir “${funnel.name}”?`}
      verb="Excluir funil"
      action={action}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>As etapas e automações dele são excluídas também. Um funil com negócios não pode ser excluído.</p>
    </Confirm>
  );
}
