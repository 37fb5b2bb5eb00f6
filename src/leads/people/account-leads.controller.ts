import { HttpCode, Param, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Leaving } from '../../common/http/caller-left';
import type { ErasedPerson } from '../../contract/person';
import { IsString, Optional } from '../../common/input/fields';
import { IsIds } from '../../common/input/ids.field';
import { MAX_SHOWN_LEADS } from '../../contract/limits';
import { IdPipe, idOf } from '../../common/input/id.pipe';
import { InputObject } from '../../common/input/input';
import { SENT_ID } from '../../contract/document/json-schema';
import { PageQuery } from '../../common/input/page.dto';
import { type Erased, LeadErasureService } from './lead-erasure.service';
import { LeadMergeService } from './lead-merge.service';
import { LeadSearchQuery } from '../reading/lead-search.dto';
import { responsibleOf } from '../reading/asked-responsible';
import { refuseInvertedDays } from '../reading/lead-filters';
import { DayListsService } from '../reading/day-lists.service';
import { LeadSearchService } from '../reading/lead-search.service';
import { AccountLeadsService } from './account-leads.service';
import { PersonExportService } from './person-export.service';
import { AccountApi, Get, Post } from '../../auth/access/account-api';
import { type AccountCaller, type AccountRequest, CurrentAccountCaller } from '../../auth/access/account-caller';
import { Heavy } from '../../auth/access/heavy.interceptor';
import { streamAnswer } from '../../auth/access/stream-answer';
import { Described } from '../../contract/document/described';
import { ACCOUNT_LEADS_TEXTS } from './account-leads.texts';
import { JsonBody } from '../../common/input/json-body';

@InputObject('LeadMerge')
class MergeDto {
  @IsString(SENT_ID) into!: string;
  /** Deals of the two leads that end with the merge; without it, all stay. */
  @Optional() @IsIds({ max: MAX_SHOWN_LEADS }) close_deal_ids?: string[];
}

@AccountApi('leads')
@Described(ACCOUNT_LEADS_TEXTS, 'ownerLeads')
export class AccountLeadsController {
  constructor(
    private readonly leads: AccountLeadsService,
    private readonly lists: LeadSearchService,
    private readonly days: DayListsService,
    private readonly merging: LeadMergeService,
    private readonly exports: PersonExportService,
    private readonly erasure: LeadErasureService,
  ) {}

  @Get('', 'leads')
  async find(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() query: LeadSearchQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const isLookUp = query.phone !== undefined || query.email !== undefined;
    const { account, viewer } = caller;
    if (isLookUp) return { data: await this.leads.find(account.id, viewer, query, leaving) };
    if (query.today) {
      const { today: list, limit, cursor } = query;
      const asked = { list, limit, cursor, responsible: responsibleOf(query, caller) };
      const { leads, nextCursor } = await this.days.page(account, viewer, asked, leaving);
      return { data: leads, next_cursor: nextCursor };
    }
    refuseInvertedDays(query);
    const { leads, nextCursor } = await this.lists.list(
      account,
      viewer,
      { ...query, responsible: responsibleOf(query, caller) },
      leaving,
    );
    return { data: leads, next_cursor: nextCursor };
  }

  // Must precede the route of one lead: the first match answers.
  @Get('duplicates', 'duplicates')
  async duplicates(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Query() query: PageQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const { groups, nextCursor } = await this.leads.duplicates(account, query, leaving);
    return { data: groups, next_cursor: nextCursor };
  }

  @Get(':id', 'leads')
  async get(
    @CurrentAccountCaller() { account, viewer }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Leaving() leaving: AbortSignal,
  ) {
    return { data: await this.leads.get(account.id, viewer, id, leaving) };
  }

  @Post(':id/merge', 'duplicates')
  @HttpCode(200)
  async merge(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { into, close_deal_ids = [] }: MergeDto,
  ) {
    const merge = { into: idOf(into), endedDeals: close_deal_ids.map(idOf) };
    return { data: await this.merging.merge(account.id, id, merge, actor) };
  }

  @Get(':id/export', 'people')
  @Heavy()
  async export(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Req() request: AccountRequest,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    return streamAnswer(request, response, await this.exports.ofLead(account.id, id, actor, leaving));
  }

  @Post(':id/erase', 'people')
  @HttpCode(200)
  async erase(@CurrentAccountCaller() { account, actor }: AccountCaller, @Param('id', IdPipe) leadId: string) {
    return { data: erasedView(await this.erasure.erase(account.id, leadId, actor)) };
  }
}

export const erasedView = ({ id, erasedAt }: Erased<string | null>): ErasedPerson => ({
  id,
  erased_at: erasedAt.toISOString(),
});
