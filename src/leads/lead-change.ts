import { v7 as uuidv7 } from 'uuid';
import type { DealTarget } from './deal-target';
import type { NewDeal } from './deals.queries';
import { type Arrival, fillLead, newLeadValues } from './fill-lead';
import type { Holdings, LeadPlace, LeadState, LeadValues, NewTag } from './leads.queries';
import type { Origin } from './origin';
import type { Submission } from './submission';

/** Everything that a submission does to its lead, decided before anything is written. */
export interface LeadChange {
  readonly leadId: string;
  /** The lead as it was, or where a new one stands. */
  readonly lead: { readonly known: LeadState } | { readonly place: LeadPlace };
  /** Undefined when nothing about the lead changes. */
  readonly values: LeadValues | undefined;
  readonly updatedAt: Date;
  readonly tags: readonly NewTag[];
  readonly deal: NewDeal | undefined;
  /** The lead's new origin, which the conversation's copy has to follow; undefined when it stays. */
  readonly newOrigin: Origin | undefined;
  readonly noteFits: boolean;
}

/** The first lead of a conversation. */
export function newLead(
  submission: Submission,
  arrival: Arrival,
  conversation: NewDeal['conversation'],
  target: DealTarget,
): LeadChange {
  const id = uuidv7();
  const { now } = arrival;
  const { phone } = submission;
  return {
    leadId: id,
    lead: {
      place: { id, conversationId: conversation.id, phone: phone.digits, copy: 0, createdAt: now, updatedAt: now },
    },
    values: newLeadValues(submission, arrival),
    updatedAt: now,
    tags: withIds(submission.tags),
    deal: newDeal(submission, id, conversation, target, now),
    newOrigin: submission.origin.origin,
    noteFits: true,
  };
}

/** What changes on the lead that the conversation has; nothing, where the submission brings nothing new. */
export function knownLead(
  submission: Submission,
  arrival: Arrival,
  conversation: NewDeal['conversation'],
  target: DealTarget,
  lead: LeadState,
  holdings: Holdings,
): LeadChange {
  const filled = fillLead(lead, submission, arrival);
  const { origin } = filled.values.origin;
  const tags = withIds(submission.tags.filter(({ key }) => !holdings.tags.includes(key)));
  const needsDeal = !holdings.pipelines.includes(target.pipelineId);
  const changes = filled.changed || tags.length > 0 || needsDeal;
  const updatedAt = changes ? laterThan(lead.updatedAt, arrival.now) : lead.updatedAt;
  return {
    leadId: lead.id,
    lead: { known: lead },
    values: changes ? filled.values : undefined,
    updatedAt,
    tags,
    deal: needsDeal ? newDeal(submission, lead.id, conversation, target, arrival.now) : undefined,
    newOrigin: origin === lead.origin ? undefined : origin,
    noteFits: filled.noteFits,
  };
}

/** `updated_at` advances by at least a millisecond with every change and never goes back, whatever the clock does. */
export const laterThan = (before: Date, now: Date): Date => new Date(Math.max(now.getTime(), before.getTime() + 1));

const withIds = (tags: Submission['tags']): NewTag[] => tags.map((tag) => ({ ...tag, id: uuidv7() }));

const newDeal = (
  submission: Submission,
  leadId: string,
  conversation: NewDeal['conversation'],
  target: DealTarget,
  createdAt: Date,
): NewDeal => ({
  id: uuidv7(),
  leadId,
  target,
  copy: 0,
  value: submission.deal.value,
  createdAt,
  conversation,
});
