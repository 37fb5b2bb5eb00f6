import { isSeen, type Viewer, viewerId } from '../../accounts/actor';
import type { ActivityView, ListedActivity } from '../../contract/day/activity';
import { MAX_ACTIVITIES } from '../../contract/limits';
import { inOrder, inserted, propertiesOf, selection } from '../../database/columns';
import { map, prepared, readRow, publishing, write } from '../../database/query';
import { Activity } from '../record/activity.entity';
import { jsonOf, listedJsonOf, type SqlOf } from '../../database/sql-json';
import { memberName, timestamp } from '../record/lead.view';
import { findLeadOf } from '../record/leads.queries';

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
