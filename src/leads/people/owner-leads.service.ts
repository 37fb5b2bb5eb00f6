import { Injectable } from '@nestjs/common';
import { missing } from '../../common/missing';
import { NO_ID } from '../../common/id.pipe';
import type { PageQuery } from '../../common/page.dto';
import { loadPage } from '../../common/paging';
import type { DuplicateGroup, LeadDetail } from '../../contract/lead';
import type { KnownPerson } from '../../contract/person';
import { Database } from '../../database/database';
import { listDuplicates } from './duplicates.queries';
import { findLeadDetails, viewLeadDetail } from '../record/lead-detail.view';
import { contactOf } from '../reading/lookup.dto';
import type { OwnerLeadsQuery } from '../reading/owner-list.dto';
import { PersonalTraces } from './personal-traces';
import { findPerson } from './person.queries';
import type { Phone } from '../record/phone';

/** A page of groups; `nextCursor` is null on the last one. */
interface DuplicatePage {
  readonly groups: readonly DuplicateGroup[];
  readonly nextCursor: string | null;
}

/** What the owner of an account reads of its leads: all of them, with all fields. */
@Injectable()
export class OwnerLeadsService {
  constructor(
    private readonly database: Database,
    private readonly traces: PersonalTraces,
  ) {}

  /** Every lead with this phone or e-mail. */
  find(accountId: string, query: Pick<OwnerLeadsQuery, 'phone' | 'email'>): Promise<LeadDetail[]> {
    return this.database.read(findLeadDetails(accountId, contactOf(query)));
  }

  /** What is known of a phone, with or without a lead. Throws `not_found` when nothing is known. */
  async lookup(accountId: string, phone: Phone): Promise<KnownPerson> {
    const person = await this.database.read(findPerson(this.traces.all, accountId, phone));
    if (!person) throw missing('person');
    return person;
  }

  /** Throws `not_found`. */
  async get(accountId: string, id: string): Promise<LeadDetail> {
    const lead = await this.database.read(viewLeadDetail(accountId, id));
    if (!lead) throw missing('lead');
    return lead;
  }

  /** The phones that more than one lead has. Throws 422 for a bad cursor. */
  async duplicates(
    account: { readonly id: string; readonly cursorSecret: Buffer },
    query: PageQuery,
  ): Promise<DuplicatePage> {
    const { rows, nextCursor } = await loadPage(query, {
      secret: account.cursorSecret,
      scope: JSON.stringify(['duplicates', account.id]),
      load: (count, [id = NO_ID] = []) => this.database.read(listDuplicates(account.id, id, count)),
      positionOf: ({ id }) => [id],
    });
    return { groups: rows.map(({ group }) => group), nextCursor };
  }
}
