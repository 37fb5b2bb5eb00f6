import { NO_ID } from '../../common/input/id.pipe';

import { type ListInParts, listInParts, ofValue, PART_ROWS, positionValue } from '../../database/list-in-parts';

import { ACTIVITY_JSON } from '../activities/activities.queries';
import { HELD_JSON } from '../held/held-submissions.queries';
import { LEDGER_DAYS } from '../intake/ledger.queries';
import {
  changeFields,
  leadsOf,
  timestamp,
  BRIEF_LEAD_JSON,
  MERGE_JSON,
  MOVE_JSON,
  UNMERGED_LEAD_JSON,
} from '../record/lead.view';

import { CONVERSATION_ID, type PersonalTrace, PHONE_KEY } from '../record/personal-traces';
import type { Subject } from '../../contract/audit';
import type { KeptDealChange } from '../../contract/deal';
import { jsonOf } from '../../database/sql-json';
import { planned, readRow, type Statement } from '../../database/query';
import { CONVERSATION_JSON } from './person.queries';

/** Whose data is requested: the person of a lead, or of a phone. */
export type RequestedPerson =
  { readonly leadId: string; readonly phoneKey: null } | { readonly leadId: null; readonly phoneKey: string };

export interface ExportedPerson {
  readonly conversationId: string | null;
  readonly phoneKey: string | null;
  /** JSON. */
  readonly conversation: string;
  /** The first record of each kind, which names the person in the audit trail. */
  readonly firstLead: string | null;
  readonly firstHeld: string | null;
  readonly firstOthers: readonly (Subject | null)[];
  /** Changes with each new, erased or merged lead. */
  readonly mark: string;
}

const KEY = 'coalesce(c.phone_key, $3::text)';

const findStatement = (others: readonly PersonalTrace[]): Statement =>
  planned(
    `select c.id as "conversationId", ${KEY} as "phoneKey",
            coalesce((case when c.id is not null then ${CONVERSATION_JSON} end)::text, 'null') as conversation,
            (select l.id from ${leadsOf('c.id')} l order by l.created_at, l.id limit 1) as "firstLead",
            (select h.id from held_submissions h where h.account_id = $1 and h.phone_key = ${KEY}
             order by h.created_at, h.id limit 1) as "firstHeld",
            json_build_array(${others.flatMap(({ ofPhone }) => (ofPhone ? [ofPhone.first(KEY)] : [])).join(', ')}) as "firstOthers",
            (select json_build_array(
               count(*), count(l.erased_at),
               sum((select count(*) from lead_merges g where g.account_id = $1 and g.lead_id = l.id)))
             from ${leadsOf('c.id')} l)::text as mark
     from (values (1)) always
     left join (select v.* from conversations v
                where v.account_id = $1
                  and (v.phone_key = $3 or v.id = (select l.conversation_id from leads l
                                                   where l.account_id = $1 and l.id = $2::uuid))) c on true`,
  );

/** All is null for an unknown lead. */
export const findExportedPerson = (
  others: readonly PersonalTrace[],
  accountId: string,
  { leadId, phoneKey }: RequestedPerson,
) => readRow<ExportedPerson>(findStatement(others), [accountId, leadId, phoneKey]);

/** Moves of a lead that is read with its history. */
const FEW_MOVES = 20;

const AFTER = `(${positionValue(1, 'timestamptz')}, ${positionValue(2, 'uuid')})`;
const START = ['-infinity', NO_ID];

const IS_LONG = `(exists (select from lead_merges g where g.account_id = $1 and g.lead_id = l.id)
  or exists (select from stage_moves m where m.account_id = $1 and m.lead_id = l.id offset ${FEW_MOVES}))`;

const LEADS = listInParts({
  rows: `select l.created_at, l.id, ${IS_LONG} as is_long from ${leadsOf(CONVERSATION_ID)} l
         where (l.created_at, l.id) > ${AFTER} order by l.created_at, l.id`,
  position: 'w.created_at, w.id, w.is_long::text',
  json: `(select case when w.is_long then ${BRIEF_LEAD_JSON} else ${UNMERGED_LEAD_JSON} end
          from leads l where l.account_id = $1 and l.id = w.id)`,
  start: START,
});

/** The lead of a row of the leads, when its history and merged leads are read for themselves. */
export const longLeadAt = ([, id, isLong]: readonly string[]): string | undefined =>
  isLong === 'true' ? id : undefined;

const LEAD_ID = `${ofValue(1)}::uuid`;

/** What a lead has in a table, in the order of the time `at`. */
const ofLead = (table: string, row: string, at: string, json: string): ListInParts =>
  listInParts({
    rows: `select ${row}.${at}, ${row}.id from ${table} ${row}
           where ${row}.account_id = $1 and ${row}.lead_id = ${LEAD_ID} and (${row}.${at}, ${row}.id) > ${AFTER} order by ${row}.${at}, ${row}.id`,
    position: `w.${at}, w.id`,
    json: `(select ${json} from ${table} ${row} where ${row}.account_id = $1 and ${row}.id = w.id)`,
    start: START,
  });

/** The lists of one lead, which may be long. */
export const LISTS_OF_LEAD: Readonly<Record<'stage_history' | 'merged_leads', ListInParts>> = {
  stage_history: ofLead('stage_moves', 'm', 'moved_at', MOVE_JSON),
  merged_leads: ofLead('lead_merges', 'g', 'merged_at', MERGE_JSON),
};

/** What all leads of the person have in a table, as rows `a` in the order of the time `at`. */
const ofLeads = (table: string, at: string, json: string): ListInParts =>
  listInParts({
    rows: `select a.${at}, a.id from ${leadsOf(CONVERSATION_ID)} l
         cross join lateral (select a.${at}, a.id from ${table} a
                             where a.account_id = $1 and a.lead_id = l.id and (a.${at}, a.id) > ${AFTER}
                             order by a.${at}, a.id limit ${PART_ROWS}) a
         order by a.${at}, a.id`,
    position: `w.${at}, w.id`,
    json: `(select ${json} from ${table} a where a.account_id = $1 and a.id = w.id)`,
    start: START,
  });

const APPOINTMENTS = ofLeads(
  'appointments',
  'starts_at',
  `json_build_object(
     'id', a.id, 'lead_id', a.lead_id, 'starts_at', ${timestamp('a.starts_at')}, 'minutes', a.minutes, 'attended', a.attended,
     'missed', a.missed, 'member_id', a.member_id, 'text', a.text, 'created_at', ${timestamp('a.created_at')})`,
);

const ACTIVITIES = ofLeads('activities', 'at', ACTIVITY_JSON);

const DEAL_CHANGES = ofLeads(
  'deal_changes',
  'changed_at',
  jsonOf<KeptDealChange>({
    ...changeFields('a'),
    changed_by: 'a.changed_by',
    key_id: 'a.key_id',
    member_id: 'a.member_id',
  }),
);

const RETURNS = listInParts({
  rows: `select r.returned_at, r.lead_id from ${leadsOf(CONVERSATION_ID)} l
         cross join lateral (select r.* from returns r where r.account_id = $1 and r.lead_id = l.id limit 1) r
         where (r.returned_at, r.lead_id) > ${AFTER} order by r.returned_at, r.lead_id`,
  position: 'w.returned_at, w.lead_id',
  json: `(select json_build_object('lead_id', r.lead_id, 'returned_at', ${timestamp('r.returned_at')}, 'sent', r.sent)
          from returns r where r.account_id = $1 and r.lead_id = w.lead_id)`,
  start: START,
});

const IS_HELD_OF_PERSON = `(h.phone_key = ${PHONE_KEY}
  or h.lead_id = any(array(select l.id from ${leadsOf(CONVERSATION_ID)} l)))`;

/** The conversation's own entries come day by day, so the days themselves give their order. */
const OWN_ENTRIES = `(
  select s.created_at, s.id
  from (select n.day from ${LEDGER_DAYS} n
        where n.day >= (${positionValue(1, 'timestamptz')} at time zone 'UTC')::date order by n.day) n
  cross join lateral (select s.created_at, s.id from submissions s
                      where s.account_id = $1 and s.day = n.day and s.conversation_id = ${CONVERSATION_ID}
                        and (s.created_at, s.id) > ${AFTER}
                      order by s.created_at, s.id limit ${PART_ROWS}) s
  limit ${PART_ROWS})`;
const ENTRIES_OF_HELD = `(
  select s.created_at, s.id
  from (select distinct h.submission_id from held_submissions h where h.account_id = $1 and ${IS_HELD_OF_PERSON}) h
  cross join lateral (select s.* from submissions s where s.account_id = $1 and s.id = h.submission_id limit 1) s
  where s.conversation_id is distinct from ${CONVERSATION_ID} and (s.created_at, s.id) > ${AFTER})`;

const SUBMISSIONS = listInParts({
  rows: `select e.created_at, e.id from (${OWN_ENTRIES} union all ${ENTRIES_OF_HELD}) e order by e.created_at, e.id`,
  position: 'w.created_at, w.id',
  json: `(select json_build_object(
            'id', s.id, 'external_id', s.external_id, 'key_id', s.key_id, 'source_id', s.source_id, 'request_id', s.request_id,
            'result', s.result, 'lead_id', s.lead_id, 'created_at', ${timestamp('s.created_at')}, 'also_sent', s.also_sent)
          from submissions s where s.account_id = $1 and s.id = w.id)`,
  start: START,
});

const HELD_SUBMISSIONS = listInParts({
  rows: `select h.created_at, h.id from held_submissions h
         where h.account_id = $1 and ${IS_HELD_OF_PERSON} and (h.created_at, h.id) > ${AFTER} order by h.created_at, h.id`,
  position: 'w.created_at, w.id',
  json: `(select ${HELD_JSON} from held_submissions h where h.account_id = $1 and h.id = w.id)`,
  start: START,
});

/** The lists of a person, in the order of the answer. */
export const listsOfPerson = (others: readonly PersonalTrace[]): Readonly<Record<string, ListInParts>> => ({
  leads: LEADS,
  appointments: APPOINTMENTS,
  activities: ACTIVITIES,
  deal_changes: DEAL_CHANGES,
  returns: RETURNS,
  submissions: SUBMISSIONS,
  held_submissions: HELD_SUBMISSIONS,
  ...Object.fromEntries(others.map(({ field, exported }) => [field, exported])),
});
