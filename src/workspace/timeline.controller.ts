import { Param, Query } from '@nestjs/common';
import { Leaving } from '../common/http/caller-left';
import { AccountApi, Get } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { IdPipe } from '../common/input/id.pipe';
import { LeadTimelineService } from './timeline.service';
import { IDS, NOW } from '../contract/document/examples';
import { page, ApiOperation, ApiTag } from '../contract/document/route-text';
import { TIMELINE_ENTRY, type TimelineEntry } from '../contract/timeline';
import { PageQuery } from '../common/input/paging';

const TIMELINE_EXAMPLE: TimelineEntry[] = [
  {
    id: IDS.submission,
    at: NOW,
    type: 'submission',
    submission: {
      key_id: IDS.key,
      source: null,
      result: 'updated',
      pipeline_id: IDS.pipeline,
      also_sent: { name: 'Ana Souza', utm_campaign: 'black-friday', value: 300 },
    },
  },
  {
    id: '00000000-0000-0000-0000-000000000001',
    at: '2026-03-02T03:00:00.000Z',
    type: 'note',
    note: { text: 'Quer agendar uma visita.', author: 'Site', day: '2026-03-02' },
  },
];

@AccountApi('leads')
@ApiTag('Owner: people', 'ownerLeads')
export class TimelineController {
  constructor(private readonly timelines: LeadTimelineService) {}

  @Get(':id/timeline', 'leads')
  @ApiOperation('List all that happened to a lead, the newest first', {
    description:
      'Submissions, notes, moves, changes of a deal’s value, corrected and undone closings, appointments, assignments, merges, and the rules that tagged it or reminded of it.',
    answers: [page(TIMELINE_ENTRY, ...TIMELINE_EXAMPLE)],
    errors: ['not_found'],
  })
  async timeline(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Query() query: PageQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const { entries, nextCursor } = await this.timelines.list(account, actor, id, query, leaving);
    return { data: entries, next_cursor: nextCursor };
  }
}
