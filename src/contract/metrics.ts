import { MAX_BREAKDOWN_ROWS, MAX_CAMPAIGNS } from './limits';
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
  FLAG,
  MONEY,
  shape,
} from './document/shape';

/** Brasília days, both included. */
export const PERIOD = object({ from: DAY, to: DAY });
export type Period = Of<typeof PERIOD>;

/** What became of a contact: in which stages its deals are now. */
export const CONTACT_OUTCOMES = ['scheduled', 'closed', 'won', 'lost'] as const;
export type ContactOutcome = (typeof CONTACT_OUTCOMES)[number];

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

const OUTCOME = { leads: COUNT, won: COUNT, lost: COUNT };

/** Why GET /leads does not show what a figure counts. */
export const UNLISTED_BECAUSE = ['without_lead', 'erased', 'of_colleagues'] as const;
export type UnlistedBecause = (typeof UNLISTED_BECAUSE)[number];

const UNLISTED_COUNTS = named(
  'Unlisted',
  object({
    without_lead: described(COUNT, 'Contacts without a lead.'),
    erased: described(COUNT, 'Those of people who were erased.'),
    of_colleagues: described(COUNT, 'What a seller closed of leads that only a colleague sees now.'),
  }),
);
export type Unlisted = Of<typeof UNLISTED_COUNTS>;

/** Results of a period's contacts, for the owner. */
export const METRICS_BREAKDOWN = named(
  'MetricsBreakdown',
  object({
    period: PERIOD,
    by_origin: optional(
      described(
        listOf(object({ origin: oneOf(ORIGINS), ...OUTCOME })),
        'Contacts of the period, and how many of them have a deal in a won or in a lost stage now.',
      ),
    ),
    campaigns: optional(
      described(
        listOf(object({ source: orNull(TEXT), medium: orNull(TEXT), campaign: orNull(TEXT), ...OUTCOME })),
        `The ${MAX_CAMPAIGNS} campaigns with most leads, by the utm values of the leads of the period.`,
      ),
    ),
    pipeline: object({
      id: ID,
      name: TEXT,
      stages: described(
        listOf(
          object({
            id: ID,
            name: TEXT,
            is_won: FLAG,
            is_lost: FLAG,
            open_deals: described(COUNT, 'Deals that are in the stage now.'),
            value: described(MONEY, 'The sum of their values, in reais.'),
            deals_of_period: described(
              COUNT,
              'Of the deals of contacts of the period, those that are in the stage now.',
            ),
          }),
        ),
        'In their order.',
      ),
    }),
    attended: described(
      object({ appointments: COUNT, unlisted: UNLISTED_COUNTS }),
      'Appointments of the period with attendance, and how many of them no list of leads shows.',
    ),
  }),
);
export type MetricsBreakdown = Of<typeof METRICS_BREAKDOWN>;
export const BROKEN_DOWN_BY = ['origin', 'campaign', 'source', 'stage', 'member', 'loss_reason'] as const;
export type BrokenDownBy = (typeof BROKEN_DOWN_BY)[number];

const AMOUNT = shape<number>({ type: 'number', minimum: 0 });

const FIGURES = {
  leads: described(COUNT, 'Contacts of the period; by reason, leads with a loss.'),
  won: described(COUNT, 'Deals won in the period, also without a value.'),
  sold: described(MONEY, 'The sum of those with a value, in reais.'),
  average: described(orNull(MONEY), 'Of those with a value.'),
  lost: described(COUNT, 'Deals lost in the period.'),
  median_days_to_close: described(orNull(AMOUNT), 'From the making of a deal to its winning.'),
  median_minutes_to_contact: described(
    orNull(AMOUNT),
    'From the arrival of a lead by partner API, chat or form to the first activity, move or appointment by a person.',
  ),
  unlisted: described(
    object({
      leads: UNLISTED_COUNTS,
      won: UNLISTED_COUNTS,
      lost: UNLISTED_COUNTS,
      sold: described(MONEY, 'The sum of the won ones among them, in reais.'),
    }),
    'What no list of leads shows of these figures.',
  ),
};
const TOTAL = object(FIGURES);
export type BreakdownTotal = Of<typeof TOTAL>;

const BREAKDOWN_ROW = named(
  'BreakdownRow',
  object({
    key: described(
      orNull(TEXT),
      'Of an origin, campaign or reason its text, of a source, stage or member the id; null for none.',
    ),
    name: TEXT,
    ...FIGURES,
  }),
);
export type BreakdownRow = Of<typeof BREAKDOWN_ROW>;

/** Results of a period by a key: what came in it, and what ended in it. */
export const METRICS_ROWS = named(
  'MetricsRows',
  object({
    period: PERIOD,
    rows: described(listOf(BREAKDOWN_ROW), `Most sold first, at most ${MAX_BREAKDOWN_ROWS}.`),
    total: TOTAL,
  }),
);
export type MetricsRows = Of<typeof METRICS_ROWS>;

export type CampaignCount = NonNullable<MetricsBreakdown['campaigns']>[number];
export type OriginOutcome = NonNullable<MetricsBreakdown['by_origin']>[number];
