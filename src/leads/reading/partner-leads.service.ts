import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/keys/caller';
import { ApiError, missing } from '../../common/api-error';
import type { LeadView } from '../../contract/lead';
import { Database } from '../../database/database';
import { findLeads, leadText } from '../record/lead.view';
import { contactOf, type LookupDto, type ListLeadsQuery } from './partner-leads.dto';
import { idOf, NO_ID } from '../../common/input/id.pipe';
import { cursorAfter, positionIn, pageSize } from '../../common/input/paging';
import { momentOf } from '../../common/moment';
import { comparisonKey } from '../../common/text';
import { type LeadFilters, listLeads } from './partner-leads.queries';

interface LeadPage {
  /** JSON arrays of leads. */
  readonly parts: readonly string[];
  readonly nextCursor: string | null;
}

/** Lists, reads and looks up leads (specification, section 4). */
@Injectable()
export class PartnerLeadsService {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database.as('partner');
  }

  /**
   * GET /leads: keyset paging by `updated_at` and id, so that changed leads are seen again. `updated_since` adds tombstones of gone leads.
   * Throws 422 for an altered cursor, or one of another account or other filters.
   */
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

  /** Returns JSON. Throws `not_found`. */
  async get({ account }: Caller, id: string): Promise<string> {
    const lead = await this.database.readByKey(leadText(account.id, id, account.planAutoOrigin));
    if (!lead) throw missing('lead');
    return lead;
  }

  /** Finds the one lead with this contact. Throws `not_found` and `ambiguous_lead`. */
  async lookup({ account }: Caller, body: LookupDto): Promise<LeadView> {
    const contact = await contactOf(account.id, body, (query) => this.database.read(query));
    const found = await this.database.read(findLeads(account.id, contact, account.planAutoOrigin));
    if (found.length > 1) throw new ApiError('ambiguous_lead', { details: { lead_ids: found.map(({ id }) => id) } });
    const [lead] = found;
    if (!lead) throw missing('contact');
    return lead;
  }
}

const BEGINNING = new Date(0);
