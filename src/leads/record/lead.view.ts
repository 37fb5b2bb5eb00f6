import type { DealView, OwnerDeal } from '../../contract/deal';
import type { LeadView, OwnerLead, TombstoneView } from '../../contract/lead';
import { REMOVED_MEMBER } from '../../contract/members/member';
import { eachText } from '../../contract/lead-fields';
import { map, prepared, readRow, readRows } from '../../database/query';
import { jsonOf, type SqlOf } from '../../database/sql-json';

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

/** SQL: a row `d` of deals with its closing in its present stage, for the admin API; the account is $1. */
export const OWNER_DEAL_JSON = `(select ${jsonOf<OwnerDeal>({
  ...DEAL_FIELDS,
  closed_value: 'trim_scale(e.value)',
  closed_at: `case when e.is_won then ${timestamp('e.closed_at')} end`,
  lost_reason: 'e.reason',
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
export const leadFields = (autoOrigin: boolean, { tags, deals } = STORED): SqlOf<LeadView> => ({
  id: 'l.id',
  ...eachText((text) => `l.${text}`),
  phone: 'l.phone',
  tags,
  ...(autoOrigin && ORIGIN_FIELDS),
  deals,
  created_at: timestamp('l.created_at'),
  updated_at: timestamp('l.updated_at'),
});

/** SQL: a member in the column `id` of a table; null where there is none. The account is $1. */
export const memberName = (
  id: string,
): string => `(select json_build_object('id', n.id, 'name', coalesce(n.name, '${REMOVED_MEMBER}'))
    from member_names n where n.account_id = $1 and n.id = ${id})`;

/** SQL: what the admin API shows of a row `l` of leads besides the partners' fields. */
export const OWNER_FIELDS = { deals: dealsOf(OWNER_DEAL_JSON), responsible: memberName('l.responsible_id') };

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
