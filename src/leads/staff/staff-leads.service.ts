import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { ConversationView, StaffChannel } from '../../contract/conversation';
import { ApiError } from '../../common/api-error';
import type { LeadView } from '../../contract/lead';
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
import { findTargetStage, insertDeal, markSharedDeals } from '../deals/deals.queries';
import { followContact } from '../intake/write-lead-change';
import { changeLead } from '../record/change-lead';
import { laterThan } from '../record/clock';
import { BLANK, type LeadValues, withEmailKey } from '../record/lead-columns';
import { leadIdAt } from '../record/lead-id';
import { viewLead } from '../record/lead.view';
import { insertLead, type LeadState, lockLeadsOfPhone, withName } from '../record/leads.queries';
import { addTags } from '../record/tags.queries';
import { enterLists } from '../record/list-entries.queries';
import type { Phone } from '../record/phone';
import { tagNames } from '../record/tag-name';

/** A contact that another channel brings. */
interface StaffConversation {
  readonly phone: Phone;
  readonly channel: StaffChannel;
  readonly name: string | null;
  /** Absent: now. */
  readonly createdAt?: Date;
}

/** A lead that staff enter or import; `value` in reais. */
interface StaffLead {
  readonly phone: Phone;
  readonly name: string | null;
  readonly email: string | null;
  readonly tags: readonly string[];
  readonly origin?: Origin;
  readonly createdAt?: Date;
  readonly deals: readonly { readonly stageId: string; readonly value: number | null }[];
  /** What happens when the phone has a lead: another one is made, the call is refused, or the oldest one is shown. */
  readonly ifKnown: 'add' | 'refuse' | 'show';
}

/** What the back office enters: contacts of other channels, its own leads and those of imports. */
@Injectable()
export class StaffLeadsService {
  constructor(private readonly database: Database) {}

  /** Records a contact. A known phone keeps its conversation, which takes the name if it has none, as its leads without one do. */
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
   * The only way to a second lead on one phone, to several deals in one pipeline and to a new deal in a won stage.
   * Throws 422 for a stage that the account lacks, and `conflict` for a known phone that is to be refused.
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
        ...deals.map((deal) => insertDeal(accountId, deal)),
        markSharedDeals(accountId, conversation.id),
        enterLists(accountId, place),
      ]);
      return { created: true, lead: await shown(tx, accountId, id) };
    }, RACED);
  }

  /** The stages of the deals, in their order. */
  private async stagesOf(tx: Transaction, accountId: string, { deals }: StaffLead): Promise<TargetStage[]> {
    const found = await tx.send(deals.map(({ stageId }) => findTargetStage(accountId, stageId)));
    const unknown = found.flatMap((stage, index) =>
      stage ? [] : [{ field: `deals.${index}.stage_id`, message: 'etapa não encontrada na conta' }],
    );
    if (unknown.length > 0) throw ApiError.invalid(unknown);
    return found.filter((stage) => stage !== undefined);
  }
}

/** The name that a later contact brings, for what has none: the conversation, and its leads, which take the conversation's. */
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

/** A lead that is locked. */
const shown = async (tx: Transaction, accountId: string, id: string): Promise<LeadView> =>
  (await tx.send(viewLead(accountId, id, true))) as LeadView;

/** What staff say of a lead, without its name and origin. */
const valuesOf = ({ email, origin }: StaffLead): LeadValues => ({
  ...BLANK,
  ...withEmailKey(email),
  originRule: origin ? 'staff' : 'no_signal',
});

/** Where the deal of this stage goes: it is a further copy where the pipeline has some of the earlier ones. */
function placeOf(stages: readonly TargetStage[], index: number) {
  const { id: stageId, pipelineId } = stages[index] as TargetStage;
  const copy = stages.slice(0, index).filter((stage) => stage.pipelineId === pipelineId).length;
  return { target: { pipelineId, stageId }, copy };
}

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
