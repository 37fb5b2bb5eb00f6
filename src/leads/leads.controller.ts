import { Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Leaving } from '../common/http/caller-left';
import type { ChangedLead } from '../contract/lead';
import type { Received, StillHeld, Submitted } from '../contract/submission';
import type { Answer } from '../contract/document/answers';
import { RequirePermission } from '../auth/access/access.guard';
import { type Caller, canRead, CurrentCaller } from '../auth/keys/caller';
import { PartnerApi } from '../auth/access/partner-api';
import { IdPipe } from '../common/input/id.pipe';
import { JsonText } from '../common/http/json-text';
import { requestIdOf } from '../common/http/request-id';
import { SentBody } from '../common/http/sent-body';
import { ResponseTick } from '../common/http/response-tick';
import { DealsService } from './deals/deals.service';
import { MoveDealDto } from './deals/move-deal.dto';
import { ChangeLeadDto } from './intake/patch-lead.dto';
import { EditLeadService, partnerEditor } from './intake/edit-lead.service';
import { IntakeService } from './intake/intake.service';
import type { Outcome } from './intake/outcome';
import { SubmitLeadDto } from './intake/submit-lead.dto';
import { LeadListService } from './reading/lead-list.service';
import { LeadsService } from './reading/leads.service';
import { ListLeadsQuery } from './reading/list-leads.dto';
import { LookupDto } from './reading/lookup.dto';
import { Described } from '../contract/document/described';
import { LEADS_TEXTS } from './leads.texts';
import { JsonBody } from '../common/input/json-body';

@PartnerApi('leads')
@Described(LEADS_TEXTS)
export class LeadsController {
  constructor(
    private readonly intake: IntakeService,
    private readonly leadList: LeadListService,
    private readonly leads: LeadsService,
    private readonly edits: EditLeadService,
    private readonly deals: DealsService,
    private readonly ticks: ResponseTick,
  ) {}

  @Post()
  @RequirePermission('leads:write')
  async submit(
    @CurrentCaller() caller: Caller,
    @JsonBody() body: SubmitLeadDto,
    @SentBody() sent: object,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Submitted | StillHeld | Answer<Received>> {
    const delivery = { requestId: requestIdOf(response), sent };
    const outcome = await this.atTick(caller, () => this.intake.submit(caller, delivery, body));
    // Section 4, point 5: without the right to read, the answer is always the same.
    if (!outcome) {
      response.status(202);
      return { data: { received: true } };
    }
    response.status(outcome.created ? 201 : 200);
    if (outcome.duplicate) response.setHeader('Idempotent-Replayed', 'true');
    return submissionView(outcome);
  }

  @Get()
  @RequirePermission('leads:read')
  async list(@CurrentCaller() caller: Caller, @Query() query: ListLeadsQuery, @Leaving() leaving: AbortSignal) {
    const { parts, nextCursor } = await this.leadList.list(caller, query, leaving);
    return JsonText.page(parts, nextCursor);
  }

  @Post('lookup')
  @HttpCode(200)
  @RequirePermission('leads:read')
  async lookup(@CurrentCaller() caller: Caller, @JsonBody() body: LookupDto) {
    return { data: await this.leads.lookup(caller, body) };
  }

  @Get(':id')
  @RequirePermission('leads:read')
  async get(@CurrentCaller() caller: Caller, @Param('id', IdPipe) id: string) {
    return JsonText.data(await this.leads.get(caller, id));
  }

  @Patch(':id')
  @RequirePermission('leads:write')
  async change(
    @CurrentCaller() caller: Caller,
    @Param('id', IdPipe) id: string,
    @JsonBody() body: ChangeLeadDto,
  ): Promise<Answer<ChangedLead>> {
    const { notes: note, ...edits } = body;
    const work = () => this.edits.edit(caller.account.id, partnerEditor(caller), id, { ...edits, note });
    const { isChanged, lead } = await this.atTick(caller, work);
    // Without the right to read, a caller must not learn whether a guess changes anything.
    return { data: lead ? { id, updated: isChanged, lead } : { id, updated: true } };
  }

  @Post(':id/stage')
  @HttpCode(200)
  @RequirePermission('pipeline:write')
  async move(@CurrentCaller() caller: Caller, @Param('id', IdPipe) id: string, @JsonBody() body: MoveDealDto) {
    return { data: await this.deals.move(caller.account.id, caller.key.id, id, body) };
  }

  /** Hides in the response time what was found, from callers without the right to read; also for refusals after the search. */
  private atTick<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    if (canRead(caller)) return work();
    const tick = this.ticks.start();
    return work().finally(tick);
  }
}

function submissionView({ lead, created, duplicate, deal, warnings }: Outcome): Submitted | StillHeld {
  if (!lead) return { data: { id: null, created: false, duplicate: true, deal: null, lead } };
  return { data: { id: lead.id, created, duplicate, deal, lead }, ...(warnings.length > 0 && { warnings }) };
}
