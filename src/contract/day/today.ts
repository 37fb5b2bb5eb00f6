import { CUT, LISTED_ACTIVITY } from './activity';
import { APPOINTMENT } from './appointment';
import {
  COUNT,
  FLAG,
  listOf,
  MOMENT,
  named,
  object,
  type Of,
  optional,
  orNull,
  type Shape,
  TEXT,
  described,
} from '../document/shape';
import { OWNER_LEAD, OWNER_LEAD_FIELDS, type OwnerLead } from '../lead';
import { MAX_DAY_COUNT, MAX_DAY_LEADS, MAX_LISTED_TASKS, NEW_LEAD_DAYS } from '../limits';

/** Lists of the day that GET /leads has page by page. */
export const DAY_LISTS = ['new', 'returned', 'due', 'idle'] as const;
export type DayList = (typeof DAY_LISTS)[number];

const TASKS = described(listOf(LISTED_ACTIVITY), `Open and due until the end of today; the first ${MAX_LISTED_TASKS}.`);
const TASKS_COUNT = described(COUNT, 'All open tasks that are due until the end of today.');
const DUE_LEAD = named('DueLead', object({ ...OWNER_LEAD_FIELDS, tasks: TASKS, tasks_count: TASKS_COUNT }));
const MET_LEAD = named(
  'MetLead',
  object({
    ...OWNER_LEAD_FIELDS,
    appointment: described(APPOINTMENT, 'The next one of today, or the first where all are over.'),
  }),
);
const SENT_FIELDS = {
  name: orNull(TEXT),
  email: orNull(TEXT),
  notes: orNull(TEXT),
  campaign: described(orNull(TEXT), 'Its `utm_campaign`.'),
};
export const SENT = object(SENT_FIELDS);
/** What somebody who came back has sent. */
export type Sent = Of<typeof SENT>;
const RETURNED_AT = described(MOMENT, 'The last submission, which is later than all that people did for the lead.');
const LISTED_SENT = described(
  object({ ...SENT_FIELDS, cut: CUT }),
  'What the last submission had; `notes` and `campaign` of at most 200 code points, with `cut`.',
);
const RETURNED_LEAD = named(
  'ReturnedLead',
  object({ ...OWNER_LEAD_FIELDS, returned_at: RETURNED_AT, sent: LISTED_SENT }),
);
const IDLE_LEAD = named('IdleLead', object({ ...OWNER_LEAD_FIELDS, idle_since: MOMENT }));

/** A lead in a list of leads; with what a list of the day is about. */
export const LISTED_LEAD = named(
  'ListedLead',
  object({
    ...OWNER_LEAD_FIELDS,
    tasks: optional(
      described(TASKS, `With \`today=due\`: open and due until the end of today; the first ${MAX_LISTED_TASKS}.`),
    ),
    tasks_count: optional(
      described(TASKS_COUNT, 'With `today=due`: all open tasks that are due until the end of today.'),
    ),
    returned_at: optional(described(RETURNED_AT, 'With `today=returned`: the last submission.')),
    sent: optional(described(LISTED_SENT, 'With `today=returned`: what the last submission had.')),
    idle_since: optional(described(MOMENT, 'With `today=idle`.')),
    next_contact: optional(
      described(
        orNull(MOMENT),
        'Without `today`: the first open task, overdue too, or the next appointment from today on; null: none.',
      ),
    ),
  }),
);
export type ListedLead = Of<typeof LISTED_LEAD>;

/** The leads of a list of the day. */
export interface DayLeads {
  readonly new: OwnerLead;
  readonly returned: Of<typeof RETURNED_LEAD>;
  readonly due: Of<typeof DUE_LEAD>;
  readonly appointments: Of<typeof MET_LEAD>;
  readonly idle: Of<typeof IDLE_LEAD>;
}

const listOfDay = <Lead>(lead: Shape<Lead>, what: string) =>
  described(
    object({
      count: described(COUNT, `At most ${MAX_DAY_COUNT}.`),
      is_count_complete: described(FLAG, 'False when there are more, or not all were looked at.'),
      leads: described(
        listOf(lead),
        `The first ${MAX_DAY_LEADS}, or as many as the answer has room for; GET /leads with \`today\` has all.`,
      ),
    }),
    what,
  );

/** What is to be done today, in Brasília; a lead is once in each list. */
export const TODAY = named(
  'Today',
  object({
    new: listOfDay(
      OWNER_LEAD,
      `Arrived by partner API, chat or form in the last ${NEW_LEAD_DAYS} days, and no activity, move or appointment by a person yet; oldest first.`,
    ),
    returned: listOfDay(
      RETURNED_LEAD,
      'With a submission later than the last thing that people did for the lead (an activity, appointment, move or new deal) or, where nobody did anything, than its first, in any stage; not those that are new. Who waits longest first.',
    ),
    due: listOfDay(DUE_LEAD, 'With open tasks that are due until the end of today, overdue first.'),
    appointments: listOfDay(MET_LEAD, 'With appointments today, by hour.'),
    idle: listOfDay(
      IDLE_LEAD,
      'With deals in stages neither won nor lost, without anything by a person for the account’s `idle_days`; longest first.',
    ),
    without_next_step: described(
      object({ count: COUNT, is_count_complete: described(FLAG, 'False when not all were looked at.') }),
      'Leads with a deal in a stage neither won nor lost, and no open task and no appointment from today on; GET /leads with `without_next_step=true` has them.',
    ),
  }),
);
export type Today = Of<typeof TODAY>;
