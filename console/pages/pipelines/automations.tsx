import { useState } from 'preact/hooks';
import { MAX_IDLE_DAYS, MAX_TAG } from '../../../src/contract/limits';
import type {
  OwnerPipelineView,
  OwnerStageView,
  AutomationAction,
  AutomationView,
} from '../../../src/contract/pipeline';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { Confirm, Dialog } from '../../ui/dialog';
import { Select, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { Empty, Loaded } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { useWholeList } from '../../use-resource';
import { AUTOMATION_WORDS, optionsOf } from '../../words';
import { ruleText } from './rule-text';

interface AutomationsProps {
  readonly stage: OwnerStageView;
  readonly pipeline: OwnerPipelineView;
  readonly onClose: () => void;
}

/** Automatic actions on leads that stay idle in a stage. */
export function Automations({ stage, pipeline, onClose }: AutomationsProps) {
  const rules = useWholeList<AutomationView>(`/stages/${stage.id}/automations`);
  const [removed, setRemoved] = useState<AutomationView>();
  return (
    <Dialog title={`Automações de “${stage.name}”`} onClose={onClose}>
      <p class="muted">Agem sobre leads parados nesta etapa, uma vez por passagem.</p>
      <Loaded from={rules}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="Nenhuma automação nesta etapa" />
          ) : (
            <ul class="plain-list">
              {all.map((rule) => (
                <li key={rule.id} class="row">
                  <Rule text={ruleText(rule, pipeline.stages)} onRemove={() => setRemoved(rule)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <NewRule stage={stage} pipeline={pipeline} onAdded={rules.reload} />
      <div class="dialog-actions">
        <Button onClick={onClose}>Fechar</Button>
      </div>
      {removed && (
        <DeleteRule
          id={removed.id}
          text={ruleText(removed, pipeline.stages)}
          onDone={rules.reload}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Dialog>
  );
}

function Rule({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  return (
    <>
      <p class="row-main">{text}</p>
      <Button kind="quiet" icon="trash" label={`Excluir automação: ${text}`} onClick={onRemove}>
        Excluir
      </Button>
    </>
  );
}

interface DeleteRuleProps {
  readonly id: string;
  readonly text: string;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

function DeleteRule({ id, text, onDone, onClose }: DeleteRuleProps) {
  const action = useAction();
  const remove = async (): Promise<void> => {
    if (!(await action.run(() => call('DELETE', `/automations/${id}`)))) return;
    onClose();
    await onDone();
    say('Automação excluída.');
  };
  return (
    <Confirm title="Excluir a automação?" verb="Excluir automação" action={action} onConfirm={remove} onClose={onClose}>
      <p>{text}. O que ela já fez continua feito.</p>
    </Confirm>
  );
}

interface NewRuleProps {
  readonly stage: OwnerStageView;
  readonly pipeline: OwnerPipelineView;
  readonly onAdded: () => Promise<void>;
}

const ACTIONS = optionsOf(AUTOMATION_WORDS).map((type) => ({
  value: type,
  text: AUTOMATION_WORDS[type],
}));

function NewRule({ stage, pipeline, onAdded }: NewRuleProps) {
  const action = useAction();
  const [type, setType] = useState<AutomationAction>('notify');
  const problemOf = (field: string): string | undefined => action.failure?.problemOf(field);
  const add = async (values: FormData): Promise<void> => {
    const body = ruleOf(values, type);
    if (!(await action.run(() => call('POST', `/stages/${stage.id}/automations`, body)))) return;
    await onAdded();
    say('Automação criada.');
  };
  return (
    <Form class="panel" label="Nova automação" onSubmit={add}>
      <h3>Nova automação</h3>
      <FailureNotice failure={action.failure} shown={['idle_days', 'action.tag', 'action.stage_id']} />
      <TextField
        label="Dias parado"
        name="idle_days"
        type="number"
        min={1}
        max={MAX_IDLE_DAYS}
        defaultValue="3"
        problem={problemOf('idle_days')}
      />
      <Select label="Ação" value={type} onChange={setType} options={ACTIONS} />
      <ActionParameter of={type} stage={stage} pipeline={pipeline} problemOf={problemOf} />
      <Button type="submit" icon="plus" isBusy={action.isBusy}>
        Adicionar
      </Button>
    </Form>
  );
}

interface ActionParameterProps {
  readonly of: AutomationAction;
  readonly stage: OwnerStageView;
  readonly pipeline: OwnerPipelineView;
  readonly problemOf: (field: string) => string | undefined;
}

/** Further field of an action, by its kind. */
function ActionParameter({ of: type, stage, pipeline, problemOf }: ActionParameterProps) {
  return (
    <>
      {type === 'add_tag' && (
        <TextField label="Etiqueta" name="parameter" maxLength={MAX_TAG} problem={problemOf('action.tag')} />
      )}
      {type === 'move' && (
        <Select
          label="Para a etapa"
          name="parameter"
          options={targetsOf(stage, pipeline)}
          problem={problemOf('action.stage_id')}
        />
      )}
    </>
  );
}

function ruleOf(values: FormData, type: AutomationAction) {
  const parameter = type === 'notify' ? {} : { [type === 'move' ? 'stage_id' : 'tag']: textOf(values, 'parameter') };
  return { idle_days: Number(textOf(values, 'idle_days')), action: { type, ...parameter } };
}

const targetsOf = (stage: OwnerStageView, { stages }: OwnerPipelineView) =>
  stages.filter(({ id, is_won }) => id !== stage.id && !is_won).map(({ id, name }) => ({ value: id, text: name }));
