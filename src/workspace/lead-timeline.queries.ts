import { isSeen, type Viewer } from '../accounts/members/viewer';
import type { TimelineEntry } from '../contract/timeline';
import { prepared, readRow } from '../database/query';
import { idsOfConversation } from '../leads/intake/ledger.queries';
import { memberName, timestamp } from '../leads/record/lead.view';
import type { NotedSubmission, TimelinePosition } from './timeline-notes';

/** Entries of one type as `at`, `id` and JSON: before the position $3, $4, the newest $5. */
const entriesOf = (type: string, at: string, id: string, fields: string, from: string): string => `
  (select ${at} as at, ${id} as id, json_build_object(
     'id', ${id}, 'at', ${timestamp(at)}, 'type', '${type}', '${type}', json_build_object(${fields})) as entry
   from ${from} and (${at}, ${id}) < ($3::timestamptz, $4::uuid) order by 1 desc, 2 desc limit $5)`;

/** Submissions of the lead: by its conversation, or applied to it by the owner. */
const SUBMISSIONS = entriesOf(
  'submission',
  's.created_at',
  's.id',
  `'key_id', s.key_id, 'result', s.result, 'pipeline_id', s.pipeline_id`,
  `(select unnest(${idsOfConversation('(select l.conversation_id from leads l where l.account_id = $1 and l.id = $2)')}) as id
    union select h.submission_id from held_submissions h where h.account_id = $1 and h.lead_id = $2) i
   cross join lateral (select s.* from submissions s where s.account_id = $1 and s.id = i.id limit 1) s
   where s.lead_id = $2`,
);

const MOVES = entriesOf(
  'move',
  'm.moved_at',
  'm.id',
  `'deal_id', m.deal_id, 'from_stage_id', m.from_stage_id, 'to_stage_id', m.to_stage_id, 'moved_by', m.moved_by,
   'key_id', m.key_id, 'member', ${memberName('m.member_id')}, 'reason', m.reason`,
  'stage_moves m where m.account_id = $1 and m.lead_id = $2',
);

const APPOINTMENTS = entriesOf(
  'appointment',
  'a.starts_at',
  'a.id',
  `'attended', a.attended, 'missed', a.missed, 'text', a.text, 'member', ${memberName('a.member_id')}`,
  'appointments a where a.account_id = $1 and a.lead_id = $2',
);

const ACTIVITIES = entriesOf(
  'activity',
  'a.at',
  'a.id',
  `'type', a.type, 'text', a.text, 'reached', a.reached, 'due_at', ${timestamp('a.due_at')},
   'done_at', ${timestamp('a.done_at')}, 'author', ${memberName('a.member_id')}`,
  'activities a where a.account_id = $1 and a.lead_id = $2',
);

const ASSIGNMENTS = entriesOf(
  'assignment',
  'g.assigned_at',
  'g.id',
  `'from', ${memberName('g.from_member_id')}, 'to', ${memberName('g.to_member_id')}, 'assigned_by', g.assigned_by,
   'member', ${memberName('g.member_id')}`,
  'lead_assignments g where g.account_id = $1 and g.lead_id = $2',
);

const MERGES = entriesOf(
  'merge',
  'g.merged_at',
  'g.id',
  `'merged_lead_id', g.merged_lead_id`,
  'lead_merges g where g.account_id = $1 and g.lead_id = $2',
);

/**
 * Runs that tagged or reminded; moves are separate entries. Each is found by its key: rule, deal, moment. Rules can only have run in
 * stages of the deal's history, so other rules are not read.
 */
const RUNS = entriesOf(
  'automation',
  'r.ran_at',
  'r.id',
  `'automation_id', r.automation_id, 'deal_id', r.deal_id, 'action', r.action`,
  `(select o.ran_at, o.automation_id, o.deal_id, a.action,
           md5(o.automation_id::text || o.deal_id::text || o.entered_stage_at::text)::uuid as id
    from deals d
    cross join lateral (select d.stage_id as id
                        union select v.from_stage_id from stage_moves v
                              where v.account_id = $1 and v.lead_id = $2 and v.deal_id = d.id) t
    cross join lateral (select b.id, b.action from automations b
                        where b.account_id = $1 and b.stage_id = t.id and b.action <> 'move' offset 0) a
    cross join lateral (select f.* from automation_runs f
                        where f.account_id = $1 and f.automation_id = a.id and f.deal_id = d.id offset 0) o
    where d.account_id = $1 and d.lead_id = $2) r
   where true`,
);

/** Submissions with a note, and where in the record it began. A record of 2,000 characters has fewer notes than are read. */
const NOTED = `
  select json_build_object('at', ${timestamp('s.created_at')}, 'noteAt', s.note_at)
  from (select unnest(${idsOfConversation('l.conversation_id')}) as id) i
  cross join lateral (select f.created_at, f.note_at, f.lead_id from submissions f
                      where f.account_id = $1 and f.id = i.id limit 1) s
  where s.lead_id = $2 and s.note_at is not null
  order by s.created_at desc limit 100`;

const LEAD_TIMELINE = prepared(
  'lead_timeline',
  `select l.notes, l.created_at as "createdAt", array(${NOTED}) as noted,
          array(select x.entry from (${[SUBMISSIONS, MOVES, APPOINTMENTS, ACTIVITIES, ASSIGNMENTS, MERGES, RUNS].join(' union all ')}) x
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
) => readRow<FoundTimeline>(LEAD_TIMELINE, [accountId, leadId, at, id, count, viewer]);
