import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../accounts/actor';
import { ApiError, missing } from '../../common/api-error';
import { InputObject, IsSentIdOrNull, IsString, SENT_ID, Trimmed } from '../../common/input/fields';
import { idOf, sentId } from '../../common/input/id.pipe';
import { BULK_JOB_CHANGES, type BulkJobView } from '../../contract/lead';
import { KEPT_BULK_JOBS, MAX_BULK_JOB_LEADS, UNDO_MINUTES } from '../../contract/limits';
import { Database } from '../../database/database';
import { RACED } from '../../database/errors';
import { findTargetStage } from '../deals/deals.queries';
import { IsTags } from '../intake/lead.dto';
import type { SearchFilters } from '../reading/account-leads.dto';
import { AccountLeadsService } from '../reading/account-leads.service';
import { expectActive } from '../record/assignments.queries';
import { findNow } from '../record/clock';
import {
  deleteSurplusBulkJob,
  insertBulkJob,
  insertLeadsOfJob,
  listBulkJobs,
  undoBulkJob,
  viewBulkJob,
} from './bulk-jobs.queries';
import { entryOf, OneOf } from './bulk.service';

const OneChange = (): PropertyDecorator => OneOf(BULK_JOB_CHANGES);

@InputObject('LeadBulkJob', {
  forms: {
    LeadBulkJobOfTag: ['add_tags'],
    LeadBulkJobOfMoves: ['stage_id'],
    LeadBulkJobOfResponsible: ['responsible_id'],
  },
})
export class BulkJobDto {
  /** One tag, so that an undo knows which leads had it before. */
  @OneChange() @Trimmed() @IsTags(1) add_tags?: string[];
  @OneChange() @IsString(SENT_ID) stage_id?: string;

  /** A member; null: nobody. */
  @OneChange() @IsSentIdOrNull() responsible_id?: string | null;
}

/** One statement for 100,000 leads would meet `statement_timeout` on a busy server. */
const LEADS_PER_WRITE = 10_000;

/** Changes of all leads of a list; `BulkJobsJob` makes them. */
@Injectable()
export class BulkJobsService {
  constructor(
    private readonly database: Database,
    private readonly leads: AccountLeadsService,
  ) {}

  /**
   * Begins a change of the leads that the list has now. Throws 422 for an unknown stage or member, and `conflict` for a list that is empty or
   * too long, and while another job of the member runs.
   */
  async start(
    accountId: string,
    actor: Actor,
    query: SearchFilters,
    { add_tags, stage_id, responsible_id }: BulkJobDto,
    leaving: AbortSignal,
  ): Promise<BulkJobView> {
    const stageId = stage_id === undefined ? undefined : idOf(stage_id);
    if (stageId !== undefined && !(await this.database.read(findTargetStage(accountId, stageId))))
      throw ApiError.invalid([{ field: 'stage_id', message: 'etapa não encontrada na conta' }]);
    const leadIds = await this.leads.idsOf(accountId, actor, query, MAX_BULK_JOB_LEADS, leaving);
    if (leadIds.length === 0) throw new ApiError('conflict', { message: NO_LEADS });
    const change = { add_tags, stage_id: stageId, responsible_id: sentId(responsible_id) };
    return this.database.transaction(accountId, RACED, async (tx) => {
      await expectActive(tx, accountId, change.responsible_id);
      const made = await tx.send(insertBulkJob(accountId, uuidv7(), actor.memberId, change));
      if (!made) throw new ApiError('conflict', { message: ONE_RUNS });
      for (let at = 0; at < leadIds.length; at += LEADS_PER_WRITE)
        await tx.send(insertLeadsOfJob(accountId, made.id, leadIds.slice(at, at + LEADS_PER_WRITE)));
      const [, job] = await tx.send([
        deleteSurplusBulkJob(accountId, actor.memberId),
        viewBulkJob(accountId, made.id, actor.memberId),
      ]);
      if (!job) throw new Error('a bulk job vanished in its transaction');
      await tx.commit([entryOf(accountId, actor, change, job.leads)]);
      return job;
    });
  }

  list(accountId: string, { memberId }: Actor): Promise<BulkJobView[]> {
    return this.database.read(listBulkJobs(accountId, memberId, KEPT_BULK_JOBS));
  }

  /** Throws `not_found`. */
  async get(accountId: string, { memberId }: Actor, id: string): Promise<BulkJobView> {
    const job = await this.database.read(viewBulkJob(accountId, id, memberId));
    if (!job) throw missing('bulkJob');
    return job;
  }

  /** Ends a job, and puts back the leads that nobody has touched since. Throws `not_found`, and `conflict` for a job that is too old or undone. */
  undo(accountId: string, actor: Actor, id: string): Promise<BulkJobView> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const { now } = await tx.send(findNow());
      const [isUndone, job] = await tx.send([
        undoBulkJob(accountId, id, actor.memberId, now),
        viewBulkJob(accountId, id, actor.memberId),
      ]);
      if (!job) throw missing('bulkJob');
      if (!isUndone) throw new ApiError('conflict', { message: job.undo_until ? ONE_RUNS : TOO_LATE });
      await tx.commit([entryOf(accountId, actor, { undo: true }, job.changed)]);
      return job;
    });
  }
}

const NO_LEADS = 'A lista não tem nenhum lead.';
const ONE_RUNS = 'Outra alteração sua de uma lista está em andamento; espere que ela termine.';
const TOO_LATE = `Uma alteração só se desfaz nos primeiros ${UNDO_MINUTES} minutos, e uma vez.`;
