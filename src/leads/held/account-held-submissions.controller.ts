import { HttpCode, Param, Query } from '@nestjs/common';
import { Leaving } from '../../common/http/caller-left';
import { IsOneOf, Must, Optional, Sometimes, SENT_ID, InputObject } from '../../common/input/fields';
import { IdPipe, idOf } from '../../common/input/id.pipe';
import {
  type AppliedHeld,
  APPLIED_HELD,
  HELD_STATES,
  type HeldState,
  HELD_SUBMISSION,
} from '../../contract/held-submission';
import { HeldReviewService } from './held-review.service';
import { AccountApi, Get, Post } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../../auth/access/account-caller';
import { HELD_EXAMPLE, IDS, NOW } from '../../contract/document/examples';
import { answer, one, page, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { JsonBody } from '../../common/input/route-input';
import { PageQuery } from '../../common/input/paging';

const DECIDED = { ...HELD_EXAMPLE, resolved_at: NOW };

class ListHeldQuery extends PageQuery {
  @Optional() @IsOneOf(HELD_STATES) state?: HeldState;
}

@InputObject('HeldSubmissionTarget', { forms: { KnownLeadTarget: ['lead_id'], NewLeadTarget: ['new_lead'] } })
class ApplyDto {
  @Must(
    (value, { new_lead }) => typeof value === 'string' || (value === undefined && new_lead !== undefined),
    'informe o id de um lead, ou new_lead',
    { type: 'string', ...SENT_ID },
  )
  @Sometimes()
  lead_id?: string;

  @Optional()
  @Must((value) => value === true, 'deve ser true', { const: true })
  @Must((_, { lead_id }) => lead_id === undefined, 'não pode ser enviado com lead_id')
  new_lead?: true;
}

@AccountApi('held-submissions')
@ApiTag('Owner: people', 'heldSubmissions')
export class AccountHeldSubmissionsController {
  constructor(private readonly review: HeldReviewService) {}

  @Get('', 'held_submissions')
  @ApiOperation('List submissions that could not be applied', {
    description: 'What a key without leads:read sent is never lost: it waits here for the owner’s decision.',
    answers: [page(HELD_SUBMISSION, HELD_EXAMPLE)],
  })
  async list(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Query() query: ListHeldQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const { held, nextCursor } = await this.review.list(account, query, leaving);
    return { data: held, next_cursor: nextCursor };
  }

  @Post(':id/apply', 'held_submissions')
  @HttpCode(200)
  @ApiOperation('Apply a held submission to a lead, or as a new one', {
    description:
      'Exactly one of `lead_id` and `new_lead`. A new lead is made only while no lead has the phone (409 `conflict`). If ' +
      'only the note of the submission did not fit, only the note is applied, to the lead it was meant for (else 409 `conflict`). ' +
      'A pipeline or stage that no longer exists, a stage that became a won one, and a pipeline that lost its entry stage are left out, with a warning: ' +
      'the deal goes where a submission without them would.',
    body: { lead_id: IDS.lead },
    answers: [
      answer(200, 'The submission.', APPLIED_HELD, {
        data: { ...DECIDED, state: 'applied', lead_id: IDS.lead },
        warnings: [{ code: 'unavailable', field: 'deal.stage_id', message: 'A etapa do envio não existe mais.' }],
      }),
    ],
    errors: ['not_found', 'conflict', 'notes_full', 'pipeline_not_configured'],
  })
  async apply(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { lead_id: leadId }: ApplyDto,
  ): Promise<AppliedHeld> {
    const { held, warnings } = await (leadId === undefined
      ? this.review.applyAsNewLead(account, id, actor)
      : this.review.apply(account, id, idOf(leadId), actor));
    return { data: held, ...(warnings.length > 0 && { warnings }) };
  }

  @Post(':id/dismiss', 'held_submissions')
  @HttpCode(200)
  @ApiOperation('Dismiss a held submission', {
    answers: [one(200, 'The submission.', HELD_SUBMISSION, { ...DECIDED, state: 'dismissed' })],
    errors: ['not_found', 'conflict'],
  })
  async dismiss(@CurrentAccountCaller() { account, actor }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.review.dismiss(account.id, id, actor) };
  }
}
