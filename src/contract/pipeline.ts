import {
  FLAG,
  ID,
  listOf,
  MONEY,
  named,
  object,
  type Of,
  orNull,
  shape,
  TEXT,
  described,
  MOMENT,
  oneOf,
  optional,
} from './document/shape';

const STAGE_FIELDS = {
  id: ID,
  name: TEXT,
  order: shape<number>({ type: 'integer', minimum: 1 }),
};

const STAGE_FLAGS = ['is_entry', 'is_won', 'is_lost', 'is_scheduling', 'is_sale'] as const;
export type StageFlag = (typeof STAGE_FLAGS)[number];

/** A stage in the partner API (specification, section 2). */
export const STAGE = named(
  'Stage',
  object({ ...STAGE_FIELDS, is_entry: described(FLAG, 'Where a new lead is placed.'), is_won: FLAG, is_lost: FLAG }),
);
export type StageView = Of<typeof STAGE>;

export const PIPELINE = named(
  'Pipeline',
  object({
    id: ID,
    name: TEXT,
    is_default: described(FLAG, 'The default pipeline is listed first.'),
    stages: listOf(STAGE),
  }),
);
export type PipelineView = Of<typeof PIPELINE>;

/** A stage for its owner, with the flags for metrics. */
export const OWNER_STAGE = named(
  'OwnerStage',
  object({
    ...STAGE_FIELDS,
    ...(Object.fromEntries(STAGE_FLAGS.map((flag) => [flag, FLAG])) as Record<StageFlag, typeof FLAG>),
    value: orNull(MONEY),
  }),
);
export type OwnerStageView = Of<typeof OWNER_STAGE>;

export const OWNER_PIPELINE = named(
  'OwnerPipeline',
  object({
    id: ID,
    name: TEXT,
    is_default: FLAG,
    rota: described(listOf(ID), 'The members who get new leads of the pipeline in turn; their order means nothing.'),
    stages: listOf(OWNER_STAGE),
  }),
);
export type OwnerPipelineView = Of<typeof OWNER_PIPELINE>;

export const AUTOMATION_ACTIONS = ['add_tag', 'move', 'notify'] as const;
export type AutomationAction = (typeof AUTOMATION_ACTIONS)[number];

export const AUTOMATION_ACTION = object({
  type: oneOf(AUTOMATION_ACTIONS),
  tag: optional(TEXT),
  stage_id: optional(ID),
});

/** A rule for deals that stay idle in a stage. */
export const AUTOMATION = named(
  'Automation',
  object({
    id: ID,
    stage_id: ID,
    idle_days: shape<number>({ type: 'integer', minimum: 1 }),
    action: AUTOMATION_ACTION,
    created_at: MOMENT,
  }),
);
export type AutomationView = Of<typeof AUTOMATION>;
