import { Module } from '@nestjs/common';
import { RecordModule } from '../leads/record/record.module';
import { AccountMetricsController } from './account-metrics.controller';
import { MetricsController } from './metrics.controller';
import { MetricsService } from './metrics.service';

@Module({
  imports: [RecordModule],
  controllers: [MetricsController, AccountMetricsController],
  providers: [MetricsService],
})
export class MetricsModule {}
