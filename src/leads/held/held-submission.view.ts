import type { HeldState, HeldSubmissionView } from '../../contract/held-submission';
import { map, planned, prepared, readRow, readRows } from '../../database/query';
import { leadsOf, timestamp } from '../record/lead.view';

const CONVERSATION = '(select v.id from conversations v where v.account_id = $1 and v.phone_key = h.phone_key)';

/** SQL: a row `h` of held_submissions as JSON; the account is $1. */
export const HELD_JSON = `json_build_object(
  'id', h.id, 'reason', h.reason, 'phone', h.phone, 'external_id', h.external_id, 'body', h.body,
  'key', json_build_object('id', h.key_id, 'name', h.key_name), 'request_id', h.request_id,
  'created_at', ${timestamp('h.created_at')}, 'state', h.state, 'resolved_at', ${timestamp('h.resolved_at')},
  'lead_id', h.lead_id,
  'lead_ids', array(select w.id from ${leadsOf(CONVERSATION)} w order by w.created_at, w.id))`;

const VIEW_HELD = prepared(
  'view_held_submission',
  `select ${HELD_JSON} as held from held_submissions h where h.account_id = $1 and h.id = $2`,
);

export const viewHeldSubmission = (accountId: string, id: string) =>
  map(readRow<{ held: HeldSubmissionView }>(VIEW_HELD, [accountId, id]), (row) => {
    if (!row) throw new Error('a held submission vanished under its lock');
    return row.held;
  });

// The best plan depends on how many of the account's submissions have the state.
const LIST_HELD = planned(
  `select h.created_at as "createdAt", ${HELD_JSON} as held from held_submissions h
   where h.account_id = $1 and h.state = $2 and (h.created_at, h.id) < ($3::timestamptz, $4::uuid)
   order by h.created_at desc, h.id desc limit $5`,
);

interface HeldPosition {
  readonly createdAt: string;
  readonly id: string;
}

const NEWEST: HeldPosition = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Lists up to `count` held submissions in this state after the position, newest first. */
export const listHeldSubmissions = (
  accountId: string,
  state: HeldState,
  count: number,
  { createdAt, id }: HeldPosition = NEWEST,
) => readRows<{ createdAt: Date; held: HeldSubmissionView }>(LIST_HELD, [accountId, state, createdAt, id, count]);
