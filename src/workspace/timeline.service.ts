import { Injectable } from '@nestjs/common';
import { type Viewer, viewerId } from '../accounts/actor';
import { loadPage, type PagedAccount, type PageQuery } from '../common/input/paging';
import type { TimelineEntry } from '../contract/timeline';
import { Database } from '../database/database';
import { findTimeline } from './timeline.queries';
import { newestFirst, notesOfTimeline, type TimelinePosition } from './timeline-notes';
import { missing } from '../common/api-error';

/** Page of a lead's timeline; `nextCursor` is null on the last one. */
interface TimelinePage {
  readonly entries: readonly TimelineEntry[];
  readonly nextCursor: string | null;
}

const END: TimelinePosition = { at: '9999-12-31T00:00:00.000Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** GET /leads/{id}/timeline: all events of a lead, newest first. */
@Injectable()
export class LeadTimelineService {
  constructor(private readonly database: Database) {}

  /** Throws `not_found`, and 422 for a bad cursor. */
  async list(
    account: PagedAccount,
    viewer: Viewer,
    leadId: string,
    query: PageQuery,
    leaving: AbortSignal,
  ): Promise<TimelinePage> {
    const { rows, nextCursor } = await loadPage(query, {
      secret: account.cursorSecret,
      scope: JSON.stringify(['timeline', account.id, viewerId(viewer), leadId]),
      load: (count, [at = END.at, id = END.id] = []) =>
        this.load(account.id, viewer, leadId, { at, id }, count, leaving),
      positionOf: ({ at, id }) => [at, id],
    });
    return { entries: rows, nextCursor };
  }

  private async load(
    accountId: string,
    viewer: Viewer,
    leadId: string,
    position: TimelinePosition,
    count: number,
    leaving: AbortSignal,
  ): Promise<TimelineEntry[]> {
    const found = await this.database.read(findTimeline(accountId, viewer, leadId, position, count), leaving);
    if (!found) throw missing('lead');
    const notes = notesOfTimeline(found).filter((note) => newestFirst(position, note) < 0);
    return [...found.entries, ...notes].sort(newestFirst).slice(0, count);
  }
}
