import { Query } from '@nestjs/common';
import { Leaving } from '../common/http/caller-left';
import { AccountApi, Get } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { Heavy } from '../auth/access/heavy-calls';
import { AccountMetricsQuery, BreakdownQuery } from './metrics.dto';
import { MetricsService, type SellerId } from './metrics.service';
import { METRICS_EXAMPLE } from '../contract/document/examples';
import { eitherOf } from '../contract/document/shape';
import { one, ApiOperation, ApiTag } from '../contract/document/route-text';
import { METRICS, METRICS_BREAKDOWN, METRICS_ROWS, type MetricsBreakdown } from '../contract/metrics';
import { PERIOD_RULE } from './metrics.controller';

const { period, pipeline } = METRICS_EXAMPLE;
const BREAKDOWN_EXAMPLE: MetricsBreakdown = {
  period,
  by_origin: [{ origin: 'network_a_ads', leads: 30, won: 4, lost: 6 }],
  campaigns: [{ source: 'instagram', medium: 'cpc', campaign: 'primavera', leads: 12, won: 2, lost: 3 }],
  pipeline: {
    ...pipeline,
    stages: pipeline.stages.map((stage) => ({
      ...stage,
      is_won: false,
      is_lost: false,
      value: 1500.5,
      deals_of_period: 8,
    })),
  },
  attended: { appointments: 5, unlisted: { without_lead: 0, erased: 1, of_colleagues: 0 } },
};
const OF_SELLERS =
  'With `without_spam`, contacts that were erased as spam are not counted. A seller gets own figures only: contacts whose oldest lead is theirs, deals and appointments of their leads, and with `by` what they closed.';

@AccountApi('metrics')
@ApiTag('Owner: account', 'account')
export class AccountMetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get('', 'metrics')
  @ApiOperation('Count a period, and the pipeline as it is now', {
    description: OF_SELLERS,
    rules: [PERIOD_RULE],
    answers: [one(200, 'As the partner route.', METRICS, METRICS_EXAMPLE)],
    errors: ['not_found'],
  })
  async measure(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() query: AccountMetricsQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    return { data: await this.metrics.measure(caller.account, sellerOf(caller), query, leaving) };
  }

  @Get('breakdown', 'metrics')
  @Heavy()
  @ApiOperation('Count what became of the contacts of a period', {
    description:
      'By origin, campaign and stage; `pipeline_id` is the pipeline whose stages are counted, the default one without it. Origins and campaigns ' +
      'are present only if the plan includes automatic origins. Won and lost are counted among the newest 100,000 deals of ' +
      `each such stage, campaigns among the newest 50,000 contacts that came by one. With \`by\`, the answer has one row for each key instead: ` +
      `what came in the period, and what was won and lost in it, with its value, of the newest 50,000 contacts and closings; by origin and campaign only in such plans. A contact has the origin, campaign, source and member of its oldest lead, a closing those of its own lead, and the member who was responsible when it was closed. \`unlisted\` says what of a figure GET /leads does not show. ${OF_SELLERS}`,
    rules: [PERIOD_RULE, { fields: ['by'], rule: '`by` is not given with `pipeline_id`.' }],
    answers: [one(200, 'The counts.', eitherOf(METRICS_BREAKDOWN, METRICS_ROWS), BREAKDOWN_EXAMPLE)],
    errors: ['not_found'],
  })
  async breakDown(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() { by, ...query }: BreakdownQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const { account, actor } = caller;
    const sellerId = sellerOf(caller);
    if (by) return { data: await this.metrics.breakDownBy(account, actor, sellerId, by, query, leaving) };
    return { data: await this.metrics.breakDown(account, sellerId, query, leaving) };
  }
}

/** Sellers see their own figures only, whichever leads they see. */
const sellerOf = ({ member }: AccountCaller): SellerId => (member?.role === 'seller' ? member.id : null);
