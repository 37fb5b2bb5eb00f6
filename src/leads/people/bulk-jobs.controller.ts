import { HttpCode, Param, Query } from '@nestjs/common';
import { AccountApi, Get, Post } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../../auth/access/account-caller';
import { Heavy } from '../../auth/access/heavy-calls';
import { Leaving } from '../../common/http/caller-left';
import { IdPipe } from '../../common/input/id.pipe';
import { JsonBody } from '../../common/input/route-input';
import { CREATED, IDS } from '../../contract/document/examples';
import { ApiOperation, ApiTag, one, type Rule } from '../../contract/document/route-text';
import { listOf } from '../../contract/document/shape';
import { BULK_JOB, type BulkJobView } from '../../contract/lead';
import { BULK_JOB_DAYS, KEPT_BULK_JOBS, MAX_BULK_JOB_LEADS, UNDO_MINUTES } from '../../contract/limits';
import { FILTER_RULES } from '../reading/account-leads.controller';
import { namedIn, refuseInvertedDays, SearchFilters } from '../reading/account-leads.dto';
import { BulkJobDto, BulkJobsService } from './bulk-jobs.service';

const EXAMPLE: BulkJobView = {
  id: IDS.bulkJob,
  change: 'add_tags',
  state: 'running',
  leads: 812,
  pending: 400,
  changed: 399,
  unchanged: 12,
  refused: 1,
  refusals: [{ code: 'forbidden', leads: 1 }],
  undone: 0,
  kept: 0,
  created_at: CREATED,
  finished_at: null,
  undo_until: null,
};

const ONE_CHANGE: Rule = {
  fields: ['add_tags', 'stage_id', 'responsible_id'],
  rule: 'Exactly one of `add_tags`, `stage_id` and `responsible_id` is given.',
};

@AccountApi('bulk-jobs')
@ApiTag('Owner: people', 'leadEdits')
export class AccountBulkJobsController {
  constructor(private readonly jobs: BulkJobsService) {}

  @Post('', 'leads')
  @HttpCode(202)
  @Heavy()
  @ApiOperation('Tag, move or assign all leads of a list', {
    description: `The list is that of GET /admin/v1/leads with the same filters, and has at most ${MAX_BULK_JOB_LEADS} leads: those that it has at this moment. A job changes them one after the other, as POST /admin/v1/leads/bulk does, as the member who asked; GET /admin/v1/bulk-jobs/{id} says how far it is. A member has one running job at a time, and sees own ones: the last ${KEPT_BULK_JOBS} are kept, for ${BULK_JOB_DAYS} days.`,
    rules: [...FILTER_RULES, ONE_CHANGE],
    body: { add_tags: ['VIP'] },
    answers: [one(202, 'The job has begun.', BULK_JOB, EXAMPLE)],
    errors: ['conflict'],
  })
  async start(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() query: SearchFilters,
    @JsonBody() body: BulkJobDto,
    @Leaving() leaving: AbortSignal,
  ) {
    refuseInvertedDays(query);
    return { data: await this.jobs.start(caller.account.id, caller.actor, namedIn(query, caller), body, leaving) };
  }

  @Get('', 'leads')
  @ApiOperation('List the last own bulk jobs, the newest first', {
    answers: [one(200, `At most ${KEPT_BULK_JOBS}.`, listOf(BULK_JOB), [EXAMPLE])],
  })
  async list(@CurrentAccountCaller() { account, actor }: AccountCaller) {
    return { data: await this.jobs.list(account.id, actor) };
  }

  @Get(':id', 'leads')
  @ApiOperation('Read how far an own bulk job is', {
    answers: [one(200, 'The job.', BULK_JOB, EXAMPLE)],
    errors: ['not_found'],
  })
  async get(@CurrentAccountCaller() { account, actor }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.jobs.get(account.id, actor, id) };
  }

  @Post(':id/undo', 'leads')
  @HttpCode(200)
  @ApiOperation('Stop and undo an own bulk job', {
    description: `Until ${UNDO_MINUTES} minutes after its end. Puts back each lead that it has changed, unless the lead has changed in any way since: such a lead is \`kept\`. Leads that are pending stay as they are.`,
    answers: [one(200, 'The job, which is being undone.', BULK_JOB, { ...EXAMPLE, state: 'undoing' })],
    errors: ['not_found', 'conflict'],
  })
  async undo(@CurrentAccountCaller() { account, actor }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.jobs.undo(account.id, actor, id) };
  }
}
