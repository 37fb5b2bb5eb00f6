import { Injectable } from '@nestjs/common';
import type { BreakdownRow, BrokenDownBy, MetricsRows } from '../contract/metrics';
import { type Origin, ORIGIN_WORDS } from '../contract/origin';
import { Database } from '../database/database';
import { findBreakdown } from './breakdown-rows.queries';
import { chooseForm, prepareFor } from './own-figures.queries';
import type { MetricsQuery } from './metrics.dto';
import { type Measured, MetricsService, periodAsked, type SellerId } from './metrics.service';

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
