import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { OwnerPipelineView, OwnerStageView, AutomationView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { money } from '../../format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Empty } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { useWholeList } from '../../use-resource';
import { FLAG_WORDS, optionsOf } from '../../words';
import { Automations } from './automations';
import { DeleteStage } from './delete-stage';
import { ruleText } from './rule-text';
import { StageForm } from './stage-form';

interface StagesProps {
  readonly pipeline: OwnerPipelineView;
  readonly onChange: () => Promise<void>;
}

type Opened =
  { readonly what: 'add' } | { readonly what: 'edit' | 'automations' | 'delete'; readonly stage: OwnerStageView };

export function StageList({ pipeline, onChange }: StagesProps) {
  const [opened, setOpened] = useState<Opened>();
  const action = useAction();
  const close = (): void => setOpened(undefined);
  const isChanging = opened?.what === 'automations' && opened.stage.id;
  const move = async (stage: OwnerStageView, position: number): Promise<void> => {
    if (!(await action.run(() => call('PATCH', `/stages/${stage.id}`, { position })))) return;
    const pressed = document.activeElement;
    await onChange();
    // A row that moves loses the focus.
    requestAnimationFrame(() => pressed instanceof HTMLElement && pressed.focus());
    say(`“${stage.name}” agora é a etapa ${position} de ${pipeline.stages.length}.`);
  };
  return (
    <>
      <FailureNotice failure={action.failure} />
      {pipeline.stages.length === 0 && <Empty title="Este funil ainda não tem etapas" />}
      <ol class="stages">
        {pipeline.stages.map((stage, index) => (
          <li key={stage.id} class="stage">
            <Order stage={stage} position={index + 1} last={pipeline.stages.length} onMove={move} />
            <StageFacts stage={stage}>
              {isChanging !== stage.id && <Rules of={stage} stages={pipeline.stages} />}
            </StageFacts>
            <StageActions of={stage} onOpen={setOpened} />
          </li>
        ))}
      </ol>
      <Button icon="plus" label={`Nova etapa em ${pipeline.name}`} onClick={() => setOpened({ what: 'add' })}>
        Nova etapa
      </Button>
      {opened && <Over opened={opened} pipeline={pipeline} onChange={onChange} onClose={close} />}
    </>
  );
}

interface StageActionsProps {
  readonly of: OwnerStageView;
  readonly onOpen: (dialog: Opened) => void;
}

function StageActions({ of: stage, onOpen }: StageActionsProps) {
  return (
    <div class="actions">
      <Button
        kind="quiet"
        icon="timer"
        label={`Automações da etapa ${stage.name}`}
        onClick={() => onOpen({ what: 'automations', stage })}
      >
        Automações
      </Button>
      <Button
        kind="quiet"
        icon="edit"
        label={`Editar a etapa ${stage.name}`}
        onClick={() => onOpen({ what: 'edit', stage })}
      >
        Editar
      </Button>
      <Button
        kind="quiet"
        icon="trash"
        label={`Excluir a etapa ${stage.name}`}
        onClick={() => onOpen({ what: 'delete', stage })}
      >
        Excluir
      </Button>
    </div>
  );
}

interface OrderProps {
  readonly stage: OwnerStageView;
  readonly position: number;
  readonly last: number;
  readonly onMove: (stage: OwnerStageView, position: number) => Promise<void>;
}

// Buttons stay focusable at the ends, because a disabled button loses the focus.
function Order({ stage, position, last, onMove }: OrderProps) {
  return (
    <div class="order">
      <button
        type="button"
        class="button quiet icon-only"
        aria-label={`Subir a etapa ${stage.name}`}
        title="Subir"
        aria-disabled={position === 1}
        onClick={() => position > 1 && void onMove(stage, position - 1)}
      >
        <Icon name="arrowUp" />
      </button>
      <button
        type="button"
        class="button quiet icon-only"
        aria-label={`Descer a etapa ${stage.name}`}
        title="Descer"
        aria-disabled={position === last}
        onClick={() => position < last && void onMove(stage, position + 1)}
      >
        <Icon name="arrowDown" />
      </button>
    </div>
  );
}

interface StageFactsProps {
  readonly stage: OwnerStageView;
  readonly children: ComponentChildren;
}

function StageFacts({ stage, children }: StageFactsProps) {
  const flags = optionsOf(FLAG_WORDS).filter((flag) => stage[flag]);
  return (
    <div class="row-main">
      <h3 class="row-title">{stage.name}</h3>
      {(flags.length > 0 || stage.value !== null) && (
        <ul class="chips" aria-label="Marcas">
          {flags.map((flag) => (
            <li key={flag} class={`chip ${flag}`}>
              {FLAG_WORDS[flag].badge}
            </li>
          ))}
          {stage.value !== null && <li class="chip">{money(stage.value)}</li>}
        </ul>
      )}
      {children}
    </div>
  );
}

interface RulesProps {
  readonly of: OwnerStageView;
  readonly stages: readonly OwnerStageView[];
}

/** Automations of a stage; read again when their dialog has closed. */
function Rules({ of: { id }, stages }: RulesProps) {
  const rules = useWholeList<AutomationView>(`/stages/${id}/automations`).data ?? [];
  if (rules.length === 0) return null;
  return (
    <ul class="small muted" aria-label="Automações">
      {rules.map((rule) => (
        <li key={rule.id}>{ruleText(rule, stages)}</li>
      ))}
    </ul>
  );
}

interface OverProps extends StagesProps {
  readonly opened: Opened;
  readonly onClose: () => void;
}

function Over({ opened, pipeline, onChange, onClose }: OverProps) {
  switch (opened.what) {
    case 'add':
      return <StageForm pipelineId={pipeline.id} onDone={onChange} onClose={onClose} />;
    case 'edit':
      return <StageForm pipelineId={pipeline.id} stage={opened.stage} onDone={onChange} onClose={onClose} />;
    case 'automations':
      return <Automations stage={opened.stage} pipeline={pipeline} onClose={onClose} />;
    case 'delete':
      return <DeleteStage stage={opened.stage} pipeline={pipeline} onDone={onChange} onClose={onClose} />;
  }
}
