import { Injectable } from '@nestjs/common';
import type { Metrics, Period } from '../contract/metrics';
import type { MetricsBreakdown, OriginOutcome } from '../contract/metrics-breakdown';
import { ApiError } from '../common/api-error';
import { missing } from '../common/missing';
import { idOf } from '../common/input/id.pipe';
import { Database } from '../database/database';
import type { MetricsQuery } from './metrics.dto';
import {
  countAttended,
  countClosed,
  countConversations,
  countScheduled,
  type DayCount,
  findSnapshot,
  findToday,
} from './metrics.queries';
import type { Transaction } from '../database/transaction';
import { countCampaigns, countOutcomes, findStageCounts } from './breakdown.queries';
import {
  countOwnAttended,
  countOwnCampaigns,
  countOwnClosed,
  countOwnConversations,
  countOwnOutcomes,
  countOwnScheduled,
  findOwnSnapshot,
  findOwnStageCounts,
} from './own-figures.queries';
import { periodOf, periodProblem } from './period';

export interface Measured {
  readonly id: string;
  readonly planAutoOrigin: boolean;
}

/** The seller whose figures are meant; null: all figures of the account. */
export type Seller = string | null;

/** Aggregated numbers of an account, without personal data. */
@Injectable()
export class MetricsService {
  constructor(private readonly database: Database) {}

  /**
   * Numbers as of one moment: of the account, or of one seller. Throws 422 for a bad period, `not_found` for a pipeline that the account
   * lacks.
   */
  measure(account: Measured, seller: Seller, query: MetricsQuery): Promise<Metrics> {
    return this.database.snapshot(async (tx) => {
      const period = await periodAsked(tx, query);
      const pipelineId = query.pipeline_id === undefined ? null : idOf(query.pipeline_id);
      const [counts, scheduled, closed, attended, pipeline] = await tx.commit(
        seller === null
          ? [
              countConversations(account.id, period),
              countScheduled(account.id, period),
              countClosed(account.id, period),
              countAttended(account.id, period),
              findSnapshot(account.id, pipelineId),
            ]
          : [
              countOwnConversations(account.id, seller, period),
              countOwnScheduled(account.id, seller, period),
              countOwnClosed(account.id, seller, period),
              countOwnAttended(account.id, seller, period),
              findOwnSnapshot(account.id, seller, pipelineId),
            ],
      );
      if (!pipeline) throw missing('pipeline');
      return {
        period,
        leads: counts.reduce((sum, { leads }) => sum + leads, 0),
        scheduled,
        closed,
        attended,
        daily: total(counts, ({ day }) => day).map(([date, leads]) => ({ date, leads })),
        ...(account.planAutoOrigin && { by_origin: byOrigin(counts) }),
        pipeline,
      };
    });
  }

  /** Outcomes of the contacts of a period. Throws as `measure`. */
  breakDown(account: Measured, seller: Seller, query: MetricsQuery): Promise<MetricsBreakdown> {
    return this.database.snapshot(async (tx) => {
      const period = await periodAsked(tx, query);
      const pipelineId = query.pipeline_id === undefined ? null : idOf(query.pipeline_id);
      const showsOrigins = account.planAutoOrigin;
      const [pipeline, counts, outcomes, campaigns] = await tx.commit(
        seller === null
          ? [
              findStageCounts(account.id, pipelineId, period),
              showsOrigins ? countConversations(account.id, period) : undefined,
              showsOrigins ? countOutcomes(account.id, period) : undefined,
              showsOrigins ? countCampaigns(account.id, period) : undefined,
            ]
          : [
              findOwnStageCounts(account.id, seller, pipelineId, period),
              showsOrigins ? countOwnConversations(account.id, seller, period) : undefined,
              showsOrigins ? countOwnOutcomes(account.id, seller, period) : undefined,
              showsOrigins ? countOwnCampaigns(account.id, seller, period) : undefined,
            ],
      );
      if (!pipeline) throw missing('pipeline');
      return {
        period,
        ...(counts && outcomes && { by_origin: outcomesOf(counts, outcomes) }),
        ...(campaigns && { campaigns }),
        pipeline,
      };
    });
  }
}

/** Throws 422 for a bad period. */
export async function periodAsked(tx: Transaction, query: MetricsQuery): Promise<Period> {
  const today = query.to === undefined ? await tx.send(findToday()) : query.to;
  const period = periodOf(query, today);
  const problem = periodProblem(period);
  if (problem) throw ApiError.invalid([problem]);
  return period;
}

/** Origins with their contacts and outcomes; most contacts first, then by name. */
function outcomesOf(counts: readonly DayCount[], outcomes: readonly Omit<OriginOutcome, 'leads'>[]): OriginOutcome[] {
  const found = new Map(outcomes.map((one) => [one.origin, one]));
  return (byOrigin(counts) ?? []).map(({ origin, leads }) => {
    const { won = 0, lost = 0 } = found.get(origin) ?? {};
    return { origin, leads, won, lost };
  });
}

function total<Key>(counts: readonly DayCount[], keyOf: (count: DayCount) => Key): [key: Key, leads: number][] {
  const sums = new Map<Key, number>();
  for (const count of counts) sums.set(keyOf(count), (sums.get(keyOf(count)) ?? 0) + count.leads);
  return [...sums];
}

/** Most leads first, then by name. */
const byOrigin = (counts: readonly DayCount[]): Metrics['by_origin'] =>
  total(counts, ({ origin }) => origin)
    .map(([origin, leads]) => ({ origin, leads }))
    .sort((a, b) => b.leads - a.leads || (a.origin < b.origin ? -1 : 1));
