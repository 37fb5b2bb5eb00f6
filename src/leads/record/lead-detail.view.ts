import { map, prepared, readRow } from '../../database/query';
import { type Attribution, SIGNALS } from './attribution';
import { contactQuery, leadFields, type LeadView, timestamp } from './lead.view';

/** An entry of the history of a lead's deals. */
export interface StageMoveView {
  readonly deal_id: string;
  readonly from_stage_id: string;
  readonly to_stage_id: string;
  readonly moved_by: 'api' | 'staff' | 'automation';
  readonly key_id: string | null;
  readonly moved_at: string;
}

/** Everything about a lead's record, as a merge keeps it of the lead that goes. */
export interface LeadRecord extends LeadView {
  readonly notes: string;
  readonly consent: { readonly at: string; readonly key_id: string | null; readonly request_id: string | null } | null;
  readonly origin_rule: string;
  readonly attribution: Readonly<Record<keyof Attribution, string | null>>;
  readonly stage_history: readonly StageMoveView[];
}

/** A lead as its owner sees it, whatever the plan: with notes, consent, origin, history and what was merged into it. */
export interface LeadDetail extends LeadRecord {
  /** `lead` is null when the person was erased, and when it was kept long enough. */
  readonly merged_leads: readonly {
    readonly id: string;
    readonly merged_at: string;
    readonly lead: LeadRecord | null;
  }[];
  readonly erased_at: string | null;
}

const RECORD_FIELDS = `${leadFields(true)},
  'notes', l.notes,
  'consent', case when l.consent_at is not null then json_build_object(
    'at', ${timestamp('l.consent_at')}, 'key_id', l.consent_key_id, 'request_id', l.consent_request_id) end,
  'origin_rule', l.origin_rule,
  'attribution', json_build_object(${SIGNALS.map((signal) => `'${signal}', l.${signal}`).join(', ')}),
  'stage_history', array(select json_build_object(
                           'deal_id', m.deal_id, 'from_stage_id', m.from_stage_id, 'to_stage_id', m.to_stage_id,
                           'moved_by', m.moved_by, 'key_id', m.key_id, 'moved_at', ${timestamp('m.moved_at')})
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
