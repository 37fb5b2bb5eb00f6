import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { IsString } from '../common/fields';
import { IdPipe, idOf } from '../common/id.pipe';
import { SENT_ID } from '../common/json-schema';
import { HeldReviewService } from '../leads/held-review.service';
import { ListHeldQuery } from '../leads/list-held.dto';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin } from './admin-caller';

class ApplyDto {
  @IsString(SENT_ID) lead_id!: string;
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
  async apply(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string, @Body() body: ApplyDto) {
    return { data: await this.review.apply(account.id, id, idOf(body.lead_id)) };
  }

  @Post(':id/dismiss')
  @HttpCode(200)
  async dismiss(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.review.dismiss(account.id, id) };
  }
}
