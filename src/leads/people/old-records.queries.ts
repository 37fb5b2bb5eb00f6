import type { TakeOld } from '../../common/process/take-old';
import { map, prepared, writeRows } from '../../database/query';

const EMPTY_DECIDED = prepared(
  'empty_decided_submissions',
  `with old as materialized (
     select account_id, id from held_submissions
     where account_id = $1 and resolved_at <= $2 and body is not null and state <> 'held'
     order by resolved_at limit $3 for update skip locked)
   update held_submissions h set body = null from old n
   where n.account_id = $1 and h.account_id = $1 and h.id between n.id and n.id
   returning h.id`,
);

/** Keeps the phone, to find the person, and the external_id, so that the submission is not held again. */
export const emptyDecidedSubmissions: TakeOld = (...values) =>
  map(writeRows(EMPTY_DECIDED, values), (rows) => rows.length);

const EMPTY_MERGED = prepared(
  'empty_merged_records',
  `with old as materialized (
     select account_id, id from lead_merges
     where account_id = $1 and merged_at <= $2 and merged_lead is not null
     order by merged_at limit $3 for update skip locked)
   update lead_merges g set merged_lead = null from old n
   where n.account_id = $1 and g.account_id = $1 and g.id between n.id and n.id
   returning g.id`,
);

/** Empties the records of merged leads. The row still names both leads, for syncs and histories. */
export const emptyMergedRecords: TakeOld = (...values) => map(writeRows(EMPTY_MERGED, values), (rows) => rows.length);
