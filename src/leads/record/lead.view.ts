import type { ChangedDeal, DealView, OwnerDeal } from '../../contract/deal';
import type {
  LeadView,
  OwnerLead,
  TombstoneView,
  FiledLead,
  ExportedLead,
  LeadDetail,
  LeadRecord,
} from '../../contract/lead';
import { REMOVED_MEMBER } from '../../contract/members/member';
import { eachText, type LeadTexts } from '../../contract/lead-fields';
import { map, prepared, readRow, readRows } from '../../database/query';
import { nextContact } from './next-contact';
import { jsonOf, type SqlOf, boundedArray, boundedRows } from '../../database/sql-json';
import { isSeen, type Viewer, viewerId } from '../../accounts/actor';
import { MAX_SHOWN_HISTORY, MAX_SHOWN_LEADS } from '../../contract/limits';
import { SIGNALS } from '../../contract/origin';
import { ROWS_BYTES } from '../../common/input/paging';

/** SQL: a column as the API shows a moment, UTC with milliseconds. */
export const timestamp = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const DEAL_FIELDS: SqlOf<DealView> = {
  id: 'd.id',
  pipeline_id: 'd.pipeline_id',
  stage_id: 'd.stage_id',
  status: `'open'`,
  value: 'trim_scale(d.value)',
  entered_stage_at: timestamp('d.entered_stage_at'),
  created_at: timestamp('d.created_at'),
};

export const DEAL_JSON = jsonOf<DealView>(DEAL_FIELDS);

/** SQL: a member in the column `id` of a table; null where there is none. The account is $1. */
export const memberName = (
  id: string,
): string => `(select json_build_object('id', n.id, 'name', coalesce(n.name, '${REMOVED_MEMBER}'))
    from member_names n where n.account_id = $1 and n.id = ${id})`;

/** SQL: a row `d` of deals with its closing in its present stage, for the admin API; the account is $1. */
export const OWNER_DEAL_JSON = `(select ${jsonOf<OwnerDeal>({
  ...DEAL_FIELDS,
  closed_value: 'trim_scale(e.value)',
  closed_at: timestamp('e.closed_at'),
  lost_reason: 'e.reason',
  closed_by: memberName('e.member_id'),
})} from (values (1)) always
  left join lateral (select c.* from closings c
                     where c.account_id = $1 and c.deal_id = d.id and (c.stage_id = d.stage_id) is true limit 1) e on true)`;

/** SQL: the fields of a row `l` that only some plans show. */
export const ORIGIN_FIELDS = {
  origin: 'l.origin',
  utm: `json_build_object('source', l.utm_source, 'medium', l.utm_medium, 'campaign', l.utm_campaign)`,
};

/** SQL: the tags of a row `l` of leads; the account is $1. */
export const leadTags = `array(select t.name from lead_tags lt
                cross join lateral (select f.key, f.name from tags f
                                    where f.account_id = $1 and f.id = lt.tag_id limit 1) t
                where lt.account_id = $1 and lt.lead_id = l.id order by t.key collate "C")`;

interface RelationsSql {
  readonly tags: string;
  readonly deals: string;
}

/** Each subquery names the account $1, which keeps it on one shard of a distributed database. */
const dealsOf = (json: string): string =>
  `array(select ${json} from deals d where d.account_id = $1 and d.lead_id = l.id order by d.created_at, d.id)`;

const STORED: RelationsSql = { tags: leadTags, deals: dealsOf(DEAL_JSON) };

/** SQL: the only source of a lead's shape, from a row `l`. Origin and utm need a plan with automatic origin (section 2). */
const leadFields = (autoOrigin: boolean, { tags, deals } = STORED): SqlOf<LeadView> => ({
  id: 'l.id',
  ...eachText((text) => `l.${text}`),
  phone: 'l.phone',
  tags,
  ...(autoOrigin && ORIGIN_FIELDS),
  deals,
  created_at: timestamp('l.created_at'),
  updated_at: timestamp('l.updated_at'),
});

/** SQL: what the admin API shows of a row `l` of leads besides the partners' fields. */
const OWNER_FIELDS = { deals: dealsOf(OWNER_DEAL_JSON), responsible: memberName('l.responsible_id') };

/** SQL of the fields of a row `l` of leads as the admin API shows it in lists, in any plan. */
export const OWNER_LEAD_SQL: SqlOf<OwnerLead> = { ...leadFields(true), ...ORIGIN_FIELDS, ...OWNER_FIELDS };

export const OWNER_LEAD_JSON = jsonOf<OwnerLead>(OWNER_LEAD_SQL);

export const leadJson = (autoOrigin: boolean, relations = STORED): string =>
  jsonOf<LeadView>(leadFields(autoOrigin, relations));

const tombstoneJson = (id: string, createdAt: string, updatedAt: string, reason: string, into: string): string =>
  jsonOf<TombstoneView>({
    id,
    ...eachText(() => 'null'),
    phone: `''`,
    tags: `'[]'::json`,
    deals: `'[]'::json`,
    created_at: timestamp(createdAt),
    updated_at: timestamp(updatedAt),
    gone: `json_build_object('reason', '${reason}', 'into', ${into})`,
  });

/** SQL: the tombstone of the lead with this id as JSON; the account is $1. */
export const tombstoneOf = (leadId: string): string => `coalesce(
  (select ${tombstoneJson('l.id', 'l.created_at', 'l.updated_at', 'erased', 'null')}
   from leads l where l.account_id = $1 and l.id = ${leadId}),
  (select ${tombstoneJson('m.merged_lead_id', 'm.merged_created_at', 'm.merged_updated_at', 'merged', 'm.lead_id')}
   from lead_merges m where m.account_id = $1 and m.merged_lead_id = ${leadId}))`;

/** Makes a statement in two forms: with the origin of leads and without it. */
export const perPlan = <T>(make: (autoOrigin: boolean, suffix: string) => T): ((autoOrigin: boolean) => T) => {
  const [shown, hidden] = [make(true, ''), make(false, '_without_origin')];
  return (autoOrigin) => (autoOrigin ? shown : hidden);
};

const findLead = perPlan((autoOrigin, suffix) =>
  prepared(
    `find_lead${suffix}`,
    `select ${leadJson(autoOrigin)}::text as lead from leads l
     where l.account_id = $1 and l.id = $2 and l.erased_at is null`,
  ),
);

/** Reads the lead in JSON for this plan; undefined for an unknown or gone lead. */
export const leadText = (accountId: string, id: string, autoOrigin: boolean) =>
  map(readRow<{ lead: string }>(findLead(autoOrigin), [accountId, id]), (row) => row?.lead);

export const viewLead = (accountId: string, id: string, autoOrigin: boolean) =>
  map(leadText(accountId, id, autoOrigin), (text) => (text === undefined ? undefined : (JSON.parse(text) as LeadView)));

const VIEW_OWNER_LEAD = prepared(
  'view_owner_lead',
  `select ${OWNER_LEAD_JSON} as lead from leads l where l.account_id = $1 and l.id = $2 and l.erased_at is null`,
);

/** The lead as the admin API answers it; undefined for an unknown or gone one. */
export const viewOwnerLead = (accountId: string, id: string) =>
  map(readRow<{ lead: OwnerLead }>(VIEW_OWNER_LEAD, [accountId, id]), (row) => row?.lead);

/** SQL for a from clause, ordered as one index only: without statistics, PostgreSQL expects one lead per account and takes any index. */
export const leadsOf = (conversationId: string): string =>
  `(select f.* from leads f where f.account_id = $1 and f.conversation_id = ${conversationId} order by f.copy)`;

/** A phone's match key, or the comparison key of an e-mail. */
export type Contact = { readonly phoneKey: string } | { readonly emailKey: string };

function contactQuery(name: string, json: string) {
  const byPhone = prepared(
    `find_${name}_by_phone`,
    `select ${json} as lead
     from ${leadsOf('(select c.id from conversations c where c.account_id = $1 and c.phone_key = $2)')} l limit 50`,
  );
  const byEmail = prepared(
    `find_${name}_by_email`,
    `select ${json} as lead from leads l where l.account_id = $1 and l.email_key = $2 order by l.copy limit 50`,
  );
  return (accountId: string, contact: Contact) => {
    const [statement, key] = 'phoneKey' in contact ? [byPhone, contact.phoneKey] : [byEmail, contact.emailKey];
    return map(readRows<{ lead: LeadView }>(statement, [accountId, key]), (rows) =>
      rows.map(({ lead }) => lead).sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
  };
}

const findByContact = perPlan((autoOrigin, suffix) => contactQuery(`leads${suffix}`, leadJson(autoOrigin)));

/** Finds at most 50 leads with this contact, as this plan shows them. */
export const findLeads = (accountId: string, contact: Contact, autoOrigin: boolean) =>
  findByContact(autoOrigin)(accountId, contact);

/** SQL: the fields of a row `l` of leads that partners do not see, without its history. */
const PRESENT_FIELDS: SqlOf<Omit<LeadRecord, 'stage_history' | 'source_id'>> = {
  ...leadFields(true),
  ...ORIGIN_FIELDS,
  notes: 'l.notes',
  consent: `case when l.consent_at is not null then ${jsonOf<NonNullable<LeadRecord['consent']>>({
    at: timestamp('l.consent_at'),
    key_id: 'l.consent_key_id',
    source_id: 'l.consent_source_id',
    request_id: 'l.consent_request_id',
    text: 'l.consent_text',
  })} end`,
  origin_rule: 'l.origin_rule',
  attribution: `json_build_object(${SIGNALS.map((signal) => `'${signal}', l.${signal}`).join(', ')})`,
};

/** SQL: a row `m` of stage_moves as JSON. */
export const MOVE_JSON = `json_build_object(
  'deal_id', m.deal_id, 'from_stage_id', m.from_stage_id, 'to_stage_id', m.to_stage_id, 'moved_by', m.moved_by,
  'key_id', m.key_id, 'moved_at', ${timestamp('m.moved_at')}, 'reason', m.reason, 'left_reason', m.left_stay ->> 'reason')`;

/** SQL: the fields of a row of deal_changes, without who made it. */
export const changeFields = (row: string): SqlOf<ChangedDeal> => ({
  id: `${row}.id`,
  lead_id: `${row}.lead_id`,
  deal_id: `${row}.deal_id`,
  changed_at: timestamp(`${row}.changed_at`),
  field: `${row}.field`,
  before: `${row}.before`,
  after: `${row}.after`,
  before_reason: `${row}.before_reason`,
  after_reason: `${row}.after_reason`,
});

/** SQL: the fields of a row `l` of leads with its history; `moves` are oldest first. */
const recordFields = (moves: string): SqlOf<LeadRecord> => ({
  ...PRESENT_FIELDS,
  source_id: 'l.source_id',
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

/** SQL: the record of a merged lead in the row `merge`; texts and sources added to the product later are null. */
const mergedRecord = (merge: string): string =>
  `${jsonOf<LeadTexts & Pick<LeadRecord, 'source_id'>>({ ...eachText(() => 'null'), source_id: 'null' })}::jsonb
   || ${merge}.merged_lead::jsonb
   || jsonb_build_object('consent', '{"source_id": null, "text": null}'::jsonb || nullif(${merge}.merged_lead::jsonb -> 'consent', 'null'))`;

/** Bytes of the records of merged leads in an answer. All else of a lead takes less than the rest. */
const RECORDS_BYTES = Math.floor(ROWS_BYTES * 0.6);

const mergeJson = (record: string): string =>
  `json_build_object('id', g.merged_lead_id, 'merged_at', ${timestamp('g.merged_at')}, 'lead', ${record})`;

/** SQL: a row `g` of lead_merges as JSON, with its record. */
export const MERGE_JSON = mergeJson(mergedRecord('g'));

/** The detail of a lead, with its next contact. */
export type ShownLead = ExportedLead & Pick<LeadDetail, 'next_contact'>;

const detailJson = (moves: string, merges: string): string =>
  jsonOf<ShownLead>({
    ...recordFields(moves),
    ...OWNER_FIELDS,
    merged_leads: `array(select ${mergeJson('g.record')} from ${merges} g order by g.merged_at, g.id)`,
    erased_at: timestamp('l.erased_at'),
    next_contact: timestamp(nextContact('l.id')),
  });
const NEWEST_MERGES = `select s.* from lead_merges s where s.account_id = $1 and s.lead_id = l.id
  order by s.merged_at desc, s.id desc limit ${MAX_SHOWN_LEADS}`;

/** SQL: the newest merges; with their records, as many as the answer has room for. */
const SHOWN_MERGES = `(select g.*, r.value as record
  from (select n.*, row_number() over () as row_no from (${NEWEST_MERGES}) n) g
  left join ${boundedRows(NEWEST_MERGES, `(${mergedRecord('w')})::json`, RECORDS_BYTES)} r
    on r.row_no = g.row_no and r.bytes <= ${RECORDS_BYTES})`;

/** SQL: a row `l` of leads without merged ones as `ExportedLead`, with the whole history; the account is $1. */
export const UNMERGED_LEAD_JSON = jsonOf<ExportedLead>({
  ...recordFields(MOVES),
  ...OWNER_FIELDS,
  merged_leads: `'[]'::json`,
  erased_at: timestamp('l.erased_at'),
});

/** SQL: a row `l` of leads as `ExportedLead` without its long lists; the account is $1. */
export const BRIEF_LEAD_JSON = jsonOf<Omit<ExportedLead, 'stage_history' | 'merged_leads'>>({
  ...PRESENT_FIELDS,
  source_id: 'l.source_id',
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
  map(readRow<{ lead: ShownLead }>(VIEW_LEAD_DETAIL, [accountId, id, viewerId(viewer)]), (row) => row?.lead);

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
  return map(readRow<{ leads: ShownLead[] }>(statement, [accountId, key, viewerId(viewer)]), (row) => row?.leads ?? []);
}
