import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { ConversationView, StaffChannel } from '../../contract/person';
import { ApiError } from '../../common/api-error';
import type { Actor, Viewer } from '../../accounts/actor';
import { eachText, type LeadTexts } from '../../contract/lead-fields';
import type { Origin } from '../../contract/origin';
import { Database } from '../../database/database';
import { RACED } from '../../database/errors';
import type { Query, Sendable } from '../../database/query';
import type { Transaction } from '../../database/transaction';
import {
  type FoundConversation,
  followOriginOfOldestLead,
  insertConversation,
  type LockedPhone,
  lockPhone,
} from '../record/conversations.queries';
import { isClosed, type TargetStage } from '../deals/deal-rules';
import { findTargetStage, insertDeal, markSharedDeals, type NewDeal } from '../deals/deals.queries';
import { storedPhone } from './stored-phone.queries';
import { nameAfter, nameConversation } from './lead-change.queries';
import { BLANK, type LeadValues, withEmailKey, leadIdAt } from '../record/lead-columns';
import { assignLead, expectActive } from '../record/assignments.queries';
import { expectMayAssign } from '../record/may-assign';
import { insertLead, type LeadState, lockLeadsOfPhone } from '../record/leads.queries';
import { meetLead } from '../record/returns.queries';
import { addTags } from '../record/tags.queries';
import { enterLists } from '../record/list-entries.queries';
import type { Phone } from '../record/phone';
import { tagNames } from '../record/tags';

interface StaffConversation {
  readonly phone: Phone;
  readonly channel: StaffChannel;
  readonly name: string | null;
  /** Defaults to now. */
  readonly createdAt?: Date;
}

/** A lead entered or imported by staff; `value` in reais. */
interface StaffLead extends LeadTexts {
  readonly phone: Phone;
  readonly tags: readonly string[];
  readonly origin?: Origin;
  readonly createdAt?: Date;
  /** The member who looks after it; nobody by default. */
  readonly responsibleId?: string | null;
  readonly deals: readonly { readonly stageId: string; readonly value: number | null }[];
  /** For a phone with a lead: make another, refuse the call, or show the oldest. */
  readonly onDuplicate: 'add' | 'refuse' | 'show';
}

/** Entries by the back office: contacts of other channels, its own leads and imported ones. */
@Injectable()
export class EnterLeadService {
  constructor(private readonly database: Database) {}

  /** Records a contact. A known conversation stays, and takes the name if it has none, as do its leads, which come back. */
  addConversation(
    accountId: string,
    { phone: sent, channel, name, createdAt }: StaffConversation,
  ): Promise<{ created: boolean; conversation: ConversationView }> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const phone = await storedPhone(accountId, sent, (query) => tx.send(query));
      const [locked, leads] = await tx.send([lockPhone(accountId, phone.key), lockLeadsOfPhone(accountId, phone.key)]);
      if (locked.conversation) {
        const first = nameAfter(locked.conversation, leads, name);
        const sent = { name, email: null, notes: null, campaign: null };
        await tx.send([
          nameConversation(accountId, locked.conversation, first, leads, locked.now),
          leads.map((lead) => meetLead(accountId, lead.id, sent, createdAt)),
        ]);
        return { created: false, conversation: viewOf(locked.conversation, leads[0]?.id) };
      }
      const made = { id: uuidv7(), channel, name, createdAt: createdAt ?? locked.now };
      await tx.send(insertConversation(accountId, { ...made, phone, origin: 'untracked' }));
      return { created: true, conversation: viewOf({ ...made, phone: phone.digits }) };
    });
  }

  /**
   * Adds a lead, also a second one of a phone, with several deals in a pipeline, or with a deal in a won stage. Throws 422
   * for an unknown stage or member, `forbidden` for a member to whom the caller may not give it, and `conflict` for a known phone
   * with `refuse`, and for the phone of a lead that the caller may not see.
   */
  addLead<View>(
    accountId: string,
    actor: Actor,
    input: StaffLead,
    view: (accountId: string, id: string) => Query<View | undefined, 'read'>,
  ): Promise<{ created: boolean; lead: View }> {
    const { createdAt, responsibleId = null, onDuplicate } = input;
    expectMayAssign(null, responsibleId, actor);
    return this.database.transaction(accountId, RACED, async (tx) => {
      await expectActive(tx, accountId, responsibleId);
      const stages = await this.stagesOf(tx, accountId, input);
      const phone = await storedPhone(accountId, input.phone, (query) => tx.send(query));
      const [locked, leads] = await tx.send([lockPhone(accountId, phone.key), lockLeadsOfPhone(accountId, phone.key)]);
      const [oldest] = leads.filter((lead) => isSeenBy(actor, lead.responsibleId));
      if (leads.length > 0 && !oldest) throw new ApiError('conflict', { message: IS_OF_COLLEAGUE });
      if (oldest && onDuplicate === 'refuse') throw new ApiError('conflict', { message: ALREADY_EXISTS });
      const shown = async (id: string): Promise<View> => (await tx.send(view(accountId, id))) as View;
      if (oldest && onDuplicate === 'show') return { created: false, lead: await shown(oldest.id) };

      const id = leadIdAt(createdAt ?? locked.now);
      await tx.send([writeNewLead(accountId, actor, { ...input, phone, id, stages, locked, leads })]);
      return { created: true, lead: await shown(id) };
    });
  }

  private async stagesOf(tx: Transaction, accountId: string, { deals }: StaffLead): Promise<TargetStage[]> {
    const found = await tx.send(deals.map(({ stageId }) => findTargetStage(accountId, stageId)));
    const unknown = found.flatMap((stage, index) =>
      stage ? [] : [{ field: `deals.${index}.stage_id`, message: 'etapa não encontrada na conta' }],
    );
    if (unknown.length > 0) throw ApiError.invalid(unknown);
    return found.filter((stage) => stage !== undefined);
  }
}

interface NewStaffLead extends StaffLead {
  readonly id: string;
  readonly stages: readonly TargetStage[];
  readonly locked: LockedPhone;
  readonly leads: readonly LeadState[];
}

/** All statements of a lead that staff enter. */
function writeNewLead(
  accountId: string,
  { memberId }: Actor,
  { id, stages, locked, leads, ...input }: NewStaffLead,
): Sendable {
  const { phone, origin = 'untracked', responsibleId = null } = input;
  const createdAt = input.createdAt ?? locked.now;
  const conversation = locked.conversation ?? { id: uuidv7(), createdAt };
  const copy = Math.max(-1, ...leads.map((lead) => lead.copy)) + 1;
  const at = { createdAt, updatedAt: locked.now };
  const newLead = {
    id,
    conversationId: conversation.id,
    phone: phone.digits,
    copy,
    byHand: true,
    sourceId: null,
    ...at,
  };
  const name = nameAfter(locked.conversation, leads, input.name);
  const values = { ...valuesOf(input), name: input.name ?? name, origin };
  const tags = tagNames(input.tags).map((tag) => ({ ...tag, id: uuidv7() }));
  const deals = input.deals.map(({ value }, index) => {
    const rest = { leadId: id, value, createdAt, conversation, byPerson: true };
    return { id: uuidv7(), ...targetAt(stages, index), ...rest };
  });
  const given = {
    leadId: id,
    from: null,
    to: responsibleId,
    by: 'staff',
    memberId,
    at: locked.now,
    isNew: true,
  } as const;
  return [
    locked.conversation
      ? nameConversation(accountId, locked.conversation, name, leads, locked.now)
      : insertConversation(accountId, { ...conversation, phone, channel: 'form', name, origin }),
    insertLead(accountId, newLead, values),
    followOriginOfOldestLead(accountId, conversation.id),
    responsibleId === null ? undefined : assignLead(accountId, given),
    addTags(accountId, id, tags),
    // In the order in which stages are locked.
    ...deals.toSorted(byStage).map((deal) => insertDeal(accountId, deal)),
    markSharedDeals(accountId, conversation.id),
    enterLists(accountId, newLead),
  ];
}

const valuesOf = (input: StaffLead): LeadValues => ({
  ...BLANK,
  ...eachText((text) => input[text]),
  ...withEmailKey(input.email),
  originRule: input.origin ? 'staff' : 'no_signal',
});

/** Returns the target of this stage's deal: the copy counts earlier deals in its pipeline. */
function targetAt(stages: readonly TargetStage[], index: number) {
  const stage = stages[index] as TargetStage;
  const { id: stageId, pipelineId } = stage;
  const copy = stages.slice(0, index).filter((stage) => stage.pipelineId === pipelineId).length;
  return { target: { pipelineId, stageId, closes: isClosed(stage) }, copy };
}

const byStage = (one: NewDeal, other: NewDeal): number => (one.target.stageId < other.target.stageId ? -1 : 1);

const viewOf = (
  { id, phone, channel, createdAt }: FoundConversation,
  leadId: string | null = null,
): ConversationView => ({
  id,
  phone,
  channel,
  lead_id: leadId,
  created_at: createdAt.toISOString(),
});

const isSeenBy = (viewer: Viewer, responsibleId: string | null): boolean =>
  viewer.sees === 'all' || responsibleId === null || responsibleId === viewer.memberId;

const IS_OF_COLLEAGUE = 'O lead deste telefone já é atendido por outra pessoa; nada foi alterado.';
const ALREADY_EXISTS = 'Já existe um lead com este telefone; nada foi alterado.';
