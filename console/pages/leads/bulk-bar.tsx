import { useState } from 'preact/hooks';
import type { BulkResult } from '../../../src/contract/lead';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { plural } from '../../format';
import { useMe } from '../../me';
import { memberOptions, useActiveMembers } from '../../responsible';
import { Button } from '../../ui/button';
import { Select, TextField } from '../../ui/field';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { stageOptions } from '../../stage-options';

interface BulkBarProps {
  readonly leadIds: readonly string[];
  readonly pipelines: readonly OwnerPipelineView[];
  readonly onClear: () => void;
  readonly onChanged: () => Promise<void>;
}

/** Actions on the selected leads; hidden without a selection. */
export function BulkBar({ leadIds, pipelines, onClear, onChanged }: BulkBarProps) {
  const action = useAction();
  const change = (what: object): Promise<boolean> =>
    action.run(async () => {
      const { data } = await call<BulkResult>('POST', '/leads/bulk', { lead_ids: leadIds, ...what });
      onClear();
      await onChanged();
      say(resultText(data));
    });
  const chosen = plural(leadIds.length, 'lead selecionado', 'leads selecionados');
  return (
    <>
      <p class="visually-hidden" role="status">
        {leadIds.length > 0 && chosen}
      </p>
      {leadIds.length > 0 && (
        <section class="card bulk" aria-label="Leads selecionados">
          <p>
            <strong>{chosen}</strong>
          </p>
          <FailureNotice failure={action.failure} shown={['add_tags', 'add_tags.0']} />
          <AddTag action={action} onTag={(tag) => void change({ add_tags: [tag] })} />
          <Move action={action} pipelines={pipelines} onMove={(stageId) => void change({ stage_id: stageId })} />
          <Assign action={action} onAssign={(id) => void change({ responsible_id: id })} />
          <Button onClick={onClear}>Limpar seleção</Button>
        </section>
      )}
    </>
  );
}

type Action = ReturnType<typeof useAction>;

function AddTag({ action, onTag }: { readonly action: Action; readonly onTag: (tag: string) => void }) {
  const [tag, setTag] = useState('');
  return (
    <div class="bulk-pair">
      <TextField
        label="Nova etiqueta"
        value={tag}
        onInput={(event) => setTag(event.currentTarget.value)}
        problem={action.failure?.problemOf('add_tags.0')}
      />
      <Button disabled={tag.trim() === ''} isBusy={action.isBusy} onClick={() => onTag(tag)}>
        Etiquetar
      </Button>
    </div>
  );
}

interface MoveProps extends Pick<BulkBarProps, 'pipelines'> {
  readonly action: Action;
  readonly onMove: (stageId: string) => void;
}

function Move({ action, pipelines, onMove }: MoveProps) {
  const [stageId, setStageId] = useState('');
  return (
    <div class="bulk-pair">
      <Select
        label="Mover para"
        value={stageId}
        onChange={setStageId}
        options={[{ value: '', text: 'Escolha a etapa' }, ...stageOptions(pipelines)]}
      />
      <Button disabled={stageId === ''} isBusy={action.isBusy} onClick={() => onMove(stageId)}>
        Mover
      </Button>
    </div>
  );
}

interface AssignProps {
  readonly action: Action;
  /** Null: nobody. */
  readonly onAssign: (memberId: string | null) => void;
}

const NOBODY = 'none';

/** The service refuses leads that the person may not give away, and the result counts them. */
function Assign({ action, onAssign }: AssignProps) {
  const { member } = useMe();
  const members = useActiveMembers();
  const [chosen, setChosen] = useState('');
  return (
    <div class="bulk-pair">
      <Select
        label="Responsável"
        value={chosen}
        onChange={setChosen}
        options={[
          { value: '', text: 'Escolha a pessoa' },
          ...memberOptions(members, member?.id),
          { value: NOBODY, text: 'Ninguém' },
        ]}
      />
      <Button
        disabled={chosen === ''}
        isBusy={action.isBusy}
        onClick={() => onAssign(chosen === NOBODY ? null : chosen)}
      >
        Passar
      </Button>
    </div>
  );
}

function resultText({ changed, unchanged, refused }: BulkResult): string {
  const parts = [plural(changed, 'lead alterado', 'leads alterados')];
  if (unchanged > 0) parts.push(`${unchanged} já ${unchanged === 1 ? 'estava' : 'estavam'} assim`);
  if (refused.length > 0) parts.push(`${refused.length} sem alteração possível`);
  return `${parts.join(', ')}.`;
}
