import { ID, MOMENT, named, object, type Of, oneOf, optional, shape, TEXT } from './document/shape';

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
