import { Module } from '@nestjs/common';
import { AccountMetricsController } from './account-metrics.controller';
import { BreakdownRowsService } from './breakdown-rows.service';
import { MetricsController } from './metrics.controller';
import { MetricsService } from './metrics.service';

@Module({
  controllers: [MetricsController, AccountMetricsController],
  providers: [BreakdownRowsService, MetricsService],
})
export class MetricsModule {}
