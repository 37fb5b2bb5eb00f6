import type { LeadView } from '../../contract/lead';
import { map, prepared, readRow, readRows } from '../../database/query';

/** A column as the API shows a moment: UTC with milliseconds. */
export const timestamp = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A row `d` of deals as JSON. */
export const DEAL_JSON = `json_build_object(
  'id', d.id, 'pipeline_id', d.pipeline_id, 'stage_id', d.stage_id, 'status', 'open', 'value', trim_scale(d.value),
  'entered_stage_at', ${timestamp('d.entered_stage_at')}, 'created_at', ${timestamp('d.created_at')})`;

const ORIGIN_FIELDS = `
  'origin', l.origin,
  'utm', json_build_object('source', l.utm_source, 'medium', l.utm_medium, 'campaign', l.utm_campaign),`;

/** The tags of a row `l` of leads; the account is $1. */
export const leadTags = `array(select t.name from lead_tags lt
                cross join lateral (select f.key, f.name from tags f
                                    where f.account_id = $1 and f.id = lt.tag_id limit 1) t
                where lt.account_id = $1 and lt.lead_id = l.id order by t.key collate "C")`;

/** What belongs to a row `l` of leads, as expressions: an array of names, and one of deals in JSON. */
interface Belongings {
  readonly tags: string;
  readonly deals: string;
}

/** The account is $1: every subquery says so itself, which keeps it on one shard of a distributed database. */
const STORED: Belongings = {
  tags: leadTags,
  deals: `array(select ${DEAL_JSON} from deals d where d.account_id = $1 and d.lead_id = l.id order by d.created_at, d.id)`,
};

/**
 * The fields of a row `l` of leads, the one place where the shape of a lead is written. Origin and utm are shown only if the
 * account's plan includes the automatic origin (section 2).
 */
export const leadFields = (autoOrigin: boolean, { tags, deals } = STORED): string => `
  'id', l.id, 'name', l.name, 'phone', l.phone, 'email', l.email,
  'tags', ${tags},
  ${autoOrigin ? ORIGIN_FIELDS : ''}
  'deals', ${deals},
  'created_at', ${timestamp('l.created_at')}, 'updated_at', ${timestamp('l.updated_at')}`;

/** A row `l` of leads as JSON. */
export const leadJson = (autoOrigin: boolean, belongings = STORED): string =>
  `json_build_object(${leadFields(autoOrigin, belongings)})`;

const tombstoneJson = (id: string, createdAt: string, updatedAt: string, reason: string, into: string): string =>
  `json_build_object('id', ${id}, 'name', null, 'phone', '', 'email', null, 'tags', '[]'::json, 'deals', '[]'::json,
     'created_at', ${timestamp(createdAt)}, 'updated_at', ${timestamp(updatedAt)},
     'gone', json_build_object('reason', '${reason}', 'into', ${into}))`;

/** The tombstone of the lead with this id as JSON; the account is $1. */
export const tombstoneOf = (leadId: string): string => `coalesce(
  (select ${tombstoneJson('l.id', 'l.created_at', 'l.updated_at', 'erased', 'null')}
   from leads l where l.account_id = $1 and l.id = ${leadId}),
  (select ${tombstoneJson('m.merged_lead_id', 'm.merged_created_at', 'm.merged_updated_at', 'merged', 'm.lead_id')}
   from lead_merges m where m.account_id = $1 and m.merged_lead_id = ${leadId}))`;

/** A statement in two forms: for accounts whose plan shows the origin of leads, and for the others. */
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

/** The lead as a reader with this plan is sent it, in JSON; undefined for one that the account lacks, or that is gone. */
export const leadText = (accountId: string, id: string, autoOrigin: boolean) =>
  map(readRow<{ lead: string }>(findLead(autoOrigin), [accountId, id]), (row) => row?.lead);

/** The lead as a reader with this plan sees it. */
export const viewLead = (accountId: string, id: string, autoOrigin: boolean) =>
  map(leadText(accountId, id, autoOrigin), (text) => (text === undefined ? undefined : (JSON.parse(text) as LeadView)));

/**
 * The leads of a conversation, for a from clause. In an order that only their index gives: while PostgreSQL knows nothing of
 * the table, it expects one lead per account, which any index finds at the same cost.
 */
export const leadsOf = (conversationId: string): string =>
  `(select f.* from leads f where f.account_id = $1 and f.conversation_id = ${conversationId} order by f.copy)`;

/** A phone's match key, or the comparison key of an e-mail. */
export type Contact = { readonly phoneKey: string } | { readonly emailKey: string };

/** A query of the leads with a contact, at most 50, each as the expression `json` shows it. */
export function contactQuery<View extends { readonly id: string }>(name: string, json: string) {
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
    return map(readRows<{ lead: View }>(statement, [accountId, key]), (rows) =>
      rows.map(({ lead }) => lead).sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
  };
}

const findByContact = perPlan((autoOrigin, suffix) => contactQuery<LeadView>(`leads${suffix}`, leadJson(autoOrigin)));

/** The leads with this contact, at most 50, as a reader with this plan sees them. */
export const findLeads = (accountId: string, contact: Contact, autoOrigin: boolean) =>
  findByContact(autoOrigin)(accountId, contact);
