import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/keys/caller';
import { ApiError } from '../../common/api-error';
import { missing } from '../../common/missing';
import type { LeadView } from '../../contract/lead';
import { Database } from '../../database/database';
import { findLeads, leadText } from '../record/lead.view';
import { contactOf, type LookupDto } from './lookup.dto';

/** Reads and looks up leads (specification, section 4). */
@Injectable()
export class LeadsService {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database.as('partner');
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
