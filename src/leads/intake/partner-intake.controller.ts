import { Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type ChangedLead, CHANGED_LEAD } from '../../contract/lead';
import {
  type Received,
  type StillHeld,
  type Submitted,
  RECEIVED,
  STILL_HELD,
  SUBMITTED,
} from '../../contract/submission';
import { RequirePermission } from '../../auth/access/access.guard';
import { type Caller, canRead, CurrentCaller } from '../../auth/keys/caller';
import { PartnerApi } from '../../auth/access/partner-api';
import { IdPipe } from '../../common/input/id.pipe';
import { requestIdOf } from '../../common/http/request-id';
import { ResponseTick } from '../../common/http/response-tick';
import { ChangeLeadDto, SubmitLeadDto, TAG_RULES } from './lead.dto';
import { viewLead } from '../record/lead.view';
import { EditLeadService } from './edit-lead.service';
import { IntakeService, type Outcome } from './intake.service';
import { DEAL_EXAMPLE, IDS, LEAD_EXAMPLE, SUBMISSION_EXAMPLE } from '../../contract/document/examples';
import { MAX_NOTES_RECORD, MAX_TAGS_PER_LEAD } from '../../contract/limits';
import { answer, one, type Rule, ApiOperation, ApiTag, type Answer } from '../../contract/document/route-text';
import { eitherOf } from '../../contract/document/shape';
import { SentBody, JsonBody } from '../../common/input/route-input';

const CREATED = { id: IDS.lead, created: true, duplicate: false, deal: DEAL_EXAMPLE, lead: LEAD_EXAMPLE };

const DEAL_RULE: Rule = {
  fields: ['deal.pipeline_id', 'deal.stage_id'],
  rule: 'The pipeline and the stage of `deal` are the account’s.',
};

@PartnerApi('leads')
@ApiTag('Leads', 'leads')
export class PartnerIntakeController {
  constructor(
    private readonly intake: IntakeService,
    private readonly edits: EditLeadService,
    private readonly ticks: ResponseTick,
  ) {}

  @Post()
  @RequirePermission('leads:write')
  @ApiOperation('Create a lead and its deal, or update the lead with the same phone', {
    description:
      'The phone identifies the lead: with or without the ninth digit, with or without 55. Send an `external_id` with each ' +
      'submission and the same one when you repeat it: nothing is created twice. The header `Idempotency-Key` is ignored. Signals in `attribution` that break their ' +
      'format are ignored and named in `warnings`. So are texts and tags that a template left, such as `{{name}}`, a note that does not fit,' +
      ` and the tags beyond the ${MAX_TAGS_PER_LEAD} of a lead. ` +
      'A key without leads:read always gets the plain 202.',
    rules: [DEAL_RULE],
    body: SUBMISSION_EXAMPLE,
    answers: [
      answer(201, 'A new lead was created.', SUBMITTED, { data: CREATED }),
      answer(
        200,
        'The phone was known: its lead was updated. Or the external_id was sent before: the lead as it is now; null for a submission that ' +
          'is still held for the owner’s decision, of a phone without a lead.',
        eitherOf(SUBMITTED, STILL_HELD),
        {
          data: { ...CREATED, created: false },
          warnings: [
            {
              code: 'invalid_format',
              field: 'attribution.gclid',
              message: 'O sinal tem um formato inválido e foi ignorado.',
            },
          ],
        },
        { 'Idempotent-Replayed': '`true` when the external_id was sent before.' },
      ),
      one(202, 'Received. A key without leads:read is told nothing else.', RECEIVED, { received: true }),
    ],
    errors: ['ambiguous_lead', 'external_id_conflict', 'pipeline_not_configured'],
    unprocessable: ['stage_in_other_pipeline', 'won_requires_closing'],
  })
  async submit(
    @CurrentCaller() caller: Caller,
    @JsonBody() body: SubmitLeadDto,
    @SentBody() rawBody: object,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Submitted | StillHeld | Answer<Received>> {
    const request = { requestId: requestIdOf(response), rawBody };
    const outcome = await this.atTick(caller, () => this.intake.submit(caller, request, body));
    // Section 4, point 5: without the right to read, the answer is always the same.
    if (!outcome) {
      response.status(202);
      return { data: { received: true } };
    }
    response.status(outcome.created ? 201 : 200);
    if (outcome.duplicate) response.setHeader('Idempotent-Replayed', 'true');
    return submissionView(outcome);
  }

  @Patch(':id')
  @RequirePermission('leads:write')
  @ApiOperation('Change name, e-mail, tags and notes of a lead', {
    description: `Send only what changes. The notes of a lead hold ${MAX_NOTES_RECORD} characters. The phone cannot be changed.`,
    rules: TAG_RULES,
    body: { name: 'Maria da Silva', add_tags: ['VIP'], remove_tags: ['Site'], notes: 'Prefere contato à tarde.' },
    answers: [
      one(200, 'What the change did; `lead` only for a key with leads:read.', CHANGED_LEAD, {
        id: IDS.lead,
        updated: true,
        lead: LEAD_EXAMPLE,
      }),
    ],
    errors: ['not_found', 'notes_full'],
  })
  async change(
    @CurrentCaller() caller: Caller,
    @Param('id', IdPipe) id: string,
    @JsonBody() body: ChangeLeadDto,
  ): Promise<Answer<ChangedLead>> {
    const { notes: note, ...edits } = body;
    const { account, actor, key } = caller;
    const view = (accountId: string) => viewLead(accountId, id, account.planAutoOrigin);
    const change = { ...edits, note, keyName: key.name };
    const work = () => this.edits.edit(account.id, actor, id, change, canRead(caller) ? view : undefined);
    const { isChanged, lead } = await this.atTick(caller, work);
    // Without the right to read, a caller must not learn whether a guess changes anything.
    return { data: lead ? { id, updated: isChanged, lead } : { id, updated: true } };
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
