import { PERIOD } from './metrics';
import { ORIGINS } from './origin';
import {
  COUNT,
  FLAG,
  ID,
  listOf,
  MONEY,
  named,
  object,
  type Of,
  oneOf,
  optional,
  orNull,
  TEXT,
  told,
} from './document/shape';

const OUTCOME = { leads: COUNT, won: COUNT, lost: COUNT };

/** Results of a period's contacts, for the owner. */
export const METRICS_BREAKDOWN = named(
  'MetricsBreakdown',
  object({
    period: PERIOD,
    by_origin: optional(
      told(
        listOf(object({ origin: oneOf(ORIGINS), ...OUTCOME })),
        'Contacts of the period, and how many of them have a deal in a won or in a lost stage now.',
      ),
    ),
    campaigns: optional(
      told(
        listOf(object({ source: orNull(TEXT), medium: orNull(TEXT), campaign: orNull(TEXT), ...OUTCOME })),
        'The twenty campaigns with most leads, by the utm values of the leads of the period.',
      ),
    ),
    pipeline: object({
      id: ID,
      name: TEXT,
      stages: told(
        listOf(
          object({
            id: ID,
            name: TEXT,
            is_won: FLAG,
            is_lost: FLAG,
            open_deals: told(COUNT, 'Deals that are in the stage now.'),
            value: told(MONEY, 'The sum of their values, in reais.'),
            deals_of_period: told(COUNT, 'Of the deals of contacts of the period, those that are in the stage now.'),
          }),
        ),
        'In their order.',
      ),
    }),
  }),
);
export type MetricsBreakdown = Of<typeof METRICS_BREAKDOWN>;
export type CampaignCount = NonNullable<MetricsBreakdown['campaigns']>[number];
export type OriginOutcome = NonNullable<MetricsBreakdown['by_origin']>[number];
