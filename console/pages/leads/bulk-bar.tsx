import { useState } from 'preact/hooks';
import type { BulkResult, OwnerLead } from '../../../src/contract/lead';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { plural } from '../../format';
import { useMe } from '../../me';
import { memberOptions, useActiveMembers } from '../../responsible';
import { Button } from '../../ui/button';
import { Select, TextField } from '../../ui/field';
import { say } from '../../ui/messages';
import { FailureNotice, Notice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { stageOptions } from '../../stage-options';
import { type BulkChange, refusedText, resultText } from './bulk-words';

interface BulkBarProps {
  /** The selected ones. */
  readonly leads: readonly OwnerLead[];
  readonly pipelines: readonly OwnerPipelineView[];
  readonly onClear: () => void;
  readonly onChanged: () => Promise<void>;
}

/** Actions on the selected leads; hidden without a selection. */
export function BulkBar({ leads, pipelines, onClear, onChanged }: BulkBarProps) {
  const action = useAction();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const change = (what: BulkChange): Promise<boolean> =>
    action.run(async () => {
      setRefused([]);
      const ids = leads.map(({ id }) => id);
      const { data } = await call<BulkResult>('POST', '/leads/bulk', { lead_ids: ids, ...what });
      setRefused(data.refused.map((one) => refusedText(one, leads, what)));
      onClear();
      await onChanged();
      say(resultText(data));
    });
  const chosen = plural(leads.length, 'lead selecionado', 'leads selecionados');
  return (
    <>
      <p class="visually-hidden" role="status">
        {leads.length > 0 && chosen}
      </p>
      {leads.length > 0 && (
        <section class="card bulk" aria-label="Leads selecionados">
          <p>
            <strong>{chosen}</strong>
          </p>
          <FailureNotice failure={action.failure} shown={['add_tags', 'add_tags.0']} />
          <AddTag action={action} onTag={(tag) => void change({ add_tags: [tag] })} />
          <Move
            action={action}
            pipelines={movable(leads, pipelines)}
            onMove={(stageId) => void change({ stage_id: stageId })}
          />
          <Assign action={action} onAssign={(id) => void change({ responsible_id: id })} />
          <Button onClick={onClear}>Limpar seleção</Button>
        </section>
      )}
      <div role="alert">{refused.length > 0 && <Refused texts={refused} onClose={() => setRefused([])} />}</div>
    </>
  );
}

/** Pipelines in which a selected lead has a deal: elsewhere every move would be refused. */
const movable = (leads: readonly OwnerLead[], pipelines: readonly OwnerPipelineView[]): readonly OwnerPipelineView[] =>
  pipelines.filter(({ id }) => leads.some(({ deals }) => deals.some((deal) => deal.pipeline_id === id)));

function Refused({ texts, onClose }: { readonly texts: readonly string[]; readonly onClose: () => void }) {
  return (
    <Notice kind="warning">
      <p>{plural(texts.length, 'lead não mudou:', 'leads não mudaram:')}</p>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Button onClick={onClose}>Entendi</Button>
    </Notice>
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
        Adicionar
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
  if (pipelines.length === 0) return null;
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

/** The service refuses leads that the person may not give away, and the result names them. */
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
