import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { IsString } from '../common/fields';
import { IdPipe, idOf } from '../common/id.pipe';
import { SENT_ID } from '../common/json-schema';
import { PageQuery } from '../common/page.dto';
import { LeadErasureService } from '../leads/lead-erasure.service';
import { LeadMergeService } from '../leads/lead-merge.service';
import { LookupDto } from '../leads/lookup.dto';
import { OwnerLeadsService } from '../leads/owner-leads.service';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin } from './admin-caller';

class MergeDto {
  @IsString(SENT_ID) into!: string;
}

/** What the owner sees and does about a person. */
@OwnerApi('leads')
export class OwnerLeadsController {
  constructor(
    private readonly leads: OwnerLeadsService,
    private readonly merging: LeadMergeService,
    private readonly erasure: LeadErasureService,
  ) {}

  @Get()
  async find(@CurrentAdmin() { account }: AdminCaller, @Query() query: LookupDto) {
    return { data: await this.leads.find(account.id, query) };
  }

  // Before the route of one lead: the first that fits answers.
  @Get('duplicates')
  async duplicates(@CurrentAdmin() { account }: AdminCaller, @Query() query: PageQuery) {
    const { groups, nextCursor } = await this.leads.duplicates(account, query);
    return { data: groups, next_cursor: nextCursor };
  }

  @Get(':id')
  async get(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.leads.get(account.id, id) };
  }

  @Post(':id/merge')
  @HttpCode(200)
  async merge(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string, @Body() { into }: MergeDto) {
    return { data: await this.merging.merge(account.id, id, idOf(into)) };
  }

  @Get(':id/export')
  async export(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.leads.export(account.id, id) };
  }

  @Post(':id/erase')
  @HttpCode(200)
  async erase(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) leadId: string) {
    const { id, erasedAt } = await this.erasure.erase(account.id, leadId);
    return { data: { id, erased_at: erasedAt.toISOString() } };
  }
}
