import { useState } from 'preact/hooks';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { useMay } from '../../me';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { PageFrame } from '../../ui/page';
import { useAction } from '../../use-action';
import { useResource } from '../../use-resource';
import { PipelineName, NewPipelineForm } from './pipeline-forms';
import { RotaMembers } from './rota';
import { MessageTemplates } from './message-templates';
import { SalesSettings } from './sales-settings';
import { StageList } from './stages';

export function Pipelines({ onChange }: { readonly onChange: () => Promise<void> }) {
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines');
  const reload = async (): Promise<void> => {
    await Promise.all([pipelines.reload(), onChange()]);
  };
  const may = useMay();
  const [isCreating, setCreating] = useState(false);
  return (
    <PageFrame
      title="Funis"
      about="As etapas por onde os negócios passam. Leads novos entram na etapa de entrada do funil padrão."
      actions={
        <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
          Novo funil
        </Button>
      }
    >
      <Loaded from={pipelines}>
        {(all) => (
          <>
            {all.map((pipeline) => (
              <Pipeline key={pipeline.id} pipeline={pipeline} onChange={reload} />
            ))}
            {may('settings') && (
              <div class="rows">
                <SalesSettings />
                <MessageTemplates />
              </div>
            )}
          </>
        )}
      </Loaded>
      {isCreating && <NewPipelineForm onDone={reload} onClose={() => setCreating(false)} />}
    </PageFrame>
  );
}

interface PipelineProps {
  readonly pipeline: OwnerPipelineView;
  readonly onChange: () => Promise<void>;
}

type Opened = 'rename' | 'delete';

function Pipeline({ pipeline, onChange }: PipelineProps) {
  const [open, setOpen] = useState<Opened>();
  const action = useAction();
  const close = (): void => setOpen(undefined);
  const makeDefault = async (): Promise<void> => {
    const body = { is_default: true };
    if (await action.run(() => call('PATCH', `/pipelines/${pipeline.id}`, body))) {
      await onChange();
      say(`“${pipeline.name}” agora é o funil padrão.`);
    }
  };
  return (
    <section class="card pipeline" aria-labelledby={`pipeline-${pipeline.id}`}>
      <header class="card-head">
        <h2 id={`pipeline-${pipeline.id}`}>
          {pipeline.name} {pipeline.is_default && <span class="badge accent">Padrão</span>}
        </h2>
        <PipelineActions of={pipeline} onMakeDefault={makeDefault} onOpen={setOpen} />
      </header>
      <FailureNotice failure={action.failure} />
      <StageList pipeline={pipeline} onChange={onChange} />
      <RotaMembers pipeline={pipeline} onChange={onChange} />
      {open === 'rename' && <PipelineName pipeline={pipeline} onDone={onChange} onClose={close} />}
      {open === 'delete' && <DeletePipeline pipeline={pipeline} onDone={onChange} onClose={close} />}
    </section>
  );
}

interface PipelineActionsProps {
  readonly of: OwnerPipelineView;
  readonly onMakeDefault: () => Promise<void>;
  readonly onOpen: (dialog: Opened) => void;
}

function PipelineActions({ of: pipeline, onMakeDefault, onOpen }: PipelineActionsProps) {
  return (
    <div class="actions">
      {!pipeline.is_default && (
        <Button kind="quiet" label={`Tornar padrão o funil ${pipeline.name}`} onClick={onMakeDefault}>
          Tornar padrão
        </Button>
      )}
      <Button kind="quiet" icon="edit" label={`Renomear o funil ${pipeline.name}`} onClick={() => onOpen('rename')}>
        Renomear
      </Button>
      {!pipeline.is_default && (
        <Button kind="quiet" icon="trash" label={`Excluir o funil ${pipeline.name}`} onClick={() => onOpen('delete')}>
          Excluir
        </Button>
      )}
    </div>
  );
}

interface DeletePipelineProps {
  readonly pipeline: OwnerPipelineView;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

function DeletePipeline({ pipeline, onDone, onClose }: DeletePipelineProps) {
  const action = useAction();
  const remove = async (): Promise<void> => {
    if (!(await action.run(() => call('DELETE', `/pipelines/${pipeline.id}`)))) return;
    onClose();
    await onDone();
    say(`O funil “${pipeline.name}” foi excluído.`);
  };
  return (
    <Confirm
      title={`Excluir “${pipeline.name}”?`}
      verb="Excluir funil"
      action={action}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>As etapas e automações dele são excluídas também. Um funil com negócios não pode ser excluído.</p>
    </Confirm>
  );
}
