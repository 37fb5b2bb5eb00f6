import { AUTOMATION_ACTION } from './pipeline';
import { OWNER_DEAL } from './deal';
import { MAX_BOARD_LEADS } from './limits';
import { RESPONSIBLE } from './members/member';
import { ORIGINS } from './origin';
import {
  COUNT,
  FLAG,
  ID,
  listOf,
  MOMENT,
  MONEY,
  named,
  object,
  type Of,
  oneOf,
  orNull,
  PHONE_DIGITS,
  shape,
  TEXT,
  described,
} from './document/shape';

/** What an automation will do with a deal unless its lead changes first. */
const NEXT_AUTOMATION = named(
  'NextAutomation',
  object({
    automation_id: ID,
    action: AUTOMATION_ACTION,
    at: described(MOMENT, 'When it is due; a run follows within minutes.'),
  }),
);
export type NextAutomation = Of<typeof NEXT_AUTOMATION>;

const BOARD_CARD = named(
  'BoardCard',
  object({
    deal: OWNER_DEAL,
    lead: object({
      id: ID,
      name: orNull(TEXT),
      phone: PHONE_DIGITS,
      tags: listOf(TEXT),
      origin: oneOf(ORIGINS),
      responsible: RESPONSIBLE,
    }),
    updated_at: described(MOMENT, 'Of the lead.'),
    returned_at: described(orNull(MOMENT), 'Of a lead in `returned` of GET /today: its last submission.'),
    next_contact: described(
      orNull(MOMENT),
      'The first open task of the lead, overdue too, or its next appointment from today on; null: none.',
    ),
    next_automation: orNull(NEXT_AUTOMATION),
  }),
);
export type BoardCard = Of<typeof BOARD_CARD>;

const BOARD_STAGE = named(
  'BoardStage',
  object({
    id: ID,
    name: TEXT,
    order: shape<number>({ type: 'integer', minimum: 1 }),
    is_entry: FLAG,
    is_won: FLAG,
    is_lost: FLAG,
    count: described(COUNT, 'Leads with a deal in the stage.'),
    is_count_complete: described(FLAG, 'False when there may be more leads than were counted.'),
    value: described(orNull(MONEY), 'Sum of the values of their deals in the stage; null when not all were counted.'),
    cards: described(
      listOf(BOARD_CARD),
      `The deals of the leads of this page, the last changed lead first; of one lead the newest ${MAX_BOARD_LEADS}.`,
    ),
    next_cursor: described(
      orNull(TEXT),
      'For the next page of this stage; null on the last. A page that the answer had no room for is empty.',
    ),
  }),
);
export type BoardStage = Of<typeof BOARD_STAGE>;

export const BOARD = named('Board', object({ id: ID, name: TEXT, stages: listOf(BOARD_STAGE) }));
export type Board = Of<typeof BOARD>;

/** What a column says besides its cards, also where the board has counted a part only. */
const STAGE_TOTAL = named(
  'StageTotal',
  object({
    id: ID,
    count: described(COUNT, 'Leads with a deal in the stage; at least this many where not all were counted.'),
    is_count_complete: described(FLAG, 'False when the stage has more deals than were read.'),
    value: described(orNull(MONEY), 'Sum of the values of their deals in the stage; null when not all were counted.'),
  }),
);
export type StageTotal = Of<typeof STAGE_TOTAL>;

export const BOARD_TOTALS = named('BoardTotals', object({ id: ID, stages: listOf(STAGE_TOTAL) }));
export type BoardTotals = Of<typeof BOARD_TOTALS>;
