import { Injectable } from '@nestjs/common';
import type { Metrics, Period, MetricsBreakdown, BreakdownRow, BrokenDownBy, MetricsRows } from '../contract/metrics';
import { type Origin, ORIGIN_WORDS } from '../contract/origin';
import type { Viewer } from '../accounts/actor';
import { ApiError, missing } from '../common/api-error';
import { idOf } from '../common/input/id.pipe';
import { SourceNames } from '../leads/record/source-names';
import { Database } from '../database/database';
import type { Priority } from '../database/fair-queue';
import type { Transaction } from '../database/transaction';
import { findBreakdown } from './breakdown-rows.queries';
import type { AccountMetricsQuery, MetricsQuery } from './metrics.dto';
import {
  countAttended,
  countListedAttended,
  countContacts,
  countOutcomes,
  type DayCount,
  findKinds,
  findSnapshot,
  findStageCounts,
  findToday,
} from './metrics.queries';
import { periodOf, periodProblem } from './period';
import { chooseScope, prepareFor, type Scope, WHOLE_ACCOUNT } from './scope.queries';

interface Measured {
  readonly id: string;
  readonly planAutoOrigin: boolean;
}

/** The seller whose figures are meant; null: all figures of the account. */
export type SellerId = string | null;

/** Aggregated numbers of an account, without personal data. */
@Injectable()
export class MetricsService {
  /** Leads of a seller and contacts of a period from which on they are joined instead of looked up one by one. */
  many = 10_000;

  constructor(
    private readonly database: Database,
    private readonly sources: SourceNames,
  ) {}

  /**
   * Numbers as of one moment: of the account, or of one seller. Throws 422 for a bad period, `not_found` for a pipeline that the account
   * lacks.
   */
  measure(
    { id, planAutoOrigin }: Measured,
    sellerId: SellerId,
    query: AccountMetricsQuery,
    leaving: AbortSignal,
    priority: Priority = 'console',
  ): Promise<Metrics> {
    return this.database.as(priority).snapshot(id, leaving, async (tx) => {
      const { period, scope } = await this.find(tx, id, sellerId, query);
      const [, kinds, { counts, scheduled, closed }, attended, pipeline] = await tx.commit([
        prepareFor(scope),
        findKinds(id),
        countContacts(id, scope, period),
        countAttended(id, scope, period),
        findSnapshot(id, scope, pipelineIdOf(query)),
      ]);
      if (!pipeline) throw missing('pipeline');
      return {
        period,
        leads: counts.reduce((sum, { leads }) => sum + leads, 0),
        scheduled: kinds?.canSchedule ? scheduled : null,
        closed: kinds?.canClose ? closed : null,
        attended,
        daily: total(counts, ({ day }) => day).map(([date, leads]) => ({ date, leads })),
        ...(planAutoOrigin && { by_origin: byOrigin(counts) }),
        pipeline,
      };
    });
  }

  /** Outcomes of the contacts of a period. Throws as `measure`. */
  breakDown(
    { id, planAutoOrigin }: Measured,
    sellerId: SellerId,
    query: AccountMetricsQuery,
    leaving: AbortSignal,
  ): Promise<MetricsBreakdown> {
    return this.database.snapshot(id, leaving, async (tx) => {
      const { period, scope } = await this.find(tx, id, sellerId, query);
      const [, pipeline, attended, outcomes] = await tx.commit([
        prepareFor(scope),
        findStageCounts(id, scope, pipelineIdOf(query), period),
        countListedAttended(id, scope, period),
        planAutoOrigin ? countOutcomes(id, scope, period) : undefined,
      ]);
      if (!pipeline) throw missing('pipeline');
      return {
        period,
        ...(outcomes && { by_origin: outcomes.origins, campaigns: outcomes.campaigns }),
        pipeline,
        attended,
      };
    });
  }

  /** What came in a period and what ended in it, by a key, with what the viewer's lists do not show. Throws 422 for a bad period. */
  breakDownBy(
    { id, planAutoOrigin }: Measured,
    viewer: Viewer,
    sellerId: SellerId,
    by: BrokenDownBy,
    query: AccountMetricsQuery,
    leaving: AbortSignal,
  ): Promise<MetricsRows> {
    const isHidden = !planAutoOrigin && (by === 'origin' || by === 'campaign');
    return this.database.snapshot(id, leaving, async (tx) => {
      const { period, scope } = await this.find(tx, id, sellerId, query);
      const [, found] = await tx.send([prepareFor(scope), findBreakdown(id, viewer, scope, by, period)]);
      const keys = by === 'source' ? found.rows.map(({ key }) => key) : [];
      const sources = await this.sources.find(id, keys, (names) => tx.send(names));
      const rows = found.rows.map(({ key, name, figures }) => ({
        key,
        name: nameOf(by, key, sources.get(key)?.name ?? name),
        ...figures,
      }));
      return { period, rows: isHidden ? [] : rows, total: found.total };
    });
  }

  /** The period of the query, and whose figures of it are counted. */
  private async find(tx: Transaction, accountId: string, sellerId: SellerId, query: AccountMetricsQuery) {
    const period = await findPeriod(tx, query);
    const ofSeller =
      sellerId === null ? WHOLE_ACCOUNT : await tx.send(chooseScope(accountId, sellerId, period, this.many));
    const scope: Scope = { ...ofSeller, withoutSpam: query.without_spam === 'true' };
    return { period, scope };
  }
}

const pipelineIdOf = ({ pipeline_id }: MetricsQuery): string | null =>
  pipeline_id === undefined ? null : idOf(pipeline_id);

/** Throws 422 for a bad period. */
async function findPeriod(tx: Transaction, query: MetricsQuery): Promise<Period> {
  const today = query.to === undefined ? await tx.send(findToday()) : query.to;
  const period = periodOf(query, today);
  const problem = periodProblem(period);
  if (problem) throw ApiError.invalid([problem]);
  return period;
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

/** Names of the row of what has no key, and of a stage that is gone. */
const NO_KEY: Record<BrokenDownBy, string> = {
  origin: 'Sem lead',
  campaign: 'Sem campanha',
  source: 'Sem fonte',
  stage: 'Sem negócio',
  member: 'Sem responsável',
  loss_reason: 'Sem motivo',
};
const GONE = 'Etapa excluída';

function nameOf(by: BrokenDownBy, key: BreakdownRow['key'], name: string | null): string {
  if (key === null) return NO_KEY[by];
  return by === 'origin' ? ORIGIN_WORDS[key as Origin] : (name ?? GONE);
}
