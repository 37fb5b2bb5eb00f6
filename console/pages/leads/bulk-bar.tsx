import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { BulkResult, OwnerLead } from '../../../src/contract/lead';
import { type Origin, ORIGIN_WORDS, ORIGINS } from '../../../src/contract/origin';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { undoingMoves } from '../../deal-moves';
import { plural } from '../../format';
import { useMay, useMe } from '../../me';
import { memberOptions, useActiveMembers } from '../../responsible';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Select, TextField } from '../../ui/field';
import { say } from '../../ui/messages';
import { FailureNotice, Notice } from '../../ui/notice';
import { type Action, useAction } from '../../use-action';
import { stageOptions } from '../../stage-options';
import { movedLeads, salesTakenBack, withoutDeal } from './bulk-moves';
import { type BulkChange, refusedText, resultText } from './bulk-words';
import { EraseLeads } from './erase-leads';

interface BulkBarProps {
  /** The selected ones. */
  readonly leads: readonly OwnerLead[];
  readonly pipelines: readonly OwnerPipelineView[];
  readonly onClear: () => void;
  readonly onChanged: () => Promise<void>;
  readonly children?: ComponentChildren;
}

function useBulk({ leads, pipelines, onClear, onChanged }: BulkBarProps) {
  const action = useAction();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [absent, setAbsent] = useState<Absent>();
  const change = (what: BulkChange, among = leads): Promise<boolean> =>
    action.run(async () => {
      setRefused([]);
      setAbsent(undefined);
      const ids = among.map(({ id }) => id);
      const { data } = await call<BulkResult>('POST', '/leads/bulk', { lead_ids: ids, ...what });
      const stageId = 'stage_id' in what ? what.stage_id : undefined;
      const lacking = stageId ? withoutDeal(leads, data, pipelines, stageId) : [];
      if (stageId && lacking.length > 0) setAbsent({ stageId, ids: lacking });
      setRefused(data.refused.filter(({ id }) => !lacking.includes(id)).map((one) => refusedText(one, leads, what)));
      onClear();
      await onChanged();
      const moved = stageId ? movedLeads(leads, data, pipelines, stageId) : [];
      say(resultText(data, what), moved.length > 0 ? undoingMoves(moved, onChanged) : undefined);
    });
  const put = ({ stageId, ids }: Absent): Promise<boolean> =>
    action.run(async () => {
      for (const [index, id] of ids.entries()) {
        await call('POST', `/leads/${id}/deals`, { stage_id: stageId });
        // After a failure only the others are left.
        setAbsent({ stageId, ids: ids.slice(index + 1) });
      }
      setAbsent(undefined);
      await onChanged();
      say(`${plural(ids.length, 'lead colocado', 'leads colocados')} no funil.`);
    });
  const close = (): void => setAbsent(undefined);
  return { action, change, refused, closeRefused: () => setRefused([]), absent, put, close };
}

/** Actions on the selected leads; hidden without a selection. */
export function BulkBar(props: BulkBarProps) {
  const { leads, pipelines, onClear } = props;
  const { action, change, refused, closeRefused, absent, put, close } = useBulk(props);
  const mayErase = useMay()('people');
  const untracked = leads.filter(({ origin }) => origin === 'untracked');
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
          {props.children}
          <FailureNotice failure={action.failure} shown={['add_tags', 'add_tags.0']} />
          <AddTag action={action} onTag={(tag) => void change({ add_tags: [tag] })} />
          <Move
            action={action}
            leads={leads}
            pipelines={pipelines}
            onMove={(stageId) => change({ stage_id: stageId })}
          />
          <Assign action={action} onAssign={(id) => void change({ responsible_id: id })} />
          {untracked.length > 0 && (
            <GiveOrigin action={action} onOrigin={(origin) => void change({ origin }, untracked)} />
          )}
          {mayErase && (
            <EraseLeads
              leads={leads}
              action={action}
              onErase={(isSpam) => change({ erase: true, ...(isSpam && { reason: 'spam' }) })}
            />
          )}
          <Button onClick={onClear}>Limpar seleção</Button>
        </section>
      )}
      <div role="alert">
        {absent && <Put count={absent.ids.length} action={action} onPut={() => put(absent)} onClose={close} />}
      </div>
      <div role="alert">{refused.length > 0 && <Refused texts={refused} onClose={closeRefused} />}</div>
    </>
  );
}

/** Leads that a move left where they were, because they have no deal in that pipeline. */
interface Absent {
  readonly stageId: string;
  readonly ids: readonly string[];
}

interface PutProps {
  readonly count: number;
  readonly action: Action;
  readonly onPut: () => unknown;
  readonly onClose: () => void;
}

function Put({ count, action, onPut, onClose }: PutProps) {
  return (
    <Notice kind="warning">
      <p>{plural(count, 'lead sem negócio neste funil', 'leads sem negócio neste funil')}: colocar também?</p>
      <FailureNotice failure={action.failure} />
      <div class="actions">
        <Button isBusy={action.isBusy} onClick={onPut}>
          Colocar no funil
        </Button>
        <Button onClick={onClose}>Agora não</Button>
      </div>
    </Notice>
  );
}

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

export function AddTag({ action, onTag }: { readonly action: Action; readonly onTag: (tag: string) => void }) {
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

interface MoveProps extends Pick<BulkBarProps, 'leads' | 'pipelines'> {
  readonly action: Action;
  readonly onMove: (stageId: string) => Promise<boolean>;
}

/** Asks first when sales would be taken back. */
function Move({ action, leads, pipelines, onMove }: MoveProps) {
  const [stageId, setStageId] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const sales = salesTakenBack(leads, pipelines, stageId);
  if (pipelines.length === 0) return null;
  return (
    <StagePair
      pipelines={pipelines}
      stageId={stageId}
      setStageId={setStageId}
      action={action}
      onMove={() => (sales > 0 ? setConfirming(true) : onMove(stageId))}
    >
      {isConfirming && (
        <Confirm
          title="Mover vendas para outra etapa?"
          verb="Mover"
          action={action}
          onConfirm={() => onMove(stageId)}
          onClose={() => setConfirming(false)}
        >
          <p>{plural(sales, 'venda deixa de contar.', 'vendas deixam de contar.')}</p>
        </Confirm>
      )}
    </StagePair>
  );
}

interface StagePairProps extends Pick<BulkBarProps, 'pipelines'> {
  readonly stageId: string;
  readonly setStageId: (id: string) => void;
  readonly action: Action;
  readonly onMove: () => unknown;
  /** The question that comes first, while it is asked. */
  readonly children: ComponentChildren;
}

/** The stage to move leads to, with its button. */
export function StagePair({ pipelines, stageId, setStageId, action, onMove, children }: StagePairProps) {
  return (
    <div class="bulk-pair">
      <Select
        label="Mover para"
        value={stageId}
        onChange={setStageId}
        options={[{ value: '', text: 'Escolha a etapa' }, ...stageOptions(pipelines)]}
      />
      <Button disabled={stageId === ''} isBusy={action.isBusy} onClick={onMove}>
        Mover
      </Button>
      {children}
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
export function Assign({ action, onAssign }: AssignProps) {
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

interface GiveOriginProps {
  readonly action: Action;
  readonly onOrigin: (origin: Origin) => void;
}

const GIVEN_ORIGINS = ORIGINS.filter((origin) => origin !== 'untracked');

/** For the selected leads without an origin; the others keep theirs. */
function GiveOrigin({ action, onOrigin }: GiveOriginProps) {
  const [origin, setOrigin] = useState<Origin | ''>('');
  return (
    <div class="bulk-pair">
      <Select
        label="Origem dos sem classificação"
        value={origin}
        onChange={setOrigin}
        options={[
          { value: '', text: 'Escolha a origem' },
          ...GIVEN_ORIGINS.map((value) => ({ value, text: ORIGIN_WORDS[value] })),
        ]}
      />
      <Button disabled={origin === ''} isBusy={action.isBusy} onClick={() => origin !== '' && onOrigin(origin)}>
        Dar origem
      </Button>
    </div>
  );
}
