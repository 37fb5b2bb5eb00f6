import { Get, Query } from '@nestjs/common';
import { Leaving } from '../common/http/caller-left';
import { RequirePermission } from '../auth/access/access.guard';
import { type Caller, CurrentCaller } from '../auth/keys/caller';
import { PartnerApi } from '../auth/access/partner-api';
import { MetricsQuery } from './metrics.dto';
import { MetricsService } from './metrics.service';
import { Described } from '../contract/document/described';
import { METRICS_TEXTS } from './metrics.texts';

@PartnerApi('metrics')
@Described(METRICS_TEXTS)
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get()
  @RequirePermission('metrics:read')
  async measure(@CurrentCaller() caller: Caller, @Query() query: MetricsQuery, @Leaving() leaving: AbortSignal) {
    return { data: await this.metrics.measure(caller.account, null, query, leaving, 'partner') };
  }
}
