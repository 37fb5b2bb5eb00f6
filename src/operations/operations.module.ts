import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module';
import { NoticesModule } from '../notices/notices.module';
import { HealthService, PendingMigrations, DiskSpace } from './health';
import { OperationsController } from './operations.controller';
import { RetentionJob } from './retention.job';
import { BacklogGauges } from './backlog-gauges';
import { Workers } from './workers';

@Module({
  imports: [EventsModule, NoticesModule],
  controllers: [OperationsController],
  providers: [DiskSpace, HealthService, RetentionJob, PendingMigrations, BacklogGauges, Workers],
})
export class OperationsModule {}
