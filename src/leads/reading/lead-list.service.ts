import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/keys/caller';
import { idOf, NO_ID } from '../../common/input/id.pipe';
import { pageSize } from '../../common/input/page.dto';
import { cursorAfter, positionIn } from '../../common/input/paging';
import { momentOf } from '../../common/moment';
import { comparisonKey } from '../../common/text';
import { Database } from '../../database/database';
import { type LeadFilters, listLeads } from './lead-list.queries';
import type { ListLeadsQuery } from './list-leads.dto';

interface LeadPage {
  /** JSON arrays of leads. */
  readonly parts: readonly string[];
  readonly nextCursor: string | null;
}

/**
 * GET /leads: keyset paging by `updated_at` and id, so that changed leads are seen again. `updated_since` adds tombstones of gone
 * leads.
 */
@Injectable()
export class LeadListService {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database.as('partner');
  }

  /** Throws 422 for an altered cursor, or one of another account or other filters. */
  async list({ account }: Caller, query: ListLeadsQuery, leaving: AbortSignal): Promise<LeadPage> {
    const filters: LeadFilters = {
      pipelineId: query.pipeline_id === undefined ? undefined : idOf(query.pipeline_id),
      stageId: query.stage_id === undefined ? undefined : idOf(query.stage_id),
      tagKey: query.tag === undefined ? undefined : comparisonKey(query.tag),
    };
    // Rows keep whole milliseconds: round up, so that no earlier change is shown.
    const since = query.updated_since === undefined ? undefined : momentOf(query.updated_since, 'up');
    const list = { secret: account.cursorSecret, scope: JSON.stringify(['leads', account.id, filters, since]) };
    const [updatedAt, id = NO_ID] = positionIn(list, query) ?? [];
    const start = updatedAt === undefined ? (since ?? BEGINNING) : new Date(updatedAt);
    const page = { position: { updatedAt: start, id }, count: pageSize(query), filters, withGone: since !== undefined };
    const { parts, end } = await this.database.read(listLeads(account.id, page, account.planAutoOrigin), leaving);
    return { parts, nextCursor: cursorAfter(list, end) };
  }
}

const BEGINNING = new Date(0);
