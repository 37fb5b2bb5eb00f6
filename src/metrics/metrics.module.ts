import { Module } from '@nestjs/common';
import { AccountMetricsController } from './account-metrics.controller';
import { MetricsController } from './metrics.controller';
import { MetricsService, BreakdownRowsService } from './metrics.service';

@Module({
  controllers: [MetricsController, AccountMetricsController],
  providers: [BreakdownRowsService, MetricsService],
})
export class MetricsModule {}
