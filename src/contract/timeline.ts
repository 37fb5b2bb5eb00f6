import { ACTIVITY_FIELDS, CUT } from './day/activity';
import { MINUTES } from './day/appointment';
import { AUTOMATION_ACTIONS } from './pipeline';
import { CLOSING_CHANGE_FIELDS, MOVE_FIELDS, VALUE_CHANGE_FIELDS } from './deal';
import { SOURCE_NAME } from './source';
import { ASSIGNED_BY, MEMBER_NAME } from './members/member';
import { SUBMISSION_RESULTS, ALSO_SENT } from './submission';
import {
  DAY,
  FLAG,
  ID,
  MOMENT,
  named,
  object,
  type Of,
  oneOf,
  optional,
  orNull,
  TEXT,
  described,
} from './document/shape';

const TIMELINE_TYPES = [
  'submission',
  'note',
  'move',
  'value',
  'closing',
  'appointment',
  'merge',
  'automation',
  'assignment',
  'activity',
] as const;

const CHANGED_BY_MEMBER = described(orNull(MEMBER_NAME), 'Who made the change, where a member did.');

/** An event of a lead, with exactly the property that its type names. */
export const TIMELINE_ENTRY = named(
  'TimelineEntry',
  object({
    id: described(
      ID,
      'Of the submission, move, change of a deal, appointment, activity, merge or assignment; of a note or a run, one that is only known here.',
    ),
    at: described(
      MOMENT,
      'Of an appointment its beginning; of a note that of its submission, or the beginning of its Brasília day where none is known.',
    ),
    type: oneOf(TIMELINE_TYPES),
    submission: optional(
      object({
        key_id: orNull(ID),
        source: described(orNull(SOURCE_NAME), 'By which it came; null for a key or an import.'),
        result: oneOf(SUBMISSION_RESULTS),
        pipeline_id: orNull(ID),
        also_sent: orNull(ALSO_SENT),
      }),
    ),
    note: optional(
      object({
        text: TEXT,
        cut: CUT,
        author: described(
          orNull(TEXT),
          'The key, or the person in notes before 1.2; null for text that nobody is named for.',
        ),
        day: described(orNull(DAY), 'Null where no day is known: `at` is then the beginning of the lead.'),
      }),
    ),
    move: optional(
      object({
        ...MOVE_FIELDS,
        member: described(orNull(MEMBER_NAME), 'Who moved it, where a member did.'),
        reason: orNull(TEXT),
      }),
    ),
    value: optional(object({ ...VALUE_CHANGE_FIELDS, member: CHANGED_BY_MEMBER })),
    closing: optional(
      described(
        object({ ...CLOSING_CHANGE_FIELDS, member: CHANGED_BY_MEMBER }),
        'The end of a deal was corrected or undone. That it ended is a move.',
      ),
    ),
    appointment: optional(
      object({
        minutes: MINUTES,
        attended: FLAG,
        missed: FLAG,
        text: orNull(TEXT),
        member: described(orNull(MEMBER_NAME), 'Who has it.'),
      }),
    ),
    activity: optional(object({ ...ACTIVITY_FIELDS, cut: CUT })),
    assignment: optional(
      object({
        from: orNull(MEMBER_NAME),
        to: orNull(MEMBER_NAME),
        assigned_by: oneOf(ASSIGNED_BY),
        member: described(orNull(MEMBER_NAME), 'Who made it, where a person did.'),
      }),
    ),
    merge: optional(object({ merged_lead_id: ID })),
    automation: optional(object({ automation_id: ID, deal_id: ID, action: oneOf(AUTOMATION_ACTIONS) })),
  }),
);
export type TimelineEntry = Of<typeof TIMELINE_ENTRY>;
