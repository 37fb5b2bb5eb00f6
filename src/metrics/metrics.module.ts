import { Module } from '@nestjs/common';
import { AccountMetricsController } from './account-metrics.controller';
import { MetricsController } from './metrics.controller';
import { MetricsService } from './metrics.service';

@Module({
  controllers: [MetricsController, AccountMetricsController],
  providers: [MetricsService],
})
export class MetricsModule {}
