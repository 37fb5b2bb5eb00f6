import type { LeadDetail } from '../../contract/lead';
import { MAX_SHOWN_HISTORY, MAX_SHOWN_LEADS } from '../../contract/limits';
import { SIGNALS } from '../../contract/origin';
import { map, prepared, readRow } from '../../database/query';
import { contactQuery, leadFields, timestamp } from './lead.view';

/** The history of a row `l` of leads: its `moves`, the oldest first. */
const recordFields = (moves: string): string => `${leadFields(true)},
  'notes', l.notes,
  'consent', case when l.consent_at is not null then json_build_object(
    'at', ${timestamp('l.consent_at')}, 'key_id', l.consent_key_id, 'request_id', l.consent_request_id) end,
  'origin_rule', l.origin_rule,
  'attribution', json_build_object(${SIGNALS.map((signal) => `'${signal}', l.${signal}`).join(', ')}),
  'stage_history', array(select json_build_object(
                           'deal_id', m.deal_id, 'from_stage_id', m.from_stage_id, 'to_stage_id', m.to_stage_id,
                           'moved_by', m.moved_by, 'key_id', m.key_id, 'moved_at', ${timestamp('m.moved_at')},
                           'reason', m.reason)
                         from ${moves} m order by m.moved_at, m.id)`;

const MOVES = `(select * from stage_moves s where s.account_id = $1 and s.lead_id = l.id)`;
const NEWEST_MOVES = `(select * from stage_moves s where s.account_id = $1 and s.lead_id = l.id
                        order by s.moved_at desc, s.id desc limit ${MAX_SHOWN_HISTORY})`;

/** A row `l` of leads as `LeadRecord`; the account is $1. */
export const LEAD_RECORD_JSON = `json_build_object(${recordFields(MOVES)})`;

const detailJson = (moves: string, merges: string): string => `json_build_object(${recordFields(moves)},
  'merged_leads', array(select json_build_object('id', g.merged_lead_id, 'merged_at', ${timestamp('g.merged_at')},
                                                 'lead', g.merged_lead)
                        from ${merges} g order by g.merged_at, g.id),
  'erased_at', ${timestamp('l.erased_at')})`;

const MERGES = `(select * from lead_merges s where s.account_id = $1 and s.lead_id = l.id)`;
const NEWEST_MERGES = `(select * from lead_merges s where s.account_id = $1 and s.lead_id = l.id
                         order by s.merged_at desc, s.id desc limit ${MAX_SHOWN_LEADS})`;

/** A row `l` of leads as `LeadDetail`, with its whole history; the account is $1. */
export const WHOLE_LEAD_JSON = detailJson(MOVES, MERGES);

/** The same with the newest of its history, as it is shown. */
const SHOWN_LEAD_JSON = detailJson(NEWEST_MOVES, NEWEST_MERGES);

const VIEW_LEAD_DETAIL = prepared(
  'view_lead_detail',
  `select ${SHOWN_LEAD_JSON} as lead from leads l where l.account_id = $1 and l.id = $2`,
);

/** The lead with all that its owner may see; an erased one too. */
export const viewLeadDetail = (accountId: string, id: string) =>
  map(readRow<{ lead: LeadDetail }>(VIEW_LEAD_DETAIL, [accountId, id]), (row) => row?.lead);

/** The leads with this contact, at most 50, with all that their owner may see. */
export const findLeadDetails = contactQuery<LeadDetail>('lead_details', SHOWN_LEAD_JSON);
