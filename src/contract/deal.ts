import {
  eitherOf,
  FLAG,
  ID,
  listOf,
  MOMENT,
  MONEY,
  named,
  object,
  type Of,
  oneOf,
  optional,
  orNull,
  TEXT,
  COUNT,
  described,
} from './document/shape';
import { MEMBER_NAME } from './members/member';

/** `stage`: the stage of the deal became one of another kind, or its deals were moved so that it can be deleted. */
const MOVER_KINDS = ['api', 'staff', 'automation', 'stage'] as const;
export type MoverKind = (typeof MOVER_KINDS)[number];

const DEAL_FIELDS = {
  id: ID,
  pipeline_id: ID,
  stage_id: ID,
  status: oneOf(['open']),
  value: described(orNull(MONEY), 'Expected value in reais, not a closed sale.'),
  entered_stage_at: MOMENT,
  created_at: MOMENT,
};

/** A deal (specification, section 2). */
export const DEAL = named('Deal', object(DEAL_FIELDS));
export type DealView = Of<typeof DEAL>;

/** A deal with how it ended, in the admin API alone. */
export const OWNER_DEAL = named(
  'OwnerDeal',
  object({
    ...DEAL_FIELDS,
    closed_value: described(orNull(MONEY), 'Reais, of a won deal, where known.'),
    closed_at: described(orNull(MOMENT), 'When it was won or lost.'),
    lost_reason: orNull(TEXT),
    closed_by: described(orNull(MEMBER_NAME), 'The member who was responsible when it was won or lost.'),
  }),
);
export type OwnerDeal = Of<typeof OWNER_DEAL>;

/** How a deal ended, without the reason of a loss. */
const CLOSING_FIELDS = { is_won: FLAG, closed_value: orNull(MONEY), closed_at: MOMENT };
export const CLOSING_FIGURES = object(CLOSING_FIELDS);
export type ClosingFigures = Of<typeof CLOSING_FIGURES>;

const ENDING = object({ ...CLOSING_FIELDS, lost_reason: orNull(TEXT) });
export type Ending = Of<typeof ENDING>;

const CHANGE_FIELDS = { deal_id: ID, changed_by: oneOf(MOVER_KINDS), key_id: orNull(ID) };

/** A change of a deal's expected value, in reais. */
export const VALUE_CHANGE_FIELDS = { ...CHANGE_FIELDS, before: orNull(MONEY), after: orNull(MONEY) };

/** A change of how a deal ended. */
export const CLOSING_CHANGE_FIELDS = {
  ...CHANGE_FIELDS,
  before: ENDING,
  after: described(orNull(ENDING), 'Null where the deal goes on.'),
};

const VALUE_OR_CLOSING = ['value', 'closing'] as const;

/** A stored change, with figures or an ending before and after. */
const KEPT_CHANGE_FIELDS = {
  id: ID,
  lead_id: ID,
  deal_id: ID,
  changed_at: MOMENT,
  field: oneOf(VALUE_OR_CLOSING),
  before: described(orNull(eitherOf(MONEY, CLOSING_FIGURES)), 'Reais of a value, or how the deal ended.'),
  after: orNull(eitherOf(MONEY, CLOSING_FIGURES)),
  before_reason: described(orNull(TEXT), 'Why the deal had been lost.'),
  after_reason: orNull(TEXT),
};

/** A change of a deal in the export of a member, who made it. */
export const CHANGED_DEAL = object(KEPT_CHANGE_FIELDS);
export type ChangedDeal = Of<typeof CHANGED_DEAL>;

/** A change of a deal in the export of a person. */
export const KEPT_DEAL_CHANGE = object({
  ...KEPT_CHANGE_FIELDS,
  changed_by: oneOf(MOVER_KINDS),
  key_id: orNull(ID),
  member_id: orNull(ID),
});
export type KeptDealChange = Of<typeof KEPT_DEAL_CHANGE>;

/** Answer to a move; `changed` is false when the deal was in the stage already. */
export const MOVED_DEAL = object({ changed: FLAG, deal: DEAL });
export type MovedDeal = Of<typeof MOVED_DEAL>;

/** Answer to a move of all deals of a stage, of which each call moves some. */
export const MOVED_STAGE = object({
  moved: described(COUNT, 'Deals that this call moved.'),
  has_more: described(FLAG, 'Whether deals are left in the stage.'),
});
export type MovedStage = Of<typeof MOVED_STAGE>;

export const MOVE_FIELDS = {
  deal_id: ID,
  from_stage_id: ID,
  to_stage_id: ID,
  moved_by: oneOf(MOVER_KINDS),
  key_id: orNull(ID),
};

/** History of a lead's deals, the oldest move first. */
export const STAGE_HISTORY = listOf(
  object({
    ...MOVE_FIELDS,
    moved_at: MOMENT,
    reason: optional(described(orNull(TEXT), 'Why the deal was lost; absent in the records of older merges.')),
    left_reason: optional(described(orNull(TEXT), 'Why the deal had been lost that left; absent in the same records.')),
  }),
);
