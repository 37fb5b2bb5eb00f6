import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Must, Optional, Sometimes } from '../common/fields';
import { IdPipe, idOf } from '../common/id.pipe';
import { InputObject } from '../common/input';
import type { AppliedHeld } from '../contract/held-submission';
import { SENT_ID } from '../contract/json-schema';
import { HeldReviewService } from '../leads/held/held-review.service';
import { ListHeldQuery } from '../leads/held/list-held.dto';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin } from './admin-caller';

/** Exactly one of the two. */
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

@OwnerApi('held-submissions')
export class HeldSubmissionsController {
  constructor(private readonly review: HeldReviewService) {}

  @Get()
  async list(@CurrentAdmin() { account }: AdminCaller, @Query() query: ListHeldQuery) {
    const { held, nextCursor } = await this.review.list(account, query);
    return { data: held, next_cursor: nextCursor };
  }

  @Post(':id/apply')
  @HttpCode(200)
  async apply(
    @CurrentAdmin() { account, actor }: AdminCaller,
    @Param('id', IdPipe) id: string,
    @Body() { lead_id: leadId }: ApplyDto,
  ): Promise<AppliedHeld> {
    const { held, warnings } = await (leadId === undefined
      ? this.review.applyAsNewLead(account, id, actor)
      : this.review.apply(account, id, idOf(leadId), actor));
    return { data: held, ...(warnings.length > 0 && { warnings }) };
  }

  @Post(':id/dismiss')
  @HttpCode(200)
  async dismiss(@CurrentAdmin() { account, actor }: AdminCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.review.dismiss(account.id, id, actor) };
  }
}
