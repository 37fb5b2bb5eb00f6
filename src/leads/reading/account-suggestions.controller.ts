import { Query } from '@nestjs/common';
import { Leaving } from '../../common/http/caller-left';
import type { Viewer } from '../../accounts/actor';
import { AccountApi, Get } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../../auth/access/account-caller';
import { comparisonKey } from '../../common/text';
import { MAX_SUGGESTIONS } from '../../contract/limits';
import { Database } from '../../database/database';
import { suggestCampaigns, suggestTags } from './suggestions.queries';
import { answer, dataOf, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { listOf } from '../../contract/document/shape';
import { SUGGESTION } from '../../contract/lead';
import { Optional, Trimmed } from '../../common/input/fields';
import { IsUtm } from './account-leads.dto';

/** What a person has typed of a tag or a campaign. */
class SuggestionsQuery {
  @IsUtm() @Trimmed() @Optional() q?: string;
}

const names = (name: string) => [answer(200, 'Up to twenty.', dataOf(listOf(SUGGESTION)), { data: [{ name }] })];

const description = 'By the beginning `q`, in order. Only those of leads that the caller sees.';

@AccountApi('')
@ApiTag('Owner: people', 'suggestions')
export class AccountSuggestionsController {
  constructor(private readonly database: Database) {}

  @Get('tags', 'leads')
  @ApiOperation('Suggest tags for a filter', { description, answers: names('cliente') })
  async tags(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Query() { q = '' }: SuggestionsQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const names = await this.database.read(suggestTags(account.id, actor, comparisonKey(q)), leaving);
    return { data: names.map((name) => ({ name })) };
  }

  @Get('campaigns', 'leads')
  @ApiOperation('Suggest campaigns for a filter', { description, answers: names('natal') })
  async campaigns(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Query() { q = '' }: SuggestionsQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const names = await this.campaignsOf(account.id, actor, q, leaving);
    return { data: names.map((name) => ({ name })) };
  }

  /** Campaigns are kept as they were spelled, so the usual spellings of the beginning are asked for. */
  private async campaignsOf(accountId: string, viewer: Viewer, q: string, leaving: AbortSignal): Promise<string[]> {
    const queries = spellings(q).map((beginning) => suggestCampaigns(accountId, viewer, beginning));
    const found = await this.database.snapshot(accountId, leaving, (tx) => tx.send(queries));
    return [...new Set(found.flat())].sort().slice(0, MAX_SUGGESTIONS);
  }
}

const spellings = (text: string): string[] => {
  const small = text.toLowerCase();
  return [...new Set([text, small, small.charAt(0).toUpperCase() + small.slice(1), text.toUpperCase()])];
};
