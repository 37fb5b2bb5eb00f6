import { Get, Query } from '@nestjs/common';
import { RequirePermission } from '../auth/access.guard';
import { type Caller, CurrentCaller } from '../auth/caller';
import { PartnerApi } from '../auth/partner-api';
import { MetricsQuery } from './metrics.dto';
import { MetricsService } from './metrics.service';

@PartnerApi('metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get()
  @RequirePermission('metrics:read')
  async measure(@CurrentCaller() caller: Caller, @Query() query: MetricsQuery) {
    return { data: await this.metrics.measure(caller.account, query) };
  }
}
