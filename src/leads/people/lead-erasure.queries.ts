import { erasing } from '../../database/columns';
import { prepared, type Sendable, write } from '../../database/query';
import { LedgerEntry, HeldSubmission } from '../intake/submission.entity';
import { Activity } from '../record/activity.entity';
import { Appointment } from '../record/appointment.entity';
import { Closing, DealChange, StageMove } from '../record/deal.entity';
import { emptyConversation } from '../record/conversations.queries';
import { LeadMerge } from '../record/lead.entity';
import { removeAllTags } from './lead-merge.queries';
import { idsOfConversation, updateLedger } from '../intake/ledger.queries';
import type { LockedTrace } from '../record/personal-traces';
import { emptyLead } from '../record/leads.queries';
import { type Buried, buryLead } from '../record/list-entries.queries';
import { deleteReturn } from '../record/returns.queries';

/** Statements of an erasure; they need the locks of the conversation, its leads and its held submissions. */

/** The origin stays for the counts. */
export const eraseLead = (accountId: string, lead: Buried, erasedAt: Date, updatedAt: Date): readonly Sendable[] => [
  buryLead(accountId, lead, updatedAt),
  emptyLead(accountId, lead.id, erasedAt, updatedAt),
  removeAllTags(accountId, lead.id),
  write(ERASE_REASONS, [accountId, lead.id]),
  eraseTexts(accountId, lead.id, erasedAt),
  deleteReturn(accountId, lead.id),
  endDeals(accountId, lead.id),
];

const ERASE_ACTIVITIES = prepared(
  'erase_activities',
  `update activities set ${erasing(Activity)}, done_at = case when type = 'task' then coalesce(done_at, $3) end
   where account_id = $1 and lead_id = $2`,
);
const ERASE_APPOINTMENTS = prepared(
  'erase_appointments',
  `update appointments set ${erasing(Appointment)} where account_id = $1 and lead_id = $2 and text is not null`,
);
const ERASE_CLOSINGS = prepared(
  'erase_closings',
  `update closings set ${erasing(Closing)} where account_id = $1 and lead_id = $2 and reason is not null`,
);

const ERASE_DEAL_CHANGES = prepared(
  'erase_deal_changes',
  `update deal_changes set ${erasing(DealChange)} where account_id = $1 and lead_id = $2
     and (before_reason is not null or after_reason is not null)`,
);

/** Empties what people of the account said about a lead; the moments stay for the counts. Ends its tasks. */
const eraseTexts = (accountId: string, leadId: string, at: Date) => [
  write(ERASE_ACTIVITIES, [accountId, leadId, at]),
  write(ERASE_APPOINTMENTS, [accountId, leadId]),
  write(ERASE_CLOSINGS, [accountId, leadId]),
  write(ERASE_DEAL_CHANGES, [accountId, leadId]),
];

const ERASE_REASONS = prepared(
  'erase_reasons',
  `update stage_moves set ${erasing(StageMove)} where account_id = $1 and lead_id = $2
     and (reason is not null or left_stay is not null)`,
);

const END_DEALS = prepared('end_deals', `delete from deals where account_id = $1 and lead_id = $2`);

/** Sent after the lead has left its lists, which are found by its deals. */
const endDeals = (accountId: string, leadId: string) => write(END_DEALS, [accountId, leadId]);

const ERASE_HELD = prepared(
  'erase_held_submissions',
  `update held_submissions set ${erasing(HeldSubmission)},
     state = case when state = 'held' then 'dismissed' else state end, resolved_at = coalesce(resolved_at, $4)
   where account_id = $1 and (phone_key = any($2::text[]) or lead_id = any($3::uuid[]))`,
);
const ERASE_SUBMISSIONS = prepared(
  'erase_submissions',
  updateLedger(`${idsOfConversation('$2')} || $3::uuid[]`, `${erasing(LedgerEntry)}, claims_external_id = false`),
);
const ERASE_MERGED_RECORDS = prepared(
  'erase_merged_records',
  `with named as materialized (select $1::uuid as account_id, unnest($2::uuid[]) as lead_id)
   update lead_merges g set ${erasing(LeadMerge)} from named n
   where n.account_id = $1 and g.account_id = $1 and g.lead_id = n.lead_id`,
);

interface Traces {
  readonly conversationId: string | null;
  readonly phoneKeys: readonly string[];
  readonly leadIds: readonly string[];
  readonly submissionIds: readonly string[];
  readonly others: readonly LockedTrace[];
  readonly isSpam: boolean;
}

/**
 * Removes the person from the conversation, the ledger, held submissions, merge records and the records of other folders. The
 * conversation's row stays for the counts; the external_ids become free.
 */
export const eraseTraces = (accountId: string, traces: Traces, at: Date): readonly Sendable[] => [
  emptyConversation(accountId, traces.conversationId, traces.isSpam),
  write(ERASE_HELD, [accountId, traces.phoneKeys, traces.leadIds, at]),
  write(ERASE_SUBMISSIONS, [accountId, traces.conversationId, traces.submissionIds]),
  ...traces.others.map(({ erase }) => erase),
  write(ERASE_MERGED_RECORDS, [accountId, traces.leadIds]),
];
