import { Get, Query } from '@nestjs/common';
import { Leaving } from '../common/http/caller-left';
import { RequirePermission } from '../auth/access/access.guard';
import { type Caller, CurrentCaller } from '../auth/keys/caller';
import { PartnerApi } from '../auth/access/partner-api';
import { MetricsQuery } from './metrics.dto';
import { MetricsService } from './metrics.service';
import { METRICS_EXAMPLE } from '../contract/document/examples';
import { DEFAULT_METRICS_DAYS, MAX_METRICS_DAYS } from '../contract/limits';
import { METRICS } from '../contract/metrics';
import { one, type Rule, ApiOperation, ApiTag } from '../contract/document/route-text';

/** Rule of every route that counts a period. */
export const PERIOD_RULE: Rule = {
  fields: ['from'],
  rule: `\`from\` is not after \`to\`, and the period has at most ${MAX_METRICS_DAYS} days.`,
};

@PartnerApi('metrics')
@ApiTag('Metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get()
  @RequirePermission('metrics:read')
  @ApiOperation('Count a period, and the pipeline as it is now', {
    description: `Days of Brasília, both ends included; the last ${DEFAULT_METRICS_DAYS} days without parameters. No personal data.`,
    rules: [PERIOD_RULE],
    answers: [one(200, 'The numbers.', METRICS, METRICS_EXAMPLE)],
    errors: ['not_found'],
  })
  async measure(@CurrentCaller() caller: Caller, @Query() query: MetricsQuery, @Leaving() leaving: AbortSignal) {
    return { data: await this.metrics.measure(caller.account, null, query, leaving, 'partner') };
  }
}
