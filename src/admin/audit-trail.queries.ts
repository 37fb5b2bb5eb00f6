import type { AuditAction, AuditEntry } from '../contract/audit';
import { firstIdAt, midnight } from '../database/first-id';
import { planned, readRows } from '../database/query';
import { Values } from '../leads/reading/search-filters';
import { ALL_IDS } from '../leads/reading/search-indexes';

export interface StoredEntry extends Omit<AuditEntry, 'at'> {
  readonly at: Date;
}

/** Shows an entry in the admin API. */
export const auditView = (entry: StoredEntry): AuditEntry => ({ ...entry, at: entry.at.toISOString() });

/** Which entries are listed; without a filter all. */
export interface AuditFilters {
  /** Brasília days, both included; absent ends are open. */
  readonly from?: string;
  readonly to?: string;
  /** A member, or the operator. */
  readonly person?: { readonly memberId: string } | 'operator';
  readonly action?: AuditAction;
  /** A lead with all that was merged into it, or the one that it was merged into. */
  readonly leadId?: string;
}

/** SQL: what the index of leads has of an entry `e`. */
const INDEXED_LEAD = 'case when e.lead_id is null then e.subject_id else e.lead_id end';

/** SQL: the lead that another one is part of now, after merges; itself where it was not merged. */
const leadNow = (lead: string): string =>
  `coalesce((select g.lead_id from lead_merges g where g.account_id = $1 and g.merged_lead_id = ${lead}), ${lead})`;

/** SQL: the lead of an entry `e` at that time. */
const SUBJECT_LEAD = `case when e.lead_id is not null then e.lead_id when e.subject_type = 'lead' then e.subject_id end`;

const SHOWN = `e.id, e.at, json_build_object('type', e.actor_type, 'id', e.actor_id) as actor, e.address, e.action,
          case when e.subject_id is not null then
            json_build_object('type', e.subject_type, 'id', e.subject_id) end as subject,
          ${leadNow(SUBJECT_LEAD)} as lead_id, e.details`;

const ofPerson = (person: AuditFilters['person'], values: Values): string[] => {
  if (person === undefined) return [];
  if (person === 'operator') return [`e.actor_type = 'operator'`];
  return [`e.actor_type in ('owner', 'member') and e.actor_id = ${values.of(person.memberId, 'text')}`];
};

/** SQL: the ids under which the trail may have a lead: its own, those merged into it, and the one that it is part of now. */
const idsOfLead = (lead: string): string => `(
  with stayed as materialized (
    select ${leadNow(lead)} as id)
  select s.id from stayed s
  union all
  select g.merged_lead_id from lead_merges g where g.account_id = $1 and g.lead_id = (select s.id from stayed s))`;

/** Lists up to `count` entries, newest first, after the one with the id `before`. Each filter is a range of an index of its own. */
export function listAudit(accountId: string, filters: AuditFilters, before: string | undefined, count: number) {
  const { from = '0001-01-01', to = '9999-12-31', person, action, leadId } = filters;
  const values = new Values(accountId);
  const conditions = [
    'e.account_id = $1',
    `e.id < ${values.of(before ?? ALL_IDS.before, 'uuid')}`,
    `e.id >= ${firstIdAt(midnight(values.of(from, 'date')))}`,
    `e.id < ${firstIdAt(midnight(`${values.of(to, 'date')} + 1`))}`,
    ...ofPerson(person, values),
    ...(action === undefined ? [] : [`e.action = ${values.of(action, 'text')}`]),
  ].join(' and ');
  const limit = values.of(count, 'int');
  const newest = (more = ''): string =>
    `select e.* from audit_entries e where ${conditions}${more} order by e.id desc limit ${limit}`;
  const rows =
    leadId === undefined
      ? newest()
      : `select f.* from ${idsOfLead(values.of(leadId, 'uuid'))} l
         cross join lateral (${newest(` and ${INDEXED_LEAD} = l.id`)}) f`;
  const text = `select ${SHOWN} from (${rows}) e order by e.id desc limit ${limit}`;
  return readRows<StoredEntry>(planned(text), values.all);
}
