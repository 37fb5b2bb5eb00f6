import { erasing } from '../../database/personal';
import { prepared, type Sendable, telling, write } from '../../database/query';
import { HeldSubmission } from '../intake/held-submission.entity';
import { LedgerEntry } from '../intake/ledger-entry.entity';
import { Conversation } from '../record/conversation.entity';
import { LeadMerge } from '../record/lead-merge.entity';
import { StageMove } from '../record/stage-move.entity';
import { removeAllTags } from './lead-merge.queries';
import { idsOfConversation, updateLedger } from '../intake/ledger.queries';
import type { LockedTrace } from './personal-traces';
import { emptyLead } from '../record/leads.queries';
import { buryLead, type Listed } from '../record/list-entries.queries';

/** Statements of an erasure; the caller holds the locks of the conversation, its leads and its held submissions. */

/** Empties a lead, whose origin stays for the counts, and ends its deals. */
export const eraseLead = (accountId: string, lead: Listed, erasedAt: Date, updatedAt: Date): readonly Sendable[] => [
  buryLead(accountId, lead, updatedAt),
  emptyLead(accountId, lead.id, erasedAt, updatedAt),
  removeAllTags(accountId, lead.id),
  write(ERASE_REASONS, [accountId, lead.id]),
  endDeals(accountId, lead.id),
];

const ERASE_REASONS = prepared(
  'erase_reasons',
  `update stage_moves set ${erasing(StageMove)} where account_id = $1 and lead_id = $2 and reason is not null`,
);

const END_DEALS = prepared('end_deals', `delete from deals where account_id = $1 and lead_id = $2`);

/** The deals of an erased lead; sent after it has left its lists, which follow from them. */
export const endDeals = (accountId: string, leadId: string) => telling(write(END_DEALS, [accountId, leadId]), 'deal');

const ERASE_CONVERSATION = prepared(
  'erase_conversation',
  `update conversations set ${erasing(Conversation)} where account_id = $1 and id = $2`,
);
const ERASE_HELD = prepared(
  'erase_held_submissions',
  `update held_submissions set ${erasing(HeldSubmission)},
     state = case when state = 'held' then 'dismissed' else state end, resolved_at = coalesce(resolved_at, $4)
   where account_id = $1 and (phone_key = $2 or lead_id = any($3::uuid[]))`,
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

/** Where the account keeps a person, other than in the leads. */
interface Traces {
  /** Null when the person has none. */
  readonly conversationId: string | null;
  readonly phoneKey: string | null;
  readonly leadIds: readonly string[];
  /** The ledger entries of the held submissions. */
  readonly submissionIds: readonly string[];
  /** What folders to the right keep of the phone. */
  readonly others: readonly LockedTrace[];
}

/**
 * Removes the person from the conversation (its row stays for the counts), from the ledger (its external_ids are then free),
 * from held submissions, from the records of merges, and from what other folders keep.
 */
export const eraseTraces = (accountId: string, traces: Traces, at: Date): readonly Sendable[] => [
  write(ERASE_CONVERSATION, [accountId, traces.conversationId]),
  write(ERASE_HELD, [accountId, traces.phoneKey, traces.leadIds, at]),
  write(ERASE_SUBMISSIONS, [accountId, traces.conversationId, traces.submissionIds]),
  ...traces.others.map(({ erase }) => erase),
  write(ERASE_MERGED_RECORDS, [accountId, traces.leadIds]),
];
