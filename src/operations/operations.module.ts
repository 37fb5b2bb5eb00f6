import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module';
import { NoticesModule } from '../notices/notices.module';
import { HealthService, PendingMigrations, WorkerDurability, DiskSpace } from './health';
import { OperationsController } from './operations.controller';
import { RetentionJob } from './retention.job';
import { BacklogGauges } from './backlog-gauges';

@Module({
  imports: [EventsModule, NoticesModule],
  controllers: [OperationsController],
  providers: [DiskSpace, HealthService, RetentionJob, PendingMigrations, BacklogGauges, WorkerDurability],
})
export class OperationsModule {}
