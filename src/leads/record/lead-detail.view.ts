import type { LeadDetail } from '../../contract/lead';
import { SIGNALS } from '../../contract/origin';
import { map, prepared, readRow } from '../../database/query';
import { contactQuery, leadFields, timestamp } from './lead.view';

const RECORD_FIELDS = `${leadFields(true)},
  'notes', l.notes,
  'consent', case when l.consent_at is not null then json_build_object(
    'at', ${timestamp('l.consent_at')}, 'key_id', l.consent_key_id, 'request_id', l.consent_request_id) end,
  'origin_rule', l.origin_rule,
  'attribution', json_build_object(${SIGNALS.map((signal) => `'${signal}', l.${signal}`).join(', ')}),
  'stage_history', array(select json_build_object(
                           'deal_id', m.deal_id, 'from_stage_id', m.from_stage_id, 'to_stage_id', m.to_stage_id,
                           'moved_by', m.moved_by, 'key_id', m.key_id, 'moved_at', ${timestamp('m.moved_at')},
                           'reason', m.reason)
                         from stage_moves m
                         where m.account_id = $1 and m.lead_id = l.id order by m.moved_at, m.id)`;

/** A row `l` of leads as `LeadRecord`; the account is $1. */
export const LEAD_RECORD_JSON = `json_build_object(${RECORD_FIELDS})`;

/** A row `l` of leads as `LeadDetail`; the account is $1. */
export const LEAD_DETAIL_JSON = `json_build_object(${RECORD_FIELDS},
  'merged_leads', array(select json_build_object('id', g.merged_lead_id, 'merged_at', ${timestamp('g.merged_at')},
                                                 'lead', g.merged_lead)
                        from lead_merges g
                        where g.account_id = $1 and g.lead_id = l.id order by g.merged_at, g.id),
  'erased_at', ${timestamp('l.erased_at')})`;

const VIEW_LEAD_DETAIL = prepared(
  'view_lead_detail',
  `select ${LEAD_DETAIL_JSON} as lead from leads l where l.account_id = $1 and l.id = $2`,
);

/** The lead with all that its owner may see; an erased one too. */
export const viewLeadDetail = (accountId: string, id: string) =>
  map(readRow<{ lead: LeadDetail }>(VIEW_LEAD_DETAIL, [accountId, id]), (row) => row?.lead);

/** The leads with this contact, at most 50, with all that their owner may see. */
export const findLeadDetails = contactQuery<LeadDetail>('lead_details', LEAD_DETAIL_JSON);
