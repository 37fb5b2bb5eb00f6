import { Injectable } from '@nestjs/common';
import type {
  Metrics,
  Period,
  MetricsBreakdown,
  OriginOutcome,
  BreakdownRow,
  BrokenDownBy,
  MetricsRows,
} from '../contract/metrics';
import { ApiError, missing } from '../common/api-error';
import { idOf } from '../common/input/id.pipe';
import { Database } from '../database/database';
import type { Priority } from '../database/fair-queue';
import type { MetricsQuery } from './metrics.dto';
import {
  countAttended,
  countClosed,
  countConversations,
  countScheduled,
  type DayCount,
  findKinds,
  findSnapshot,
  findToday,
  countCampaigns,
  countOutcomes,
  findStageCounts,
} from './metrics.queries';
import type { Transaction } from '../database/transaction';
import {
  chooseForm,
  countOwnAttended,
  countOwnContacts,
  countOwnOutcomes,
  findOwnSnapshot,
  findOwnStageCounts,
  prepareFor,
  type Seller,
} from './own-figures.queries';
import { periodOf, periodProblem } from './period';
import { type Origin, ORIGIN_WORDS } from '../contract/origin';
import { findBreakdown } from './breakdown-rows.queries';

export interface Measured {
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

  constructor(private readonly database: Database) {}

  /**
   * Numbers as of one moment: of the account, or of one seller. Throws 422 for a bad period, `not_found` for a pipeline that the account
   * lacks.
   */
  measure(
    account: Measured,
    sellerId: SellerId,
    query: MetricsQuery,
    leaving: AbortSignal,
    priority: Priority = 'console',
  ): Promise<Metrics> {
    return this.database.as(priority).snapshot(account.id, leaving, async (tx) => {
      const period = await periodAsked(tx, query);
      const pipelineId = query.pipeline_id === undefined ? null : idOf(query.pipeline_id);
      const figures =
        sellerId === null
          ? figuresOfAll(tx, account.id, period, pipelineId)
          : figuresOf(
              tx,
              account.id,
              await tx.send(chooseForm(account.id, sellerId, period, this.many)),
              period,
              pipelineId,
            );
      const { counts, scheduled, closed, attended, pipeline } = await figures;
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
  breakDown(
    account: Measured,
    sellerId: SellerId,
    query: MetricsQuery,
    leaving: AbortSignal,
  ): Promise<MetricsBreakdown> {
    return this.database.snapshot(account.id, leaving, async (tx) => {
      const period = await periodAsked(tx, query);
      const pipelineId = query.pipeline_id === undefined ? null : idOf(query.pipeline_id);
      const outcomes =
        sellerId === null
          ? outcomesOfAll(tx, account, period, pipelineId)
          : outcomesOf(
              tx,
              account,
              await tx.send(chooseForm(account.id, sellerId, period, this.many)),
              period,
              pipelineId,
            );
      const { pipeline, origins, campaigns } = await outcomes;
      if (!pipeline) throw missing('pipeline');
      return { period, ...(origins && { by_origin: origins }), ...(campaigns && { campaigns }), pipeline };
    });
  }
}

async function figuresOfAll(tx: Transaction, accountId: string, period: Period, pipelineId: string | null) {
  const [counts, scheduled, closed, attended, pipeline] = await tx.commit([
    countConversations(accountId, period),
    countScheduled(accountId, period),
    countClosed(accountId, period),
    countAttended(accountId, period),
    findSnapshot(accountId, pipelineId),
  ]);
  return { counts, scheduled, closed, attended, pipeline };
}

async function figuresOf(
  tx: Transaction,
  accountId: string,
  seller: Seller,
  period: Period,
  pipelineId: string | null,
) {
  const [, kinds, contacts, attended, pipeline] = await tx.commit([
    prepareFor(seller),
    findKinds(accountId),
    countOwnContacts(accountId, seller, period),
    countOwnAttended(accountId, seller, period),
    findOwnSnapshot(accountId, seller, pipelineId),
  ]);
  const scheduled = kinds?.canSchedule ? contacts.scheduled : null;
  const closed = kinds?.canClose ? contacts.closed : null;
  return { counts: contacts.counts, scheduled, closed, attended, pipeline };
}

async function outcomesOfAll(
  tx: Transaction,
  { id, planAutoOrigin }: Measured,
  period: Period,
  pipelineId: string | null,
) {
  const [pipeline, counts, outcomes, campaigns] = await tx.commit([
    findStageCounts(id, pipelineId, period),
    planAutoOrigin ? countConversations(id, period) : undefined,
    planAutoOrigin ? countOutcomes(id, period) : undefined,
    planAutoOrigin ? countCampaigns(id, period) : undefined,
  ]);
  return { pipeline, origins: counts && outcomes && joined(counts, outcomes), campaigns };
}

async function outcomesOf(
  tx: Transaction,
  { id, planAutoOrigin }: Measured,
  seller: Seller,
  period: Period,
  pipelineId: string | null,
) {
  const [, pipeline, outcomes] = await tx.commit([
    prepareFor(seller),
    findOwnStageCounts(id, seller, pipelineId, period),
    planAutoOrigin ? countOwnOutcomes(id, seller, period) : undefined,
  ]);
  return { pipeline, ...outcomes };
}

/** Throws 422 for a bad period. */
export async function periodAsked(tx: Transaction, query: MetricsQuery): Promise<Period> {
  const today = query.to === undefined ? await tx.send(findToday()) : query.to;
  const period = periodOf(query, today);
  const problem = periodProblem(period);
  if (problem) throw ApiError.invalid([problem]);
  return period;
}

/** Joins origins with their outcomes; most contacts first, then by name. */
function joined(counts: readonly DayCount[], outcomes: readonly Omit<OriginOutcome, 'leads'>[]): OriginOutcome[] {
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

/** Names of the row of what has no key, and of a stage that is gone. */
const NO_KEY: Record<BrokenDownBy, string> = {
  origin: 'Sem lead',
  campaign: 'Sem campanha',
  stage: 'Sem negócio',
  member: 'Sem responsável',
  loss_reason: 'Sem motivo',
};
const GONE = 'Etapa excluída';

/** GET /metrics/breakdown with `by`: what came in a period and what ended in it, by a key. */
@Injectable()
export class BreakdownRowsService {
  constructor(
    private readonly database: Database,
    private readonly metrics: MetricsService,
  ) {}

  /** Throws 422 for a bad period. */
  rows(
    { id, planAutoOrigin }: Measured,
    sellerId: SellerId,
    by: BrokenDownBy,
    query: MetricsQuery,
    leaving: AbortSignal,
  ): Promise<MetricsRows> {
    const isHidden = !planAutoOrigin && (by === 'origin' || by === 'campaign');
    return this.database.snapshot(id, leaving, async (tx) => {
      const period = await periodAsked(tx, query);
      const seller = sellerId === null ? null : await tx.send(chooseForm(id, sellerId, period, this.metrics.many));
      const [, found] = await tx.send([seller ? prepareFor(seller) : undefined, findBreakdown(id, by, period, seller)]);
      if (!found) throw new Error('a select without from gave no row');
      const rows = found.rows.map(({ key, name, figures }) => ({ key, name: nameOf(by, key, name), ...figures }));
      return { period, rows: isHidden ? [] : rows, total: found.total };
    });
  }
}

function nameOf(by: BrokenDownBy, key: BreakdownRow['key'], name: string | null): string {
  if (key === null) return NO_KEY[by];
  return by === 'origin' ? ORIGIN_WORDS[key as Origin] : (name ?? GONE);
}
