import { Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Leaving } from '../../common/http/caller-left';
import { AccountApi, Get } from '../../auth/access/account-api';
import { type AccountCaller, type AccountRequest, CurrentAccountCaller } from '../../auth/access/account-caller';
import { Heavy } from '../../auth/access/heavy.interceptor';
import { streamAnswer } from '../../auth/access/stream-answer';
import { responsibleOf } from '../../leads/reading/asked-responsible';
import { refuseInvertedDays } from '../../leads/reading/lead-filters';
import { SearchFilters } from '../../leads/reading/lead-search.dto';
import { LEADS_FILE, LeadsFile } from './leads-file';
import { Described } from '../../contract/document/described';
import { LEADS_EXPORT_TEXTS } from './leads-export.texts';

@AccountApi('leads')
@Described(LEADS_EXPORT_TEXTS, 'ownerLeads')
export class LeadsExportController {
  constructor(private readonly file: LeadsFile) {}

  @Get('export.csv', 'export')
  @Heavy()
  exportAll(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() query: SearchFilters,
    @Req() request: AccountRequest,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    refuseInvertedDays(query);
    const { account, viewer, actor } = caller;
    const filters = { ...query, responsible: responsibleOf(query, caller) };
    const batches = this.file.batches(account.id, viewer, filters, leaving);
    const record = () => this.file.record(account.id, actor);
    return streamAnswer(request, response, { ...LEADS_FILE, batches, record });
  }
}
