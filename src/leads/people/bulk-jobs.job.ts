import { findAccount } from '../../accounts/account.queries';
import { type Actor, jobActor, memberActor, unrestricted } from '../../accounts/actor';
import { findMember } from '../../accounts/members/members.queries';
import { eachFound, findAtOnce } from '../../accounts/search-accounts';
import { ApiError } from '../../common/api-error';
import { type Batches, Job, runsOf } from '../../common/process/jobs';
import { describeError, log } from '../../common/process/log';
import { rolesWith } from '../../contract/members/roles';
import { JobDatabase } from '../../database/database';
import { findNow } from '../record/clock';
import { findLastAssignment } from '../record/assignments.queries';
import {
  claimJob,
  type ClaimedJob,
  type DueJob,
  finishJob,
  type LeadOfJob,
  listDueJobs,
  listLeadsOfJob,
  type Mark,
  markLeads,
  recordDone,
  releaseJob,
} from './bulk-jobs.queries';
import { type BulkChange, BulkService } from './bulk.service';

const EVERY_MS = 1_000;
const BATCH = 100;
/** Milliseconds after which a batch begins no lead, so that others are served soon. */
const BATCH_MS = 500;
const MAX_ATTEMPTS = 5;
/** Milliseconds to wait after a batch with a failed lead. */
const PAUSE_MS = 5_000;

/**
 * Makes the changes of bulk jobs, lead by lead, on any number of instances, one instance a job. A lead is recorded in the transaction of its
 * change: even if a process is killed, no lead is changed twice or forgotten by an undo.
 */
@Job('bulk_jobs', { everyMs: EVERY_MS })
export class BulkJobsJob {
  /** The duration of a claim in milliseconds, for one batch. */
  leaseMs = 30_000;

  constructor(
    private readonly database: JobDatabase,
    private readonly bulk: BulkService,
  ) {}

  /** Returns the number of failed batches; throws at the end when some accounts could not be searched. */
  run(): Promise<number> {
    return eachFound(this, this.database, {
      find: () => findAtOnce(this.database, listDueJobs),
      work: (due) => this.changeAll(due),
      failure: 'a part of a bulk job failed',
      idsOf: ({ id }) => ({ bulk_job_id: id }),
    });
  }

  private async *changeAll(due: DueJob): Batches {
    while (await this.runBatch(due)) yield;
  }

  /** Claims the job for this batch only. Returns whether there may be more to do now; false also when another instance has it. */
  private async runBatch(due: DueJob): Promise<boolean> {
    const { now } = await this.database.read(findNow());
    const leaseEnd = new Date(now.getTime() + this.leaseMs);
    const job = await this.database.write(claimJob(due, now, leaseEnd));
    if (!job) return false;
    const isUndo = job.state === 'undoing';
    const leads = await this.database.read(listLeadsOfJob(due, isUndo, BATCH));
    const marks = await this.change(due, job, leads);
    if (marks.length > 0) await this.database.write(markLeads(due, isUndo, marks));
    // Does nothing while leads are left.
    if (leads.length < BATCH) await this.database.write(finishJob(due, isUndo, now));
    const hasFailed = marks.some(({ result }) => result === null);
    await this.database.write(releaseJob(due, leaseEnd, hasFailed ? new Date(now.getTime() + PAUSE_MS) : now));
    return leads.length > 0 && !hasFailed;
  }

  private async change(due: DueJob, job: ClaimedJob, leads: readonly LeadOfJob[]): Promise<Mark[]> {
    const actor = await this.actorOf(due, job);
    const end = performance.now() + BATCH_MS;
    const marks: Mark[] = [];
    for (const lead of leads) {
      if (runsOf(this).isStopping || performance.now() > end) break;
      const mark = await this.changeOne(due, job, lead, actor);
      if (mark) marks.push(mark);
    }
    return marks;
  }

  /** The member as of now, who may have left, or may do less. An undo changes only leads that are as the member's change left them. */
  private async actorOf({ accountId }: DueJob, { memberId, state }: ClaimedJob): Promise<Actor | undefined> {
    if (memberId === null) return jobActor('bulk_jobs');
    const account = await this.database.readByKey(findAccount(accountId));
    const member = await this.database.read(findMember(accountId, memberId));
    if (!member?.active || !rolesWith('leads').includes(member.role)) return undefined;
    const actor = memberActor(account, member, null);
    return state === 'undoing' ? unrestricted(actor) : actor;
  }

  /** Undefined for a lead whose result was written with its change. */
  private async changeOne(
    due: DueJob,
    job: ClaimedJob,
    lead: LeadOfJob,
    actor: Actor | undefined,
  ): Promise<Mark | undefined> {
    const isUndo = job.state === 'undoing';
    const { leadId } = lead;
    const left = isUndo ? 'kept' : 'refused';
    try {
      if (!actor) throw new ApiError('forbidden');
      const change = isUndo ? await this.reverseOf(due, job, lead) : job.change;
      const writes = recordDone(due, isUndo, leadId);
      const version = isUndo ? (lead.version ?? '') : undefined;
      const outcome = await this.bulk.changeOne(due.accountId, actor, leadId, change, { writes, version, isJob: true });
      return outcome === 'changed' ? undefined : { leadId, result: isUndo ? 'kept' : outcome, code: null };
    } catch (error) {
      if (error instanceof ApiError && error.code !== 'rate_limited') return { leadId, result: left, code: error.code };
      log.warn({ ...describeError(error), bulk_job_id: due.id }, 'a lead of a bulk job was not changed');
      const hasTriedEnough = lead.attempts + 1 >= MAX_ATTEMPTS;
      return { leadId, result: hasTriedEnough ? left : null, code: hasTriedEnough ? 'internal_error' : null };
    }
  }

  /** What puts a lead back that is still of the version of its change. */
  private async reverseOf({ accountId }: DueJob, { change }: ClaimedJob, { leadId }: LeadOfJob): Promise<BulkChange> {
    if (change.add_tags) return { remove_tags: change.add_tags };
    if (change.stage_id !== undefined) return { undo: true };
    const last = await this.database.read(findLastAssignment(accountId, leadId));
    return { responsible_id: last?.from ?? null };
  }
}
