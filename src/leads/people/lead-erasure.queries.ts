import { erasing } from '../../database/personal';
import { lockRows, prepared, type Sendable, write } from '../../database/query';
import { HeldSubmission } from '../intake/held-submission.entity';
import { LedgerEntry } from '../intake/ledger-entry.entity';
import { Conversation } from '../record/conversation.entity';
import { LeadMerge } from './lead-merge.entity';
import { removeAllTags } from './lead-merge.queries';
import { idsOfConversation, updateLedger } from '../intake/ledger.queries';
import { emptyLead } from '../record/leads.queries';
import { buryLead, type Listed } from '../record/list-entries.queries';

/** Statements of an erasure; the caller holds the locks of the conversation, its leads and its held submissions. */

/** Empties a lead; its deals and its origin stay for the counts. */
export const eraseLead = (accountId: string, lead: Listed, erasedAt: Date, updatedAt: Date): readonly Sendable[] => [
  buryLead(accountId, lead, updatedAt),
  emptyLead(accountId, lead.id, erasedAt, updatedAt),
  removeAllTags(accountId, lead.id),
];

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

/** The pending rows of imports with a phone, for a from clause; ordered as their index by phones alone is (see `leadsOf`). */
export const pendingRowsOf = (phoneKey: string, lock = ''): string =>
  `(select f.* from import_rows f
    where f.account_id = $1 and f.phone_key = ${phoneKey} and f.result is null order by f.row_number ${lock})`;

const LOCK_PENDING_OF_PHONE = prepared(
  'lock_pending_rows_of_phone',
  `select f.import_id as "importId", f.row_number as number from ${pendingRowsOf('$2', 'for update')} f`,
);

/** A row of an import that is still to be applied. */
export interface PendingRow {
  readonly importId: string;
  readonly number: number;
}

/** Last in the order of locks: who applies a row writes its lead before. */
export const lockPendingRowsOfPhone = (accountId: string, phoneKey: string | null) =>
  lockRows<PendingRow>(LOCK_PENDING_OF_PHONE, [accountId, phoneKey]);

// Only a pending row has a body.
const ERASE_IMPORT_ROW = prepared(
  'erase_import_row',
  `update import_rows set result = 'erased', body = null, phone_key = null
   where account_id = $1 and import_id = $2 and row_number = $3 and body is not null`,
);

/** Where a person is beside the leads themselves. */
export interface Traces {
  /** Null of a person who has none. */
  readonly conversationId: string | null;
  readonly phoneKey: string | null;
  readonly leadIds: readonly string[];
  /** The ledger entries of the held submissions. */
  readonly submissionIds: readonly string[];
  readonly pendingRows: readonly PendingRow[];
}

/**
 * Takes the person out of the conversation, whose row stays for the counts, out of the ledger, which frees the
 * external_ids, out of held submissions, out of imports that are under way and out of the records of merges.
 */
export const eraseTraces = (accountId: string, traces: Traces, at: Date): readonly Sendable[] => [
  write(ERASE_CONVERSATION, [accountId, traces.conversationId]),
  write(ERASE_HELD, [accountId, traces.phoneKey, traces.leadIds, at]),
  write(ERASE_SUBMISSIONS, [accountId, traces.conversationId, traces.submissionIds]),
  ...traces.pendingRows.map((row) => write(ERASE_IMPORT_ROW, [accountId, row.importId, row.number])),
  write(ERASE_MERGED_RECORDS, [accountId, traces.leadIds]),
];
