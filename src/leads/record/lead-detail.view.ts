import type { FiledLead, LeadDetail, LeadRecord } from '../../contract/lead';
import { isSeen, type Viewer, viewerId } from '../../accounts/actor';
import { eachText, type LeadTexts } from '../../contract/lead-fields';
import { MAX_SHOWN_HISTORY, MAX_SHOWN_LEADS } from '../../contract/limits';
import { SIGNALS } from '../../contract/origin';
import { fitting, ROWS_BYTES } from '../../common/input/paging';
import { map, prepared, readRow } from '../../database/query';
import { jsonOf, type SqlOf, boundedArray, boundedRows } from '../../database/sql-json';
import { type Contact, leadFields, leadsOf, memberName, ORIGIN_FIELDS, OWNER_FIELDS, timestamp } from './lead.view';

/** SQL: the fields of a row `l` of leads that partners do not see, without its history. */
const PRESENT_FIELDS: SqlOf<Omit<LeadRecord, 'stage_history'>> = {
  ...leadFields(true),
  ...ORIGIN_FIELDS,
  notes: 'l.notes',
  consent: `case when l.consent_at is not null then json_build_object(
    'at', ${timestamp('l.consent_at')}, 'key_id', l.consent_key_id, 'request_id', l.consent_request_id) end`,
  origin_rule: 'l.origin_rule',
  attribution: `json_build_object(${SIGNALS.map((signal) => `'${signal}', l.${signal}`).join(', ')})`,
};

/** SQL: a row `m` of stage_moves as JSON. */
export const MOVE_JSON = `json_build_object(
  'deal_id', m.deal_id, 'from_stage_id', m.from_stage_id, 'to_stage_id', m.to_stage_id, 'moved_by', m.moved_by,
  'key_id', m.key_id, 'moved_at', ${timestamp('m.moved_at')}, 'reason', m.reason)`;

/** SQL: the fields of a row `l` of leads with its history; `moves` are oldest first. */
const recordFields = (moves: string): SqlOf<LeadRecord> => ({
  ...PRESENT_FIELDS,
  stage_history: `array(select ${MOVE_JSON} from ${moves} m order by m.moved_at, m.id)`,
});

const MOVES = `(select * from stage_moves s where s.account_id = $1 and s.lead_id = l.id)`;
const NEWEST_MOVES = `(select * from stage_moves s where s.account_id = $1 and s.lead_id = l.id
                        order by s.moved_at desc, s.id desc limit ${MAX_SHOWN_HISTORY})`;

export const LEAD_RECORD_JSON = jsonOf<LeadRecord>(recordFields(MOVES));

export const FILED_LEAD_JSON = jsonOf<FiledLead>({
  ...PRESENT_FIELDS,
  responsible: memberName('l.responsible_id'),
});

/** SQL: the record of a merged lead in the row `merge`; texts added to the product later are null. */
const mergedRecord = (merge: string): string =>
  `${jsonOf<LeadTexts>(eachText(() => 'null'))}::jsonb || ${merge}.merged_lead::jsonb`;

/** Bytes of the records of merged leads in an answer. All else of a lead takes less than the rest. */
const RECORDS_BYTES = Math.floor(ROWS_BYTES * 0.6);

const mergeJson = (record: string): string =>
  `json_build_object('id', g.merged_lead_id, 'merged_at', ${timestamp('g.merged_at')}, 'lead', ${record})`;

/** SQL: a row `g` of lead_merges as JSON, with its record. */
export const MERGE_JSON = mergeJson(mergedRecord('g'));

const detailJson = (moves: string, merges: string): string =>
  jsonOf<LeadDetail>({
    ...recordFields(moves),
    ...OWNER_FIELDS,
    merged_leads: `array(select ${mergeJson('g.record')} from ${merges} g order by g.merged_at, g.id)`,
    erased_at: timestamp('l.erased_at'),
  });
const NEWEST_MERGES = `select s.* from lead_merges s where s.account_id = $1 and s.lead_id = l.id
  order by s.merged_at desc, s.id desc limit ${MAX_SHOWN_LEADS}`;
/** SQL: the newest merges; with their records, as many as the answer has room for. */
const SHOWN_MERGES = `(select g.*, r.value as record
  from (select n.*, row_number() over () as row_no from (${NEWEST_MERGES}) n) g
  left join ${boundedRows(NEWEST_MERGES, `(${mergedRecord('w')})::json`, RECORDS_BYTES)} r
    on r.row_no = g.row_no and r.bytes <= ${RECORDS_BYTES})`;

/** SQL: a row `l` of leads without merged ones as `LeadDetail`, with the whole history; the account is $1. */
export const UNMERGED_LEAD_JSON = jsonOf<LeadDetail>({
  ...recordFields(MOVES),
  ...OWNER_FIELDS,
  merged_leads: `'[]'::json`,
  erased_at: timestamp('l.erased_at'),
});

/** SQL: a row `l` of leads as `LeadDetail` without its long lists; the account is $1. */
export const BRIEF_LEAD_JSON = jsonOf<Omit<LeadDetail, 'stage_history' | 'merged_leads'>>({
  ...PRESENT_FIELDS,
  ...OWNER_FIELDS,
  erased_at: timestamp('l.erased_at'),
});

const SHOWN_LEAD_JSON = detailJson(NEWEST_MOVES, SHOWN_MERGES);

const VIEW_LEAD_DETAIL = prepared(
  'view_lead_detail',
  `select ${SHOWN_LEAD_JSON} as lead from leads l where l.account_id = $1 and l.id = $2 and ${isSeen('l', '$3')}`,
);

/** Shows the lead to those who work in the account; an erased one too. Undefined for one that the viewer may not see. */
export const viewLeadDetail = (accountId: string, viewer: Viewer, id: string) =>
  map(readRow<{ lead: LeadDetail }>(VIEW_LEAD_DETAIL, [accountId, id, viewerId(viewer)]), (row) => row?.lead);

/** SQL: the leads with a contact that the viewer $3 sees, oldest first, as many as an answer has room for. */
const shownLeads = (leads: string): string =>
  `select ${boundedArray(
    `select o.id from (select l.id from ${leads} l where ${isSeen('l', '$3')} limit ${MAX_SHOWN_LEADS}) o order by o.id`,
    `(select ${SHOWN_LEAD_JSON} from leads l where l.account_id = $1 and l.id = w.id)`,
    ROWS_BYTES,
  )} as leads`;

const FIND_DETAILS = {
  phoneKey: prepared(
    'find_lead_details_by_phone',
    shownLeads(leadsOf('(select c.id from conversations c where c.account_id = $1 and c.phone_key = $2)')),
  ),
  emailKey: prepared(
    'find_lead_details_by_email',
    shownLeads('(select f.* from leads f where f.account_id = $1 and f.email_key = $2 order by f.copy)'),
  ),
} as const;

/** Finds at most 50 leads with this contact, as those who work in the account see them. */
export function findLeadDetails(accountId: string, viewer: Viewer, contact: Contact) {
  const [statement, key] =
    'phoneKey' in contact ? [FIND_DETAILS.phoneKey, contact.phoneKey] : [FIND_DETAILS.emailKey, contact.emailKey];
  return map(readRow<{ leads: LeadDetail[] }>(statement, [accountId, key, viewerId(viewer)]), (row) =>
    fitting(row?.leads ?? [], ROWS_BYTES),
  );
}
