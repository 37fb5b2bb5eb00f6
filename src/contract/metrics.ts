import { ORIGINS } from './origin';
import {
  COUNT,
  DAY,
  ID,
  listOf,
  named,
  object,
  type Of,
  oneOf,
  optional,
  orNull,
  TEXT,
  described,
} from './document/shape';

/** Brasília days, both included. */
export const PERIOD = object({ from: DAY, to: DAY });
export type Period = Of<typeof PERIOD>;

/** The open deals of a pipeline's stages as of now. */
const SNAPSHOT = object({
  id: ID,
  name: TEXT,
  stages: listOf(object({ id: ID, name: TEXT, open_deals: COUNT })),
});
export type Snapshot = Of<typeof SNAPSHOT>;

/** The metrics object of the specification's section 4. */
export const METRICS = named(
  'Metrics',
  object({
    period: PERIOD,
    leads: described(COUNT, 'Conversations that began in the period, whatever the channel.'),
    scheduled: described(orNull(COUNT), 'Of these, in a scheduling stage now; null without such a stage.'),
    closed: described(orNull(COUNT), 'Of these, in a sale stage or one with a value now; null without such a stage.'),
    attended: described(COUNT, 'Appointments of the period with attendance.'),
    daily: listOf(object({ date: DAY, leads: COUNT })),
    by_origin: optional(listOf(object({ origin: oneOf(ORIGINS), leads: COUNT }))),
    pipeline: SNAPSHOT,
  }),
);
export type Metrics = Of<typeof METRICS>;
