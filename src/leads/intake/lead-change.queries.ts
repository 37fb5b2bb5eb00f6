import type { LeadView } from '../../contract/lead';
import type { Origin } from '../../contract/origin';
import { type Query, type Sendable, acrossAccounts, map, readRow } from '../../database/query';
import { type FoundConversation, insertConversation, updateConversation } from '../record/conversations.queries';
import { insertDeal, markSharedDeals, type NewDeal } from '../deals/deals.queries';
import type { LeadChange } from './lead-change';
import { laterThan } from '../record/clock';
import { viewLead, DEAL_JSON, leadJson, perPlan } from '../record/lead.view';
import { insertLead, type NewLead, type LeadState, withName, withValues, changeLead } from '../record/leads.queries';
import { enterLists, enterListsOf } from '../record/list-entries.queries';
import { addTags, giveTags } from '../record/tags.queries';
import type { Submission } from './submission';
import { LEAD_TEXT_NAMES } from '../../contract/lead-fields';
import type { LeadValues } from '../record/lead-columns';
import type { TagName } from '../record/tags';

/** Requires the locks of conversation and lead; call `followContact` too. `assignment` gives the lead to a member. */
export function writeLeadChange(accountId: string, change: LeadChange, assignment?: Sendable): Sendable {
  const { lead, values, updatedAt, deal } = change;
  if (!values) return assignment;
  const related = [assignment, giveOrAdd(accountId, change), deal && insertDeal(accountId, deal)];
  return 'created' in lead
    ? [insertLead(accountId, lead.created, values), related, enterNew(accountId, lead.created, change)]
    : changeLead(accountId, lead.existing, updatedAt, withValues(lead.existing, values), {
        related: [related, deal && markSharedDeals(accountId, deal.conversation.id)],
      });
}

/** Returns whether all tags have ids already; another transaction may be making a new one right now. */
const areStored = (tags: LeadChange['tags']): boolean => tags.every(({ isStored }) => isStored);

const idsOf = (tags: LeadChange['tags']): string[] => tags.map(({ id }) => id);

function giveOrAdd(accountId: string, { leadId, tags }: LeadChange): Sendable {
  if (tags.length === 0) return undefined;
  return areStored(tags) ? giveTags(accountId, leadId, idsOf(tags)) : addTags(accountId, leadId, tags);
}

/** Lists a new lead under its first deal and its tags; the ids of tags just made are unknown here. */
function enterNew(accountId: string, lead: NewLead, { tags, deal }: LeadChange): Sendable {
  if (!areStored(tags)) return enterLists(accountId, lead);
  const ofDeal = deal ? [deal.target.pipelineId, deal.target.stageId] : [];
  return enterListsOf(accountId, lead, [...ofDeal, ...idsOf(tags)]);
}

/** Returns the changed lead for this plan; sent after the change. A new lead is shown without a read. */
export function viewChangedLead(
  accountId: string,
  { lead, leadId, values, tags, deal }: LeadChange,
  autoOrigin: boolean,
): Query<LeadView | undefined> {
  if ('created' in lead && values && deal && areStored(tags))
    return viewCreatedLead({ lead: lead.created, values, tags, deal }, autoOrigin);
  return viewLead(accountId, leadId, autoOrigin);
}

type Named = Pick<FoundConversation, 'id' | 'name'>;

/**
 * Returns the name that a conversation has after a contact: the first that any contact gave. Conversations of earlier releases may
 * have none while their lead has.
 */
export const nameAfter = (
  conversation: Named | undefined,
  leads: readonly Pick<LeadState, 'name'>[],
  submitted: string | null,
): string | null => conversation?.name ?? leads.find((lead) => lead.name !== null)?.name ?? submitted;

/** Gives an existing conversation the lead's new origin, and this name if it has none. Undefined when neither applies. */
export function followContact(
  accountId: string,
  { id, name: current }: Named,
  name: string | null,
  newOrigin?: Origin,
): Query<void, 'write'> | undefined {
  const first = current === null ? name : null;
  return newOrigin || first !== null
    ? updateConversation(accountId, id, { origin: newOrigin ?? null, name: first })
    : undefined;
}

/** Gives a conversation without a name its first one, and the leads without a name take it at that moment. */
export function nameConversation(
  accountId: string,
  conversation: Named,
  name: string | null,
  leads: readonly LeadState[],
  now: Date,
): Sendable {
  if (conversation.name !== null || name === null) return undefined;
  return [
    followContact(accountId, conversation, name),
    leads
      .filter((lead) => lead.name === null)
      .map((lead) => changeLead(accountId, lead, laterThan(lead.updatedAt, now), withName(lead, name))),
  ];
}

interface ConversationChange {
  readonly id: string;
  readonly createdAt: Date;
  readonly submission: Submission;
  readonly change: LeadChange;
}

/** Makes or updates the conversation of a phone; sent before the lead is written. */
export function writeConversation(
  accountId: string,
  existing: FoundConversation | undefined,
  { id, createdAt, submission: { phone, name, origin }, change }: ConversationChange,
): Query<void> | undefined {
  if (existing) return followContact(accountId, existing, name, change.newOrigin);
  const made = { phone, channel: 'api', name, origin: origin.origin } as const;
  return insertConversation(accountId, { id, createdAt, ...made });
}

interface CreatedLead {
  readonly lead: NewLead;
  readonly values: LeadValues;
  readonly tags: readonly TagName[];
  readonly deal: NewDeal;
}

const CREATED_RELATIONS = {
  tags: `array(select t.name from unnest($9::text[], $10::text[]) t (key, name) order by t.key collate "C")`,
  deals: `array(select ${DEAL_JSON} from (
    select $11::uuid as id, $12::uuid as pipeline_id, $13::uuid as stage_id, $14::numeric(14, 2) as value,
           $15::timestamptz as entered_stage_at, $15::timestamptz as created_at) d)`,
};
const TEXTS = LEAD_TEXT_NAMES.map((text, index) => `$${index + 16}::text as ${text}`).join(', ');

// Casts to the column types round the values as storing them would.
const viewCreated = perPlan((autoOrigin, suffix) =>
  acrossAccounts(
    `select ${leadJson(autoOrigin, CREATED_RELATIONS)}::text as lead from (
       select $1::uuid as id, $2::text as phone, $3::timestamptz as created_at, $4::timestamptz as updated_at,
              $5::text as origin, $6::text as utm_source, $7::text as utm_medium, $8::text as utm_campaign,
              ${TEXTS}) l`,
    `view_made_lead${suffix}`,
  ),
);

/** Returns what `viewLead` will show without a read, which costs a trip to another node on a distributed database. */
export const createdLeadText = ({ lead, values, tags, deal }: CreatedLead, autoOrigin: boolean) =>
  map(
    readRow<{ lead: string }>(viewCreated(autoOrigin), [
      lead.id,
      lead.phone,
      lead.createdAt,
      lead.updatedAt,
      values.origin,
      values.utm_source,
      values.utm_medium,
      values.utm_campaign,
      tags.map(({ key }) => key),
      tags.map(({ name }) => name),
      deal.id,
      deal.target.pipelineId,
      deal.target.stageId,
      deal.value === null ? null : String(deal.value),
      deal.createdAt,
      ...LEAD_TEXT_NAMES.map((text) => values[text]),
    ]),
    (row) => {
      if (!row) throw new Error('a select without from gave no row');
      return row.lead;
    },
  );

const viewCreatedLead = (created: CreatedLead, autoOrigin: boolean) =>
  map(createdLeadText(created, autoOrigin), (text) => JSON.parse(text) as LeadView);
