import { isSeen, type Viewer, viewerId } from '../accounts/actor';
import type { TimelineEntry } from '../contract/timeline';
import { prepared, readRow } from '../database/query';
import { anEndOfDays } from '../leads/intake/ledger.queries';
import { listedJsonOf } from '../database/sql-json';
import type { DealChange } from '../leads/record/deal.entity';
import { memberName, timestamp } from '../leads/record/lead.view';
import type { NotedSubmission, TimelinePosition } from './timeline-notes';

/** SQL: the moment and the id are before the position $3, $4. */
const isBefore = (at: string, id: string): string => `(${at}, ${id}) < ($3::timestamptz, $4::uuid)`;

/** Entries of one type as `at`, `id` and JSON: before the position, the newest $5. */
const entriesOf = (type: keyof TimelineEntry, at: string, id: string, json: string, from: string): string => `
  (select ${at} as at, ${id} as id, json_build_object(
     'id', ${id}, 'at', ${timestamp(at)}, 'type', '${type}', '${type}', ${json}) as entry
   from ${from} and ${isBefore(at, id)} order by 1 desc, 2 desc limit $5)`;

const CONVERSATION = '(select l.conversation_id from leads l where l.account_id = $1 and l.id = $2)';

/**
 * Days of the ledger before the position, newest first, until they have the entries of a page; the ledger has no index by lead. A day has
 * at most the submissions that an account may send in one.
 */
const DAYS = `(with recursive days (day, first, conversation_id, found) as (
    select least((${anEndOfDays('desc')}), ($3::timestamptz at time zone 'UTC')::date), (${anEndOfDays('asc')}),
           ${CONVERSATION}, 0::bigint
    union all
    select w.day - 1, w.first, w.conversation_id,
           w.found + (select count(*) from submissions s
                      where s.account_id = $1 and s.day = w.day and s.conversation_id = w.conversation_id and s.lead_id = $2
                        and ${isBefore('s.created_at', 's.id')})
    from days w where w.day >= w.first and w.found < $5)
  select w.day, w.conversation_id from days w where w.found < $5)`;

const SOURCE = `(select json_build_object('id', o.id, 'name', o.name) from sources o
  where o.account_id = $1 and o.id = s.source_id)`;

/** Submissions of the lead: by its conversation, or applied to it by the owner. */
const SUBMISSIONS = entriesOf(
  'submission',
  's.created_at',
  's.id',
  `json_build_object('key_id', s.key_id, 'source', ${SOURCE}, 'result', s.result, 'pipeline_id', s.pipeline_id, 'also_sent', s.also_sent)`,
  `(select f.* from ${DAYS} w
    cross join lateral (select e.* from submissions e
                        where e.account_id = $1 and e.day = w.day and e.conversation_id = w.conversation_id offset 0) f
    union all
    select f.* from held_submissions h
    cross join lateral (select e.* from submissions e where e.account_id = $1 and e.id = h.submission_id limit 1) f
    where h.account_id = $1 and h.lead_id = $2 and f.conversation_id is distinct from ${CONVERSATION}) s
   where s.lead_id = $2`,
);

const MOVES = entriesOf(
  'move',
  'm.moved_at',
  'm.id',
  `json_build_object('deal_id', m.deal_id, 'from_stage_id', m.from_stage_id, 'to_stage_id', m.to_stage_id, 'moved_by', m.moved_by,
   'key_id', m.key_id, 'member', ${memberName('m.member_id')}, 'reason', m.reason)`,
  'stage_moves m where m.account_id = $1 and m.lead_id = $2',
);

const LOST_REASON = (when: string): string => `case when c.${when} is not null then
  c.${when}::jsonb || jsonb_build_object('lost_reason', c.${when}_reason) end`;

const CHANGED_BY = `'deal_id', c.deal_id, 'changed_by', c.changed_by, 'key_id', c.key_id, 'member', ${memberName('c.member_id')}`;

const changesOf = (field: DealChange['field'], before: string, after: string): string =>
  entriesOf(
    field,
    'c.changed_at',
    'c.id',
    `json_build_object(${CHANGED_BY}, 'before', ${before}, 'after', ${after})`,
    `deal_changes c where c.account_id = $1 and c.lead_id = $2 and c.field = '${field}'`,
  );

const VALUES = changesOf('value', 'c.before', 'c.after');
const CLOSINGS = changesOf('closing', LOST_REASON('before'), LOST_REASON('after'));

const APPOINTMENTS = entriesOf(
  'appointment',
  'a.starts_at',
  'a.id',
  `json_build_object('minutes', a.minutes, 'attended', a.attended, 'missed', a.missed, 'text', a.text,
   'member', ${memberName('a.member_id')})`,
  'appointments a where a.account_id = $1 and a.lead_id = $2',
);

const ACTIVITIES = entriesOf(
  'activity',
  'a.at',
  'a.id',
  listedJsonOf<NonNullable<TimelineEntry['activity']>>({
    type: 'a.type',
    text: 'a.text',
    reached: 'a.reached',
    due_at: timestamp('a.due_at'),
    done_at: timestamp('a.done_at'),
    author: memberName('a.member_id'),
  }),
  'activities a where a.account_id = $1 and a.lead_id = $2',
);

const ASSIGNMENTS = entriesOf(
  'assignment',
  'g.assigned_at',
  'g.id',
  `json_build_object('from', ${memberName('g.from_member_id')}, 'to', ${memberName('g.to_member_id')}, 'assigned_by', g.assigned_by,
   'member', ${memberName('g.member_id')})`,
  'lead_assignments g where g.account_id = $1 and g.lead_id = $2',
);

const MERGES = entriesOf(
  'merge',
  'g.merged_at',
  'g.id',
  `json_build_object('merged_lead_id', g.merged_lead_id)`,
  'lead_merges g where g.account_id = $1 and g.lead_id = $2',
);

const RUN_ID = 'md5(f.automation_id::text || f.deal_id::text || f.entered_stage_at::text)::uuid';
const ACTION = '(select c.action from automations c where c.account_id = $1 and c.id = f.automation_id)';

/** Runs that tagged or reminded; moves are separate entries. Ties instead of an order by id, which the index does not have. */
const RUNS = entriesOf(
  'automation',
  'r.ran_at',
  'r.id',
  `json_build_object('automation_id', r.automation_id, 'deal_id', r.deal_id, 'action', r.action)`,
  `(select o.* from deals d
    cross join lateral (
      select f.ran_at, f.automation_id, f.deal_id, ${ACTION} as action, ${RUN_ID} as id
      from automation_runs f
      where f.account_id = $1 and f.deal_id = d.id and f.ran_at <= $3::timestamptz and ${isBefore('f.ran_at', RUN_ID)}
        and ${ACTION} <> 'move'
      order by f.ran_at desc fetch first ($5::int) rows with ties) o
    where d.account_id = $1 and d.lead_id = $2) r
   where true`,
);

/** SQL: the days, in UTC, on which notes of the record may have been submitted: the Brasília day of each marker, and the next. Text of a person may look like a marker, so a day need not exist. */
const DAYS_OF_NOTES = `(select distinct (make_date(m.day[1]::int, 1, 1) + make_interval(months => m.day[2]::int - 1, days => m.day[3]::int - 1 + n))::date as day
  from (select regexp_matches(l.notes, ' · ([1-9]\\d{3})-(\\d{2})-(\\d{2})\\] ', 'g') as day) m, generate_series(0, 1) n)`;

/** Submissions with a note, and where in the record it began. A record of 2,000 characters has fewer notes than are read. */
const NOTED = `
  select json_build_object('at', ${timestamp('s.created_at')}, 'noteAt', s.note_at)
  from (select f.id from ${DAYS_OF_NOTES} d
        cross join lateral (select e.id from submissions e
                            where e.account_id = $1 and e.day = d.day and e.conversation_id = l.conversation_id offset 0) f) i
  cross join lateral (select f.created_at, f.note_at, f.lead_id from submissions f
                      where f.account_id = $1 and f.id = i.id limit 1) s
  where s.lead_id = $2 and s.note_at is not null
  order by s.created_at desc limit 100`;

const LEAD_TIMELINE = prepared(
  'lead_timeline',
  `select l.notes, l.created_at as "createdAt", array(${NOTED}) as noted,
          array(select x.entry from (${[SUBMISSIONS, MOVES, VALUES, CLOSINGS, APPOINTMENTS, ACTIVITIES, ASSIGNMENTS, MERGES, RUNS].join(' union all ')}) x
                order by x.at desc, x.id desc limit $5) as entries
   from leads l where l.account_id = $1 and l.id = $2 and ${isSeen('l', '$6')}`,
);

interface FoundTimeline {
  /** The whole record; its entries have days, `noted` has moments. */
  readonly notes: string;
  readonly createdAt: Date;
  readonly noted: readonly NotedSubmission[];
  readonly entries: readonly TimelineEntry[];
}

/** Newest entries of a lead before a position, and its notes, as of one moment; undefined for a lead that the viewer lacks. */
export const findTimeline = (
  accountId: string,
  viewer: Viewer,
  leadId: string,
  { at, id }: TimelinePosition,
  count: number,
) => readRow<FoundTimeline>(LEAD_TIMELINE, [accountId, leadId, at, id, count, viewerId(viewer)]);
