import { AMONG_ACCOUNTS, type AccountSearch } from '../../accounts/search-accounts';
import type { TakeOld } from '../../common/process/jobs';
import type { ErrorCode } from '../../contract/error';
import type { BulkJobView } from '../../contract/lead';
import { KEPT_BULK_JOBS, UNDO_MINUTES } from '../../contract/limits';
import { acrossAccounts, map, prepared, readRow, readRows, write, writeRow, writeRows } from '../../database/query';
import { LEAD_VERSION } from '../record/alongside';
import { timestamp } from '../record/lead.view';
import type { BulkJob, BulkJobLead, StoredChange } from './bulk-job.entity';

const INSERT_JOB = prepared(
  'insert_bulk_job',
  `insert into bulk_jobs (account_id, id, member_id, change, state, created_at, leased_until)
   values ($1, $2, $3, $4, 'running', date_trunc('milliseconds', clock_timestamp()), clock_timestamp())
   on conflict (account_id, member_id) where state in ('running', 'undoing') do nothing returning id`,
);

/** Undefined when another job of the member runs. */
export const insertBulkJob = (accountId: string, id: string, memberId: string | null, change: StoredChange) =>
  writeRow<{ id: string }>(INSERT_JOB, [accountId, id, memberId, JSON.stringify(change)]);

// The account comes from a column: a distributed PostgreSQL then writes the rows where the leads are.
const INSERT_LEADS = prepared(
  'insert_bulk_job_leads',
  `insert into bulk_job_leads (account_id, bulk_job_id, lead_id)
   select b.account_id, b.id, i.lead_id from bulk_jobs b cross join unnest($3::uuid[]) i (lead_id)
   where b.account_id = $1 and b.id = $2`,
);

/** Takes leads into a job. */
export const insertLeadsOfJob = (accountId: string, id: string, leadIds: readonly string[]) =>
  write(INSERT_LEADS, [accountId, id, leadIds]);

/** SQL: the last moment at which the job `b` can be undone. */
const UNDO_UNTIL = `(b.finished_at + interval '${UNDO_MINUTES} minutes')`;

const COUNTED = `select count(*)::int as leads, count(*) filter (where i.result is null)::int as pending,
    ${['changed', 'unchanged', 'refused', 'undone', 'kept'].map((result) => `count(*) filter (where i.result = '${result}')::int as ${result}`).join(', ')}
  from bulk_job_leads i where i.account_id = $1 and i.bulk_job_id = b.id`;

const REFUSALS = `select coalesce(json_agg(json_build_object('code', r.code, 'leads', r.leads) order by r.code), '[]')
  from (select i.code, count(*) as leads from bulk_job_leads i
        where i.account_id = $1 and i.bulk_job_id = b.id and i.result = 'refused' group by i.code) r`;

/** SQL: the job `b` with its counts `n`. */
const JOB_JSON = `json_build_object(
    'id', b.id, 'change', (select k.key from json_object_keys(b.change) k (key) limit 1), 'state', b.state,
    'leads', n.leads, 'pending', n.pending, 'changed', n.changed, 'unchanged', n.unchanged, 'refused', n.refused,
    'refusals', (${REFUSALS}), 'undone', n.undone, 'kept', n.kept,
    'created_at', ${timestamp('b.created_at')}, 'finished_at', ${timestamp('b.finished_at')},
    'undo_until', case when b.state = 'finished' and ${UNDO_UNTIL} > clock_timestamp() then ${timestamp(UNDO_UNTIL)} end) as job`;

const VIEW_JOB = prepared(
  'view_bulk_job',
  `select ${JOB_JSON} from bulk_jobs b cross join lateral (${COUNTED} offset 0) n
   where b.account_id = $1 and b.id = $2 and b.member_id is not distinct from $3`,
);

/** Undefined for an unknown job, and one of another member. */
export const viewBulkJob = (accountId: string, id: string, memberId: string | null) =>
  map(readRow<{ job: BulkJobView }>(VIEW_JOB, [accountId, id, memberId]), (row) => row?.job);

const LIST_JOBS = prepared(
  'list_bulk_jobs',
  `select ${JOB_JSON}
   from (select f.* from bulk_jobs f
         where f.account_id = $1 and f.member_id is not distinct from $2 order by f.id desc limit $3) b
   cross join lateral (${COUNTED} offset 0) n order by b.id desc`,
);

/** The last jobs of a member, newest first. */
export const listBulkJobs = (accountId: string, memberId: string | null, count: number) =>
  map(readRows<{ job: BulkJobView }>(LIST_JOBS, [accountId, memberId, count]), (rows) => rows.map(({ job }) => job));

const UNDO_JOB = prepared(
  'undo_bulk_job',
  `update bulk_jobs b set state = 'undoing', finished_at = coalesce(b.finished_at, $4)
   where b.account_id = $1 and b.id = $2 and b.member_id is not distinct from $3
     and (b.state = 'running' or (b.state = 'finished' and ${UNDO_UNTIL} > $4))
     and not exists (select from bulk_jobs o where o.account_id = $1 and o.member_id is not distinct from $3 and o.id <> $2
                     and o.state in ('running', 'undoing'))
   returning b.id`,
);

/** Undefined for a job that cannot be undone (any more), or while another one of the member runs. */
export const undoBulkJob = (accountId: string, id: string, memberId: string | null, now: Date) =>
  writeRow<{ id: string }>(UNDO_JOB, [accountId, id, memberId, now]);

const LIST_DUE = acrossAccounts(
  `select account_id as "accountId", id from bulk_jobs
   where ${AMONG_ACCOUNTS} and state in ('running', 'undoing') and leased_until <= clock_timestamp() order by leased_until`,
);

export type DueJob = Readonly<Pick<BulkJob, 'accountId' | 'id'>>;

/** Lists the jobs that no instance works on, the longest waiting first. */
export const listDueJobs: AccountSearch<DueJob> = (accounts) => readRows(LIST_DUE, [accounts]);

const CLAIM = prepared(
  'claim_bulk_job',
  `update bulk_jobs set leased_until = $4
   where account_id = $1 and id = $2 and state in ('running', 'undoing') and leased_until <= $3
   returning member_id as "memberId", change, state`,
);

export type ClaimedJob = Readonly<Pick<BulkJob, 'memberId' | 'change' | 'state'>>;

/** Claims the job until `leaseEnd`; undefined when another instance was faster. */
export const claimJob = ({ accountId, id }: DueJob, now: Date, leaseEnd: Date) =>
  writeRow<ClaimedJob>(CLAIM, [accountId, id, now, leaseEnd]);

const RELEASE = prepared(
  'release_bulk_job',
  `update bulk_jobs set leased_until = $4 where account_id = $1 and id = $2 and leased_until = $3`,
);

/** Releases the claim that ends at `leaseEnd`; the job is due again at `dueAt`. */
export const releaseJob = ({ accountId, id }: DueJob, leaseEnd: Date, dueAt: Date) =>
  write(RELEASE, [accountId, id, leaseEnd, dueAt]);

export type LeadOfJob = Readonly<Pick<BulkJobLead, 'leadId' | 'attempts'> & { version: string | undefined }>;

const leadsOfJob = (name: string, condition: string) =>
  prepared(
    name,
    `select i.lead_id as "leadId", i.version, i.attempts from bulk_job_leads i
     where i.account_id = $1 and i.bulk_job_id = $2 and ${condition} order by i.lead_id limit $3`,
  );

const IS_PENDING = 'i.result is null';
const IS_CHANGED = `i.result = 'changed'`;
const LIST_PENDING = leadsOfJob('list_pending_bulk_leads', IS_PENDING);
const LIST_CHANGED = leadsOfJob('list_changed_bulk_leads', IS_CHANGED);

/** The next leads of a job: to change, or to put back. */
export const listLeadsOfJob = ({ accountId, id }: DueJob, isUndo: boolean, count: number) =>
  readRows<LeadOfJob>(isUndo ? LIST_CHANGED : LIST_PENDING, [accountId, id, count]);

const RECORD_CHANGED = prepared(
  'record_bulk_change',
  `update bulk_job_leads set result = 'changed', version = (select ${LEAD_VERSION} from leads l where l.account_id = $1 and l.id = $3)
   where account_id = $1 and bulk_job_id = $2 and lead_id = $3`,
);

const RECORD_UNDONE = prepared(
  'record_bulk_undo',
  `update bulk_job_leads set result = 'undone' where account_id = $1 and bulk_job_id = $2 and lead_id = $3`,
);

/** For the transaction that changes the lead, or puts it back, and after its changes. */
export const recordDone = ({ accountId, id }: DueJob, isUndo: boolean, leadId: string) =>
  write(isUndo ? RECORD_UNDONE : RECORD_CHANGED, [accountId, id, leadId], 'lead of a job');

/** The result of a lead for which nothing else was written. A lead without a result is tried again. */
export interface Mark {
  readonly leadId: string;
  readonly result: 'unchanged' | 'refused' | 'kept' | null;
  readonly code: ErrorCode | null;
}

// Another instance may have taken the job over meanwhile: what it wrote stays.
const marking = (name: string, condition: string) =>
  prepared(
    name,
    `update bulk_job_leads u set result = coalesce(m.result, u.result), code = m.code, attempts = u.attempts + 1
     from (select i.lead_id, s.result, s.code
           from unnest($3::uuid[], $4::text[], $5::text[]) as s (lead_id, result, code)
           join bulk_job_leads i on i.account_id = $1 and i.bulk_job_id = $2 and i.lead_id = s.lead_id and ${condition}
           order by i.lead_id for update of i) m
     where u.account_id = $1 and u.bulk_job_id = $2 and u.lead_id = m.lead_id`,
  );

const MARK_PENDING = marking('mark_pending_bulk_leads', IS_PENDING);
const MARK_CHANGED = marking('mark_changed_bulk_leads', IS_CHANGED);

export const markLeads = ({ accountId, id }: DueJob, isUndo: boolean, marks: readonly Mark[]) =>
  write(
    isUndo ? MARK_CHANGED : MARK_PENDING,
    [
      accountId,
      id,
      marks.map(({ leadId }) => leadId),
      marks.map(({ result }) => result),
      marks.map(({ code }) => code),
    ],
    'lead of a job',
  );

const finishing = (name: string, [from, to]: readonly [BulkJob['state'], BulkJob['state']], left: string) =>
  prepared(
    name,
    `update bulk_jobs b set state = '${to}', finished_at = coalesce(b.finished_at, $3)
     where b.account_id = $1 and b.id = $2 and b.state = '${from}'
       and (select true from bulk_job_leads i where i.account_id = $1 and i.bulk_job_id = $2 and ${left}
            order by i.lead_id limit 1) is null`,
  );

const FINISH = finishing('finish_bulk_job', ['running', 'finished'], IS_PENDING);
const FINISH_UNDO = finishing('finish_bulk_undo', ['undoing', 'undone'], IS_CHANGED);

/** Ends a job that has no lead left. */
export const finishJob = ({ accountId, id }: DueJob, isUndo: boolean, now: Date) =>
  write(isUndo ? FINISH_UNDO : FINISH, [accountId, id, now]);

const deletingOne = (name: string, condition: string) =>
  prepared(
    name,
    `with old as materialized (select account_id, id from bulk_jobs where account_id = $1 and ${condition} for update skip locked),
     taken as (delete from bulk_job_leads where account_id = $1 and bulk_job_id = (select n.id from old n where n.account_id = $1))
     delete from bulk_jobs where account_id = $1 and id = (select n.id from old n where n.account_id = $1) returning id`,
  );

const DELETE_OLD_JOB = deletingOne('delete_old_bulk_job', 'finished_at <= $2 order by id limit 1');

/** Deletes one job with its leads, at most `MAX_BULK_JOB_LEADS`. */
export const deleteOldBulkJob: TakeOld = (accountId, before) =>
  map(writeRows(DELETE_OLD_JOB, [accountId, before]), (rows) => rows.length);

const DELETE_SURPLUS_JOB = deletingOne(
  'delete_surplus_bulk_job',
  `member_id is not distinct from $2 and state in ('finished', 'undone') order by id desc offset ${KEPT_BULK_JOBS - 1} limit 1`,
);

/** Deletes one finished job of a member, if there are `KEPT_BULK_JOBS` of them beside the running one. */
export const deleteSurplusBulkJob = (accountId: string, memberId: string | null) =>
  write(DELETE_SURPLUS_JOB, [accountId, memberId]);
