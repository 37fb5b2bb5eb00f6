import { HttpCode, Param, Query } from '@nestjs/common';
import { AccountApi, Get, Post } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { Leaving } from '../common/http/caller-left';
import { IsOneOf } from '../common/input/fields';
import { IdPipe } from '../common/input/id.pipe';
import { PageQuery } from '../common/input/paging';
import { IDS, NOW } from '../contract/document/examples';
import { type Answer, ApiOperation, ApiTag, one, page } from '../contract/document/route-text';
import { DELIVERY, type DeliveryView, LISTED_DELIVERY } from '../contract/source';
import { DeliveriesService } from './deliveries.service';

export const DELIVERY_EXAMPLE: DeliveryView = {
  id: IDS.delivery,
  source_id: IDS.source,
  received_at: NOW,
  result: 'created',
  lead_id: IDS.lead,
  reason: null,
  fields: [
    { path: 'your-name', label: 'name', value: 'Maria Silva', field: 'name', guessed: false },
    { path: 'your-phone', label: 'phone', value: '(11) 98765-4321', field: 'phone', guessed: false },
  ],
  left_out: [],
};

class HeldQuery extends PageQuery {
  @IsOneOf(['held']) result!: 'held';
}

@AccountApi('deliveries')
@ApiTag('Owner: sources')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get('', 'sources')
  @ApiOperation('List what is held of all sources, the newest first', {
    answers: [page(LISTED_DELIVERY, { ...DELIVERY_EXAMPLE, result: 'held', lead_id: null, reason: 'no_phone' })],
  })
  async listHeld(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Query() query: HeldQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const { rows, nextCursor } = await this.deliveries.listHeld(account, query, leaving);
    return { data: rows, next_cursor: nextCursor };
  }

  @Get(':id', 'sources')
  @ApiOperation('Read a delivery with whole values', {
    answers: [one(200, 'The delivery.', DELIVERY, DELIVERY_EXAMPLE)],
    errors: ['not_found'],
  })
  async find(@CurrentAccountCaller() { account }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.deliveries.find(account.id, id) };
  }

  @Post(':id/read-again', 'sources')
  @HttpCode(200)
  @ApiOperation('Read a delivery that waits again, and apply it', {
    description:
      'By the present mapping of its source; spam is taken in too. The others of the source that wait are read in the background. One that was applied meanwhile stays as it is.',
    answers: [one(200, 'The delivery, still held where it cannot be applied.', DELIVERY, DELIVERY_EXAMPLE)],
    errors: ['not_found'],
  })
  async readAgain(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
  ): Promise<Answer<DeliveryView>> {
    return { data: await this.deliveries.readAgain(account.id, id) };
  }

  @Post(':id/dismiss', 'sources')
  @HttpCode(200)
  @ApiOperation('Dismiss a delivery that waits', {
    answers: [one(200, 'The delivery.', DELIVERY, { ...DELIVERY_EXAMPLE, result: 'dismissed', lead_id: null })],
    errors: ['not_found'],
  })
  async dismiss(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
  ): Promise<Answer<DeliveryView>> {
    return { data: await this.deliveries.dismiss(account.id, id) };
  }
}
