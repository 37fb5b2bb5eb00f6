import { HttpCode, Param, Query } from '@nestjs/common';
import { Leaving } from '../../common/http/caller-left';
import { Must, Optional, Sometimes } from '../../common/input/fields';
import { IdPipe, idOf } from '../../common/input/id.pipe';
import { InputObject } from '../../common/input/input';
import type { AppliedHeld } from '../../contract/held-submission';
import { SENT_ID } from '../../contract/document/json-schema';
import { HeldReviewService } from './held-review.service';
import { ListHeldQuery } from './list-held.dto';
import { AccountApi, Get, Post } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../../auth/access/account-caller';
import { Described } from '../../contract/document/described';
import { HELD_TEXTS } from './held-submissions.texts';
import { JsonBody } from '../../common/input/json-body';

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
@Described(HELD_TEXTS)
export class HeldSubmissionsController {
  constructor(private readonly review: HeldReviewService) {}

  @Get('', 'held_submissions')
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
  async dismiss(@CurrentAccountCaller() { account, actor }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.review.dismiss(account.id, id, actor) };
  }
}
