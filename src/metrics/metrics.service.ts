import { Injectable } from '@nestjs/common';
import { ApiError } from '../common/api-error';
import { idOf } from '../common/id.pipe';
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
  type Snapshot,
} from './metrics.queries';
import { type Period, periodOf, periodProblem } from './period';

/** The metrics object of the specification's section 4. */
export interface Metrics {
  readonly period: Period;
  readonly leads: number;
  readonly scheduled: number | null;
  readonly closed: number | null;
  readonly attended: number;
  readonly daily: readonly { readonly date: string; readonly leads: number }[];
  readonly by_origin?: readonly { readonly origin: string; readonly leads: number }[];
  readonly pipeline: Snapshot;
}

/** Aggregated numbers of an account; they hold no personal data. */
@Injectable()
export class MetricsService {
  constructor(private readonly database: Database) {}

  /** All numbers as of one moment. Throws 422 for a bad period, `not_found` for a pipeline that the account lacks. */
  measure(account: { readonly id: string; readonly planAutoOrigin: boolean }, query: MetricsQuery): Promise<Metrics> {
    return this.database.snapshot(async (tx) => {
      const today = query.to === undefined ? await tx.send(findToday()) : query.to;
      const period = periodOf(query, today);
      const problem = periodProblem(period);
      if (problem) throw ApiError.invalid([problem]);
      const pipelineId = query.pipeline_id === undefined ? null : idOf(query.pipeline_id);
      const [counts, scheduled, closed, attended, pipeline] = await tx.commit([
        countConversations(account.id, period),
        countScheduled(account.id, period),
        countClosed(account.id, period),
        countAttended(account.id, period),
        findSnapshot(account.id, pipelineId),
      ]);
      if (!pipeline) throw new ApiError('not_found');
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
}

/** The sums under each key, in the order in which the keys first come. */
function total(counts: readonly DayCount[], keyOf: (count: DayCount) => string): [key: string, leads: number][] {
  const sums = new Map<string, number>();
  for (const count of counts) sums.set(keyOf(count), (sums.get(keyOf(count)) ?? 0) + count.leads);
  return [...sums];
}

/** Most leads first, then by name. */
const byOrigin = (counts: readonly DayCount[]): { origin: string; leads: number }[] =>
  total(counts, ({ origin }) => origin)
    .map(([origin, leads]) => ({ origin, leads }))
    .sort((a, b) => b.leads - a.leads || (a.origin < b.origin ? -1 : 1));
