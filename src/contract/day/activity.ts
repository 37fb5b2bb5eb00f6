import {
  FLAG,
  ID,
  MOMENT,
  named,
  object,
  type Of,
  oneOf,
  orNull,
  TEXT,
  described,
  only,
  optional,
} from '../document/shape';
import { MEMBER_NAME } from '../members/member';
import { MAX_LISTED_TEXT } from '../limits';

/** Beside a text in a list. The object itself has the text whole. */
export const CUT = optional(
  described(
    only(true),
    `The text is longer: these are its first ${MAX_LISTED_TEXT} characters. Absent for a whole text.`,
  ),
);

export const ACTIVITY_TYPES = ['note', 'call', 'message', 'visit', 'task'] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Activities that meet the person, or try to. */
export const CONTACT_TYPES: readonly ActivityType[] = ['call', 'message', 'visit'];

/** What an activity says besides its place in the timeline. */
export const ACTIVITY_FIELDS = {
  type: oneOf(ACTIVITY_TYPES),
  text: described(orNull(TEXT), 'Null once the person was erased.'),
  reached: described(orNull(FLAG), 'Of a call, message or visit: whether it met the person.'),
  due_at: described(orNull(MOMENT), 'Of a task.'),
  done_at: described(orNull(MOMENT), 'Of a task; null while it is open.'),
  author: described(orNull(MEMBER_NAME), 'Null: the back office.'),
};

const { author, ...FIELDS } = ACTIVITY_FIELDS;

/** An activity in the export of its author. */
export const WRITTEN_ACTIVITY = object({ id: ID, lead_id: ID, ...FIELDS, at: MOMENT });

/** What a person of the account did with a lead, wrote about it, or has to do. */
export const ACTIVITY = named('Activity', object({ id: ID, lead_id: ID, ...FIELDS, at: MOMENT, author }));
export type ActivityView = Of<typeof ACTIVITY>;

const LISTED_FIELDS = { id: ID, lead_id: ID, ...FIELDS, cut: CUT, at: MOMENT, author };

/** An activity in a list. */
export const LISTED_ACTIVITY = named('ListedActivity', object(LISTED_FIELDS));
export type ListedActivity = Of<typeof LISTED_ACTIVITY>;

/** An open task in a list, with whose it is. */
export const LISTED_TASK = named(
  'ListedTask',
  object({
    ...LISTED_FIELDS,
    lead: object({ name: orNull(TEXT), phone: TEXT, responsible_id: described(orNull(ID), 'Whose task it is.') }),
  }),
);
export type ListedTask = Of<typeof LISTED_TASK>;
