import { useEffect, useState } from 'preact/hooks';
import { SECOND_MS } from '../../../src/contract/durations';
import type { BulkJobView } from '../../../src/contract/lead';
import { MAX_BULK_JOB_LEADS, UNDO_MINUTES } from '../../../src/contract/limits';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { count as numberText, plural } from '../../format';
import { type RouteQuery, withQuery } from '../../router';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { FailureNotice, Notice } from '../../ui/notice';
import { type Action, useAction } from '../../use-action';
import { type Resource, useResource } from '../../use-resource';
import { AddTag, Assign, StagePair } from './bulk-bar';

/** Changes of all leads of a list, which the service makes in the background. */

const POLL_MS = SECOND_MS;

export type BulkJobs = Resource<readonly BulkJobView[]>;

const isRunning = ({ state }: BulkJobView): boolean => state === 'running' || state === 'undoing';

/** The last jobs of the member, read again while one runs. */
export function useBulkJobs(): BulkJobs {
  const jobs = useResource<readonly BulkJobView[]>('/bulk-jobs');
  const { data, refresh } = jobs;
  useEffect(() => {
    if (!data?.some(isRunning)) return undefined;
    const timer = setTimeout(() => void refresh(), POLL_MS);
    return () => clearTimeout(timer);
  }, [data, refresh]);
  return jobs;
}

interface WholeListBarProps {
  readonly count: number;
  /** The filters of the list. */
  readonly query: RouteQuery;
  readonly pipelines: readonly OwnerPipelineView[];
  readonly onClear: () => void;
  readonly onStarted: () => Promise<void>;
}

/** Actions on all leads of the list, those that are not shown too. */
export function WholeListBar({ count, query, pipelines, onClear, onStarted }: WholeListBarProps) {
  const action = useAction();
  const { order: _, ...filters } = query;
  const start = (change: object): Promise<boolean> =>
    action.run(async () => {
      await call('POST', withQuery('/bulk-jobs', filters), change);
      onClear();
      await onStarted();
    });
  return (
    <section class="card bulk" aria-label="Todos os leads do filtro">
      <p role="status">
        <strong>{plural(count, 'lead do filtro selecionado', 'leads do filtro selecionados')}</strong>
      </p>
      <FailureNotice failure={action.failure} shown={['add_tags', 'add_tags.0']} />
      {count > MAX_BULK_JOB_LEADS ? (
        <p>Dá para mudar até {numberText(MAX_BULK_JOB_LEADS)} de uma vez: restrinja os filtros.</p>
      ) : (
        <>
          <AddTag action={action} onTag={(tag) => void start({ add_tags: [tag] })} />
          <MoveAll count={count} action={action} pipelines={pipelines} onMove={(id) => start({ stage_id: id })} />
          <Assign action={action} onAssign={(id) => void start({ responsible_id: id })} />
        </>
      )}
      <Button onClick={onClear}>Limpar seleção</Button>
    </section>
  );
}

interface MoveAllProps extends Pick<WholeListBarProps, 'count' | 'pipelines'> {
  readonly action: Action;
  readonly onMove: (stageId: string) => Promise<boolean>;
}

/** Asks first: nobody sees all leads that it moves. */
function MoveAll({ count, action, pipelines, onMove }: MoveAllProps) {
  const [stageId, setStageId] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const leads = plural(count, 'lead', 'leads');
  return (
    <StagePair
      pipelines={pipelines}
      stageId={stageId}
      setStageId={setStageId}
      action={action}
      onMove={() => setConfirming(true)}
    >
      {isConfirming && (
        <Confirm
          title={`Mover ${leads}?`}
          verb={`Mover ${leads}`}
          isDanger={false}
          action={action}
          onConfirm={() => onMove(stageId)}
          onClose={() => setConfirming(false)}
        >
          <p>As vendas que estiverem entre eles deixam de contar, se a etapa não for de ganho.</p>
          <p>Por {UNDO_MINUTES} minutos dá para desfazer.</p>
        </Confirm>
      )}
    </StagePair>
  );
}

interface BulkJobNoticesProps {
  readonly of: BulkJobs;
  readonly onChanged: () => Promise<void>;
}

/** How far the jobs are that run, and what became of those that can still be undone. */
export function BulkJobNotices({ of: jobs, onChanged }: BulkJobNoticesProps) {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const shown =
    jobs.data?.filter((job) => isRunning(job) || (job.undo_until !== null && !closed.includes(job.id))) ?? [];
  const running = shown
    .filter(isRunning)
    .map(({ id, state }) => `${id} ${state}`)
    .join();
  useEffect(() => {
    if (running) return () => void onChanged();
    return undefined;
  }, [running]);
  return (
    <div role="status">
      {shown.map((job) => (
        <JobNotice key={job.id} job={job} onUndone={jobs.reload} onClose={() => setClosed([...closed, job.id])} />
      ))}
    </div>
  );
}

interface JobNoticeProps {
  readonly job: BulkJobView;
  readonly onUndone: () => Promise<void>;
  readonly onClose: () => void;
}

function JobNotice({ job, onUndone, onClose }: JobNoticeProps) {
  const action = useAction();
  const undo = (): Promise<boolean> =>
    action.run(async () => {
      await call('POST', `/bulk-jobs/${job.id}/undo`);
      await onUndone();
    });
  const done = job.state === 'undoing' ? job.undone + job.kept : job.leads - job.pending;
  const all = job.state === 'undoing' ? done + job.changed : job.leads;
  return (
    <Notice kind="info">
      <p>{textOf(job)}</p>
      {isRunning(job) && <progress aria-label="Leads já vistos" max={all} value={done} />}
      <FailureNotice failure={action.failure} />
      <div class="actions">
        {job.state !== 'undoing' && (
          <Button isBusy={action.isBusy} onClick={undo}>
            {job.state === 'running' ? 'Parar e desfazer' : 'Desfazer'}
          </Button>
        )}
        {!isRunning(job) && <Button onClick={onClose}>Entendi</Button>}
      </div>
    </Notice>
  );
}

function textOf({ state, leads, pending, changed, unchanged, refused, undone, kept }: BulkJobView): string {
  if (state === 'running')
    return `Alterando ${plural(leads, 'lead', 'leads')}: ${numberText(leads - pending)} já vistos. Você pode sair desta página.`;
  if (state === 'undoing') return `Desfazendo: ${plural(undone + kept, 'lead já visto', 'leads já vistos')}.`;
  const parts = [
    plural(changed, 'lead alterado', 'leads alterados'),
    unchanged > 0 && `${numberText(unchanged)} já ${unchanged === 1 ? 'estava' : 'estavam'} assim`,
    refused > 0 && `${numberText(refused)} não ${refused === 1 ? 'pôde' : 'puderam'} mudar`,
  ];
  return `${parts.filter(Boolean).join(', ')}. Desfazer volta só os leads em que ninguém mexeu depois.`;
}
