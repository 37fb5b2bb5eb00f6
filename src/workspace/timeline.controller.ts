import { Param, Query } from '@nestjs/common';
import { Leaving } from '../common/http/caller-left';
import { AccountApi, Get } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { IdPipe } from '../common/input/id.pipe';
import { PageQuery } from '../common/input/page.dto';
import { LeadTimelineService } from './lead-timeline.service';
import { Described } from '../contract/document/described';
import { TIMELINE_TEXTS } from './timeline.texts';

@AccountApi('leads')
@Described(TIMELINE_TEXTS, 'ownerLeads')
export class TimelineController {
  constructor(private readonly timelines: LeadTimelineService) {}

  @Get(':id/timeline', 'leads')
  async timeline(
    @CurrentAccountCaller() { account, viewer }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Query() query: PageQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const { entries, nextCursor } = await this.timelines.list(account, viewer, id, query, leaving);
    return { data: entries, next_cursor: nextCursor };
  }
}
