import { Injectable } from '@nestjs/common';
import { ApiError } from '../common/api-error';
import { Database } from '../database/database';
import { findNow, lockConversationOfLead } from './conversations.queries';
import { lockHeldOfPerson } from './held-submissions.queries';
import { laterThan } from './lead-change';
import { eraseLead, eraseTraces, listPendingRowsOfPhone } from './lead-erasure.queries';
import { lockLeadsOfConversation } from './leads.queries';

/** A lead whose person was erased. */
export interface ErasedLead {
  readonly id: string;
  readonly erasedAt: Date;
}

/** Takes a person out of an account. */
@Injectable()
export class LeadErasureService {
  constructor(private readonly database: Database) {}

  /**
   * Erases the person of the lead, with every lead of that phone. Counts stay right; the same phone later is a new
   * conversation. Done once: a second call gets the first one's answer. Throws `not_found`.
   */
  erase(accountId: string, leadId: string): Promise<ErasedLead> {
    return this.database.transaction(async (tx) => {
      const conversation = await lockConversationOfLead(tx, accountId, leadId);
      if (!conversation) throw new ApiError('not_found');
      const { id: conversationId, phoneKey } = conversation;
      const leads = await lockLeadsOfConversation(tx, accountId, conversationId);
      const lead = leads.find(({ id }) => id === leadId);
      if (!lead) throw new ApiError('not_found');
      if (lead.erasedAt) return { id: leadId, erasedAt: lead.erasedAt };

      const leadIds = leads.map(({ id }) => id);
      const [submissionIds, pendingRows, { now }] = await tx.all([
        lockHeldOfPerson(tx, accountId, phoneKey, leadIds),
        listPendingRowsOfPhone(tx, accountId, phoneKey),
        findNow(tx),
      ]);
      await tx.commit([
        eraseTraces(tx, accountId, { conversationId, phoneKey, leadIds, submissionIds, pendingRows }, now),
        ...leads.map((each) => eraseLead(tx, accountId, each, now, laterThan(each.updatedAt, now))),
      ]);
      return { id: leadId, erasedAt: now };
    });
  }
}
