import {
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
  described,
} from './document/shape';
import { MEMBER_NAME } from './members/member';

const MOVER_KINDS = ['api', 'staff', 'automation'] as const;
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

/** Answer to a move; `changed` is false when the deal was in the stage already. */
export const MOVED_DEAL = object({ changed: FLAG, deal: DEAL });
export type MovedDeal = Of<typeof MOVED_DEAL>;

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
