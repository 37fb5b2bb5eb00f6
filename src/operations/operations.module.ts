import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module';
import { NoticesModule } from '../notices/notices.module';
import { DiskSpace } from './disk-space';
import { HealthService, PendingMigrations } from './health';
import { OperationsController } from './operations.controller';
import { RetentionJob } from './retention.job';
import { BacklogGauges } from './backlog-gauges';
import { WorkerDurability } from '../database/cluster/worker-durability';

@Module({
  imports: [EventsModule, NoticesModule],
  controllers: [OperationsController],
  providers: [DiskSpace, HealthService, RetentionJob, PendingMigrations, BacklogGauges, WorkerDurability],
})
export class OperationsModule {}
