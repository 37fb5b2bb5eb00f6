import { prepared, type Queryable } from '../database/sql';
import { SIGNALS } from './attribution';
import { removeAllTags } from './lead-merge.queries';
import { isOfConversation } from './ledger.queries';
import { leadUpdate } from './leads.queries';
import { enterLists, leaveLists, type Listed } from './list-entries.queries';

/** Statements of an erasure; the caller holds the locks of the conversation, its leads and its held submissions. */

const PERSONAL_COLUMNS = [
  'name',
  'email',
  'email_key',
  'consent_at',
  'consent_key_id',
  'consent_request_id',
  ...SIGNALS,
];

const ERASE_LEAD = leadUpdate(
  'erase_lead',
  'touched_at = $3',
  'erased_at = $4',
  `phone = ''`,
  `notes = ''`,
  ...PERSONAL_COLUMNS.map((column) => `${column} = null`),
);

/** Empties a lead; its deals, its origin and its place in the lists of the funnel stay. */
export const eraseLead = (tx: Queryable, accountId: string, lead: Listed, erasedAt: Date, updatedAt: Date) =>
  Promise.all([
    leaveLists(tx, accountId, lead),
    tx.rows(ERASE_LEAD, [accountId, lead.id, updatedAt, erasedAt]),
    removeAllTags(tx, accountId, lead.id),
    enterLists(tx, accountId, { id: lead.id, updatedAt }),
  ]);

const ERASE_CONVERSATION = prepared(
  'erase_conversation',
  `update conversations set phone = null, phone_key = null, name = null where account_id = $1 and id = $2`,
);
const ERASE_HELD = prepared(
  'erase_held_submissions',
  `update held_submissions set phone = null, phone_key = null, external_id = null, body = null,
     state = case state when 'held' then 'dismissed' else state end, resolved_at = coalesce(resolved_at, $4)
   where account_id = $1 and (phone_key = $2 or lead_id = any($3::uuid[]))`,
);
const ERASE_SUBMISSIONS = prepared(
  'erase_submissions',
  `update submissions s set external_id = null, claims_external_id = false where ${isOfConversation('$2')}`,
);
const ERASE_HELD_SUBMISSIONS = prepared(
  'erase_submissions_by_id',
  `update submissions set external_id = null, claims_external_id = false
   where account_id = $1 and id = any($2::uuid[])`,
);
const ERASE_MERGED_RECORDS = prepared(
  'erase_merged_records',
  `update lead_merges set merged_lead = null where account_id = $1 and lead_id = any($2::uuid[])`,
);
const ERASE_IMPORT_ROWS = prepared(
  'erase_import_rows',
  `update import_rows set result = 'erased', body = null, phone_key = null
   where account_id = $1 and phone_key = $2 and result is null`,
);

/** Where a person stands beside the leads themselves. */
export interface Traces {
  readonly conversationId: string;
  readonly phoneKey: string | null;
  readonly leadIds: readonly string[];
  /** The ledger entries of the held submissions. */
  readonly submissionIds: readonly string[];
}

/**
 * Takes the person out of the conversation, whose row stays for the counts, out of the ledger, which frees the
 * external_ids, out of held submissions, out of imports that are under way and out of the records of merges.
 */
export const eraseTraces = (tx: Queryable, accountId: string, traces: Traces, at: Date) =>
  Promise.all([
    tx.rows(ERASE_CONVERSATION, [accountId, traces.conversationId]),
    tx.rows(ERASE_HELD, [accountId, traces.phoneKey, traces.leadIds, at]),
    tx.rows(ERASE_SUBMISSIONS, [accountId, traces.conversationId]),
    tx.rows(ERASE_HELD_SUBMISSIONS, [accountId, traces.submissionIds]),
    tx.rows(ERASE_IMPORT_ROWS, [accountId, traces.phoneKey]),
    tx.rows(ERASE_MERGED_RECORDS, [accountId, traces.leadIds]),
  ]);
