import { isSeen, type Viewer, viewerId } from '../../accounts/actor';
import type { ActivityView, ListedActivity, ListedTask } from '../../contract/day/activity';
import { MAX_ACTIVITIES } from '../../contract/limits';
import { inOrder, inserted, propertiesOf, selection } from '../../database/columns';
import { map, prepared, readRow, readRows, publishing, write } from '../../database/query';
import { Activity } from '../record/activity.entity';
import { jsonOf, listedJsonOf, type SqlOf } from '../../database/sql-json';
import { memberName, timestamp } from '../record/lead.view';
import { findLeadOf } from '../record/leads.queries';
import type { DaysPart, Scanned } from './days';

const FIELDS: SqlOf<ActivityView> = {
  id: 'a.id',
  lead_id: 'a.lead_id',
  type: 'a.type',
  text: 'a.text',
  reached: 'a.reached',
  at: timestamp('a.at'),
  due_at: timestamp('a.due_at'),
  done_at: timestamp('a.done_at'),
  author: memberName('a.member_id'),
};

/** SQL: a row `a` of activities as the API shows it; the account is $1. */
export const ACTIVITY_JSON = jsonOf<ActivityView>(FIELDS);

/** SQL: a row `a` of activities as lists show it; the account is $1. */
export const LISTED_ACTIVITY_JSON = listedJsonOf<ListedActivity>(FIELDS);

// Rows are read in order until the page is full: $6 at most, $9 for the page. $7 is the viewer, $8 the responsible of the lead, or `none`.
const LIST_TASKS = prepared(
  'list_tasks',
  `select ${LISTED_ACTIVITY_JSON} as activity,
     json_build_object('name', l.name, 'phone', l.phone, 'responsible_id', l.responsible_id) as lead, w."isWanted", a.nth = $6 as "isLast"
   from (select f.*, row_number() over (order by f.due_at, f.id) as nth from activities f
         where f.account_id = $1 and f.due_at is not null and f.done_at is null
           and f.due_at < ($3::date + 1)::timestamp at time zone 'America/Sao_Paulo'
           and (f.due_at, f.id) > (greatest($2::date::timestamp at time zone 'America/Sao_Paulo', $4), $5::uuid)
         order by f.due_at, f.id limit $6) a
   cross join lateral (select r.name, r.phone, r.responsible_id from leads r
                       where r.account_id = $1 and r.id = a.lead_id limit 1) l
   cross join lateral (select ${isSeen('l', '$7')} and (
                               $8::text is null or coalesce(l.responsible_id::text, 'none') = $8) as "isWanted") w
   where w."isWanted" or a.nth = $6
   order by a.due_at, a.id limit $9`,
);

export interface FoundTask extends Scanned {
  readonly activity: ListedActivity;
  readonly lead: ListedTask['lead'];
}

export const listedTaskView = ({ activity, lead }: FoundTask): ListedTask => ({ ...activity, lead });

/** Finds the open tasks after a position that match and are seen, the one due first at the beginning; and the last one read, if reached. */
export const scanTasks = (
  accountId: string,
  viewer: Viewer,
  { from, to, after: [at, id], count, scanned, holder }: DaysPart,
) =>
  readRows<FoundTask>(LIST_TASKS, [
    ...[accountId, from, to, at, id],
    ...[scanned, viewerId(viewer), holder ?? null, count],
  ]);

const WRITTEN = propertiesOf(Activity);

const INSERT_ACTIVITY = prepared('insert_activity', `insert into activities ${inserted(Activity, WRITTEN)}`);

/** Sent with `followHandling`. */
export const insertActivity = (accountId: string, activity: Omit<Activity, 'accountId'>) =>
  publishing(write(INSERT_ACTIVITY, inOrder(WRITTEN, { accountId, ...activity })), 'activity', activity.id);

export const findLeadOfActivity = findLeadOf('find_lead_of_activity', 'activities');

const FIND_ACTIVITY = prepared(
  'find_activity',
  `select ${selection(Activity, 'a')} from activities a where a.account_id = $1 and a.id = $2`,
);

/** Requires the lock of its lead. */
export const findActivity = (accountId: string, id: string) => readRow<Activity>(FIND_ACTIVITY, [accountId, id]);

const COUNT_ACTIVITIES = prepared(
  'count_activities',
  `select count(*)::int as "all", (count(*) filter (where o.is_open))::int as open
   from (select a.due_at is not null and a.done_at is null as is_open from activities a
         where a.account_id = $1 and a.lead_id = $2 limit ${MAX_ACTIVITIES}) o`,
);

/** The activities of a lead and the open tasks among them, counted up to `MAX_ACTIVITIES`. Requires the lead's lock. */
export const countActivities = (accountId: string, leadId: string) =>
  map(
    readRow<{ readonly all: number; readonly open: number }>(COUNT_ACTIVITIES, [accountId, leadId]),
    (row) => row ?? { all: 0, open: 0 },
  );

const UPDATE_ACTIVITY = prepared(
  'update_activity',
  `update activities set text = $3, reached = $4, due_at = $5, done_at = $6 where account_id = $1 and id = $2`,
);

export type ActivityState = Pick<Activity, 'text' | 'reached' | 'dueAt' | 'doneAt'>;

export const updateActivity = (accountId: string, id: string, { text, reached, dueAt, doneAt }: ActivityState) =>
  publishing(write(UPDATE_ACTIVITY, [accountId, id, text, reached, dueAt, doneAt]), 'activity', id);

const DELETE_ACTIVITY = prepared('delete_activity', `delete from activities where account_id = $1 and id = $2`);

export const deleteActivity = (accountId: string, id: string) =>
  publishing(write(DELETE_ACTIVITY, [accountId, id]), 'activity', id);

const VIEW_ACTIVITY = prepared(
  'view_activity',
  `select ${ACTIVITY_JSON} as activity from activities a where a.account_id = $1 and a.id = $2`,
);

/** Requires the lock of its lead. */
export const viewActivity = (accountId: string, id: string) =>
  map(readRow<{ activity: ActivityView }>(VIEW_ACTIVITY, [accountId, id]), (row) => {
    if (!row) throw new Error('an activity vanished under the lock of its lead');
    return row.activity;
  });

const VIEW_SEEN_ACTIVITY = prepared(
  'view_seen_activity',
  `select ${ACTIVITY_JSON} as activity from activities a
   where a.account_id = $1 and a.id = $2
     and (select ${isSeen('l', '$3')} from leads l where l.account_id = $1 and l.id = a.lead_id)`,
);

/** Undefined for an activity of a lead that the viewer may not see. */
export const viewSeenActivity = (accountId: string, viewer: Viewer, id: string) =>
  map(
    readRow<{ activity: ActivityView }>(VIEW_SEEN_ACTIVITY, [accountId, id, viewerId(viewer)]),
    (row) => row?.activity,
  );
