import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller';
import { idOf, NO_ID } from '../../common/id.pipe';
import { momentOf } from '../../common/moment';
import { loadPage } from '../../common/paging';
import { comparisonKey } from '../../common/text';
import { Database } from '../../database/database';
import { type LeadFilters, listLeads } from './lead-list.queries';
import type { ListLeadsQuery } from './list-leads.dto';

/** A page of leads, each in JSON; `nextCursor` is null on the last one. */
interface LeadPage {
  readonly leads: readonly string[];
  readonly nextCursor: string | null;
}

/**
 * GET /leads: keyset paging in the order of `updated_at` and id, so that a lead that changes meanwhile is seen again. A sync
 * with `updated_since` also gets the tombstones of erased and merged leads.
 */
@Injectable()
export class LeadListService {
  constructor(private readonly database: Database) {}

  /** Throws 422 for a cursor that was altered, or comes from another account or from other filters. */
  async list({ account }: Caller, query: ListLeadsQuery): Promise<LeadPage> {
    const filters: LeadFilters = {
      pipelineId: query.pipeline_id === undefined ? undefined : idOf(query.pipeline_id),
      stageId: query.stage_id === undefined ? undefined : idOf(query.stage_id),
      tagKey: query.tag === undefined ? undefined : comparisonKey(query.tag),
    };
    // Rows keep whole milliseconds: one that is older than the moment by less than that must not be shown.
    const since = query.updated_since === undefined ? undefined : momentOf(query.updated_since, 'up');
    const { rows, nextCursor } = await loadPage(query, {
      secret: account.cursorSecret,
      scope: JSON.stringify(['leads', account.id, filters, since]),
      load: (count, [updatedAt, id = NO_ID] = []) => {
        const start = updatedAt === undefined ? (since ?? BEGINNING) : new Date(updatedAt);
        const part = { position: { updatedAt: start, id }, count, filters, withGone: since !== undefined };
        return this.database.read(listLeads(account.id, part, account.planAutoOrigin));
      },
      positionOf: ({ updatedAt, id }) => [updatedAt.toISOString(), id],
    });
    return { leads: rows.map(({ lead }) => lead), nextCursor };
  }
}

/** Before every lead. */
const BEGINNING = new Date(0);
