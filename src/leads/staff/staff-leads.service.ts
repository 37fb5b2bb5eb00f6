import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { ConversationView, StaffChannel } from '../../contract/conversation';
import { ApiError } from '../../common/api-error';
import type { LeadView } from '../../contract/lead';
import { eachText, type LeadTexts } from '../../contract/lead-fields';
import type { Origin } from '../../contract/origin';
import { Database } from '../../database/database';
import { RACED } from '../../database/errors';
import type { Sendable } from '../../database/query';
import type { Transaction } from '../../database/transaction';
import {
  type FoundConversation,
  followOriginOfOldestLead,
  insertConversation,
  lockPhone,
} from '../record/conversations.queries';
import type { TargetStage } from '../deals/deal-target';
import { findTargetStage, insertDeal, markSharedDeals, type NewDeal } from '../deals/deals.queries';
import { followContact } from '../intake/write-lead-change';
import { changeLead } from '../record/change-lead';
import { laterThan } from '../record/clock';
import { BLANK, type LeadValues, withEmailKey } from '../record/lead-columns';
import { leadIdAt } from '../record/lead-id';
import { viewLead } from '../record/lead.view';
import { insertLead, type LeadState, lockLeadsOfPhone, withName } from '../record/leads.queries';
import { addTags } from '../record/tags/tags.queries';
import { enterLists } from '../record/list-entries.queries';
import type { Phone } from '../record/phone';
import { tagNames } from '../record/tags/tag-name';

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
  readonly deals: readonly { readonly stageId: string; readonly value: number | null }[];
  /** For a phone with a lead: make another, refuse the call, or show the oldest. */
  readonly ifKnown: 'add' | 'refuse' | 'show';
}

/** Entries by the back office: contacts of other channels, its own leads and imported ones. */
@Injectable()
export class StaffLeadsService {
  constructor(private readonly database: Database) {}

  /** Records a contact. A known conversation stays, and takes the name if it has none, as do its leads. */
  addConversation(
    accountId: string,
    { phone, channel, name, createdAt }: StaffConversation,
  ): Promise<{ created: boolean; conversation: ConversationView }> {
    return this.database.transaction(async (tx) => {
      const [known, leads] = await tx.send([lockPhone(accountId, phone.key), lockLeadsOfPhone(accountId, phone.key)]);
      if (known.conversation) {
        await tx.send([nameLater(accountId, known.conversation, leads, name, known.now)]);
        return { created: false, conversation: viewOf(known.conversation, leads[0]?.id) };
      }
      const made = { id: uuidv7(), channel, name, createdAt: createdAt ?? known.now };
      await tx.send(insertConversation(accountId, { ...made, phone, origin: 'untracked' }));
      return { created: true, conversation: viewOf({ ...made, phone: phone.digits }) };
    }, RACED);
  }

  /**
   * Adds a lead; the only way to a second lead of a phone, several deals in a pipeline, or a new deal in a won stage. Throws 422
   * for an unknown stage, and `conflict` for a known phone with `refuse`.
   */
  addLead(accountId: string, input: StaffLead): Promise<{ created: boolean; lead: LeadView }> {
    return this.database.transaction(async (tx) => {
      const stages = await this.stagesOf(tx, accountId, input);
      const { phone, createdAt } = input;
      const origin = input.origin ?? 'untracked';
      const [known, leads] = await tx.send([lockPhone(accountId, phone.key), lockLeadsOfPhone(accountId, phone.key)]);
      const conversation = known.conversation ?? { id: uuidv7(), createdAt: createdAt ?? known.now };
      const [oldest] = leads;
      if (oldest && input.ifKnown === 'refuse') throw new ApiError('conflict', { message: IS_KNOWN });
      if (oldest && input.ifKnown === 'show') return { created: false, lead: await shown(tx, accountId, oldest.id) };

      const updatedAt = known.now;
      const id = leadIdAt(createdAt ?? updatedAt);
      const place = {
        id,
        conversationId: conversation.id,
        phone: phone.digits,
        copy: Math.max(-1, ...leads.map((lead) => lead.copy)) + 1,
        createdAt: createdAt ?? updatedAt,
        updatedAt,
      };
      const values = { ...valuesOf(input), name: input.name ?? known.conversation?.name ?? null, origin };
      const tags = tagNames(input.tags).map((tag) => ({ ...tag, id: uuidv7() }));
      const deals = input.deals.map(({ value }, index) => {
        const rest = { leadId: id, value, createdAt: place.createdAt, conversation };
        return { id: uuidv7(), ...placeOf(stages, index), ...rest };
      });
      await tx.send([
        known.conversation
          ? undefined
          : insertConversation(accountId, { ...conversation, phone, channel: 'form', name: null, origin }),
        insertLead(accountId, place, values),
        followOriginOfOldestLead(accountId, conversation.id),
        addTags(accountId, id, tags),
        // In the order in which stages are locked.
        ...deals.toSorted(byStage).map((deal) => insertDeal(accountId, deal)),
        markSharedDeals(accountId, conversation.id),
        enterLists(accountId, place),
      ]);
      return { created: true, lead: await shown(tx, accountId, id) };
    }, RACED);
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

/** Gives a later contact's name to the conversation and its leads without one; they share the conversation's name. */
function nameLater(
  accountId: string,
  conversation: FoundConversation,
  leads: readonly LeadState[],
  brought: string | null,
  now: Date,
): Sendable {
  const name = conversation.name ?? brought;
  if (name === null) return undefined;
  return [
    followContact(accountId, conversation, brought),
    leads
      .filter((lead) => lead.name === null)
      .map((lead) => changeLead(accountId, lead, laterThan(lead.updatedAt, now), withName(lead, name))),
  ];
}

const shown = async (tx: Transaction, accountId: string, id: string): Promise<LeadView> =>
  (await tx.send(viewLead(accountId, id, true))) as LeadView;

const valuesOf = (input: StaffLead): LeadValues => ({
  ...BLANK,
  ...eachText((text) => input[text]),
  ...withEmailKey(input.email),
  originRule: input.origin ? 'staff' : 'no_signal',
});

/** Finds the place of this stage's deal: the copy counts earlier deals in its pipeline. */
function placeOf(stages: readonly TargetStage[], index: number) {
  const { id: stageId, pipelineId } = stages[index] as TargetStage;
  const copy = stages.slice(0, index).filter((stage) => stage.pipelineId === pipelineId).length;
  return { target: { pipelineId, stageId }, copy };
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

const IS_KNOWN = 'Já existe um lead com este telefone; nada foi alterado.';
