import { Injectable } from '@nestjs/common';
import type { Actor } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import type { Subject } from '../../contract/audit';
import type { ErasureReason } from '../../contract/person';
import { Database } from '../../database/database';
import { LostRace } from '../../database/errors';
import type { Sendable } from '../../database/query';
import type { Transaction } from '../../database/transaction';
import { storedPhone } from '../intake/stored-phone.queries';
import { hasConversation, lockConversationOfLead, lockPhone } from '../record/conversations.queries';
import { type HeldOfPerson, lockHeldOfPerson } from '../held/held-submissions.queries';
import { findNow, laterThan } from '../record/clock';
import { eraseLead, eraseTraces } from './lead-erasure.queries';
import { type LockedTrace, PersonalTraces } from '../record/personal-traces';
import { type LeadOfPerson, lockLeadsOfConversation } from '../record/leads.queries';
import { subjectOf } from './person.queries';
import { formsOf, type Phone } from '../record/phone';
import { missing } from '../../common/api-error';

export interface Erased<Id extends string | null> {
  readonly id: Id;
  readonly erasedAt: Date;
  /** False when the person was erased before. */
  readonly isFirst: boolean;
}

/** Erases people once, with an entry in the audit trail. */
@Injectable()
export class LeadErasureService {
  constructor(
    private readonly database: Database,
    private readonly traces: PersonalTraces,
  ) {}

  /**
   * Erases all leads of that phone; counts stay right. A later contact gets a new conversation. A second call returns the first
   * answer, and keeps the first reason. `alongside` is written with the first one. Throws `not_found`.
   */
  erase(
    accountId: string,
    leadId: string,
    actor: Actor,
    reason?: ErasureReason,
    alongside?: Sendable<'write'>,
  ): Promise<Erased<string>> {
    return this.database.transaction(accountId, async (tx) => {
      const conversation = await lockConversationOfLead(tx, accountId, leadId);
      if (!conversation) throw missing('lead');
      const { id: conversationId, phoneKey } = conversation;
      const leads = await tx.send(lockLeadsOfConversation(accountId, conversationId));
      const lead = leads.find(({ id }) => id === leadId);
      if (!lead) throw missing('lead');
      if (lead.erasedAt) return { id: leadId, erasedAt: lead.erasedAt, isFirst: false };
      const person = await this.lockPerson(tx, accountId, conversationId, phoneKey, leads);
      if (alongside) await tx.send([alongside]);
      await erasePerson(tx, accountId, person, actor, { type: 'lead', id: leadId }, reason);
      return { id: leadId, erasedAt: person.now, isFirst: true };
    });
  }

  /** Erases this phone with or without a lead. Throws `not_found` for an unknown phone, so also at a second call. */
  erasePhone(accountId: string, phone: Phone, actor: Actor): Promise<Erased<string | null>> {
    return this.database.transaction(accountId, async (tx) => {
      const { key } = await storedPhone(accountId, phone, (query) => tx.send(query));
      const { conversation } = await tx.send(lockPhone(accountId, key));
      const leads = conversation ? await tx.send(lockLeadsOfConversation(accountId, conversation.id)) : [];
      const person = await this.lockPerson(tx, accountId, conversation?.id ?? null, key, leads);
      // The submission or row became a lead while this transaction waited for its lock.
      if (!conversation && (await tx.send(hasConversation(accountId, key)))) throw new LostRace();
      const subject = subjectOf({ ...person, conversation, others: person.others.map((other) => other.subject) });
      if (!subject) throw missing('person');
      await erasePerson(tx, accountId, person, actor, subject);
      return { id: leads[0]?.id ?? null, erasedAt: person.now, isFirst: true };
    });
  }

  private async lockPerson(
    tx: Transaction,
    accountId: string,
    conversationId: string | null,
    phoneKey: string | null,
    leads: readonly LeadOfPerson[],
  ): Promise<LockedPerson> {
    const leadIds = leads.map(({ id }) => id);
    const phoneKeys = phoneKey === null ? [] : formsOf(phoneKey);
    const others = this.traces.all.flatMap(({ ofPhone }) =>
      ofPhone ? phoneKeys.map((key) => ofPhone.lock(accountId, key)) : [],
    );
    const [held, found, { now }] = await tx.send([lockHeldOfPerson(accountId, phoneKeys, leadIds), others, findNow()]);
    return { conversationId, phoneKeys, leads, held, others: found.flat(), now };
  }
}

interface LockedPerson {
  readonly conversationId: string | null;
  readonly phoneKeys: readonly string[];
  readonly leads: readonly LeadOfPerson[];
  readonly held: readonly HeldOfPerson[];
  readonly others: readonly LockedTrace[];
  readonly now: Date;
}

const erasePerson = (
  tx: Transaction,
  accountId: string,
  { conversationId, phoneKeys, leads, held, others, now }: LockedPerson,
  actor: Actor,
  subject: Subject,
  reason?: ErasureReason,
): Promise<unknown> => {
  const leadIds = leads.map(({ id }) => id);
  const submissionIds = held.map(({ submissionId }) => submissionId);
  const isSpam = reason === 'spam';
  return tx.commit([
    eraseTraces(accountId, { conversationId, phoneKeys, leadIds, submissionIds, others, isSpam }, now),
    ...leads.map((lead) => eraseLead(accountId, lead, now, laterThan(lead.updatedAt, now))),
    recordAudit(accountId, actor, 'person.erased', subject),
  ]);
};
