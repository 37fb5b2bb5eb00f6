import { Query } from '@nestjs/common';
import { Leaving } from '../common/http/caller-left';
import { AccountApi, Get } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { Heavy } from '../auth/access/heavy.interceptor';
import { BreakdownRowsService } from './breakdown-rows.service';
import { BreakdownQuery, MetricsQuery } from './metrics.dto';
import { MetricsService, type SellerId } from './metrics.service';
import { Described } from '../contract/document/described';
import { ACCOUNT_METRICS_TEXTS } from './account-metrics.texts';

@AccountApi('metrics')
@Described(ACCOUNT_METRICS_TEXTS, 'account')
export class AccountMetricsController {
  constructor(
    private readonly metrics: MetricsService,
    private readonly breakdowns: BreakdownRowsService,
  ) {}

  @Get('', 'metrics')
  async measure(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() query: MetricsQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    return { data: await this.metrics.measure(caller.account, sellerOf(caller), query, leaving) };
  }

  @Get('breakdown', 'metrics')
  @Heavy()
  async breakDown(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() { by, ...query }: BreakdownQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    if (by) return { data: await this.breakdowns.rows(caller.account, sellerOf(caller), by, query, leaving) };
    return { data: await this.metrics.breakDown(caller.account, sellerOf(caller), query, leaving) };
  }
}

/** Sellers see their own figures only, whichever leads they see. */
const sellerOf = ({ member }: AccountCaller): SellerId => (member?.role === 'seller' ? member.id : null);
