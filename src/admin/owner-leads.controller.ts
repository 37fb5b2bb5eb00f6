import { Body, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { ErasedPerson } from '../contract/person';
import { Leaving } from '../common/caller-left';
import { IsString } from '../common/fields';
import { IdPipe, idOf } from '../common/id.pipe';
import { InputObject } from '../common/input';
import { SENT_ID } from '../contract/json-schema';
import { PageQuery } from '../common/page.dto';
import { type Erased, LeadErasureService } from '../leads/people/lead-erasure.service';
import { LeadMergeService } from '../leads/people/lead-merge.service';
import { LeadFilters, OwnerLeadsQuery } from '../leads/reading/owner-list.dto';
import { OwnerListService } from '../leads/reading/owner-list.service';
import { OwnerLeadsService } from '../leads/people/owner-leads.service';
import { PersonExportService } from '../leads/people/person-export.service';
import { OwnerApi } from './admin-api';
import { type AdminCaller, type AdminRequest, CurrentAdmin } from './admin-caller';
import { Heavy } from './heavy';
import { LEADS_FILE, LeadsFile } from './leads-file';
import { refuseInverted } from './period';
import { sendFile } from './send-file';
import { LeadTimelineService } from './lead-timeline.service';

@InputObject('LeadMerge')
class MergeDto {
  @IsString(SENT_ID) into!: string;
}

/** What the owner reads about people, and does with their leads. */
@OwnerApi('leads')
export class OwnerLeadsController {
  constructor(
    private readonly leads: OwnerLeadsService,
    private readonly lists: OwnerListService,
    private readonly file: LeadsFile,
    private readonly timelines: LeadTimelineService,
    private readonly merging: LeadMergeService,
    private readonly exports: PersonExportService,
    private readonly erasure: LeadErasureService,
  ) {}

  @Get()
  async find(
    @CurrentAdmin() { account }: AdminCaller,
    @Query() query: OwnerLeadsQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const isLookUp = query.phone !== undefined || query.email !== undefined;
    if (isLookUp) return { data: await this.leads.find(account.id, query) };
    refuseInverted(query);
    const { leads, nextCursor } = await this.lists.list(account, query, leaving);
    return { data: leads, next_cursor: nextCursor };
  }

  // This one and the next before the route of one lead: the first route that matches answers.
  @Get('export.csv')
  @Heavy()
  exportAll(
    @CurrentAdmin() { account, actor }: AdminCaller,
    @Query() query: LeadFilters,
    @Req() request: AdminRequest,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    refuseInverted(query);
    return sendFile(request, response, LEADS_FILE, this.file.pieces(account.id, query, actor, leaving));
  }

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
  async merge(
    @CurrentAdmin() { account, actor }: AdminCaller,
    @Param('id', IdPipe) id: string,
    @Body() { into }: MergeDto,
  ) {
    return { data: await this.merging.merge(account.id, id, idOf(into), actor) };
  }

  @Get(':id/timeline')
  async timeline(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string, @Query() query: PageQuery) {
    const { entries, nextCursor } = await this.timelines.list(account, id, query);
    return { data: entries, next_cursor: nextCursor };
  }

  @Get(':id/export')
  @Heavy()
  async export(@CurrentAdmin() { account, actor }: AdminCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.exports.ofLead(account.id, id, actor) };
  }

  @Post(':id/erase')
  @HttpCode(200)
  async erase(@CurrentAdmin() { account, actor }: AdminCaller, @Param('id', IdPipe) leadId: string) {
    return { data: erasedView(await this.erasure.erase(account.id, leadId, actor)) };
  }
}

/** A person who was erased, as the admin API shows it. */
export const erasedView = ({ id, erasedAt }: Erased<string | null>): ErasedPerson => ({
  id,
  erased_at: erasedAt.toISOString(),
});
