import { Injectable } from '@nestjs/common';
import type { Viewer } from '../../accounts/actor';
import { missing } from '../../common/missing';
import { NO_ID } from '../../common/input/id.pipe';
import type { PageQuery } from '../../common/input/page.dto';
import { loadPage, type PagedAccount } from '../../common/input/paging';
import type { DuplicateGroup, LeadDetail } from '../../contract/lead';
import { Database } from '../../database/database';
import { listDuplicates } from './duplicates.queries';
import { findLeadDetails, viewLeadDetail } from '../record/lead-detail.view';
import { contactOf } from './lookup.dto';
import type { LeadSearchQuery } from './lead-search.dto';

interface DuplicatePage {
  readonly groups: readonly DuplicateGroup[];
  readonly nextCursor: string | null;
}

@Injectable()
export class AccountLeadsService {
  constructor(private readonly database: Database) {}

  async find(
    accountId: string,
    viewer: Viewer,
    query: Pick<LeadSearchQuery, 'phone' | 'email'>,
    leaving: AbortSignal,
  ): Promise<LeadDetail[]> {
    const contact = await contactOf(accountId, query, (key) => this.database.read(key, leaving));
    return this.database.read(findLeadDetails(accountId, viewer, contact), leaving);
  }

  /** Throws `not_found`. */
  async get(accountId: string, viewer: Viewer, id: string, leaving: AbortSignal): Promise<LeadDetail> {
    const lead = await this.database.read(viewLeadDetail(accountId, viewer, id), leaving);
    if (!lead) throw missing('lead');
    return lead;
  }

  /** Lists the phones with several leads. Throws 422 for a bad cursor. */
  async duplicates(account: PagedAccount, query: PageQuery, leaving: AbortSignal): Promise<DuplicatePage> {
    const { rows, nextCursor } = await loadPage(query, {
      secret: account.cursorSecret,
      scope: JSON.stringify(['duplicates', account.id]),
      load: (count, [id = NO_ID] = []) => this.database.read(listDuplicates(account.id, id, count), leaving),
      positionOf: ({ id }) => [id],
    });
    return { groups: rows.map(({ group }) => group), nextCursor };
  }
}
