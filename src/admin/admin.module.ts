import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { AutomationsModule } from '../automations/automations.module';
import { HeavyCalls } from '../common/heavy-calls';
import { LimitStorageModule } from '../common/rate-limit/rate-limit.module';
import { ImportsModule } from '../imports/imports.module';
import { LeadsModule } from '../leads/leads.module';
import { MetricsModule } from '../metrics/metrics.module';
import { NoticesModule } from '../notices/notices.module';
import { PipelinesModule } from '../pipelines/pipelines.module';
import { AccountChangeService } from './account-change.service';
import { AccountController } from './account.controller';
import { AccountOpeningService } from './account-opening.service';
import { AccountsController } from './accounts.controller';
import { ApiKeysController } from './api-keys.controller';
import { AppointmentsController } from './appointments.controller';
import { AuditController } from './audit.controller';
import { AutomationsController } from './automations.controller';
import { BoardService } from './board.service';
import { OwnerPipelinesController } from './owner-pipelines.controller';
import { AccountEvents } from './events/account-events';
import { EventStreams } from './events/event-streams';
import { EventsController } from './events/events.controller';
import { HealthService } from './health';
import { DiskSpace } from './disk-space';
import { WorkerDurability } from './worker-durability';
import { HeldSubmissionsController } from './held-submissions.controller';
import { ImportsController } from './imports.controller';
import { NotificationsService } from './notifications.service';
import { LeadEditsController } from './lead-edits.controller';
import { LeadsFile } from './leads-file';
import { LeadTimelineService } from './lead-timeline.service';
import { OperationsController } from './operations.controller';
import { OperatorGuard } from './operator.guard';
import { OutboxController } from './outbox.controller';
import { OwnerLeadsController } from './owner-leads.controller';
import { PeopleController } from './people.controller';
import { RetentionJob } from './retention.job';
import { SchemaWatch } from './schema-watch';
import { SessionsController } from './sessions.controller';
import { SignInController } from './sign-in.controller';
import { StaffLeadsController } from './staff-leads.controller';
import { Strangers } from './strangers';
import { Watch } from './watch';

@Module({
  imports: [
    AccountsModule,
    NoticesModule,
    AutomationsModule,
    ImportsModule,
    LimitStorageModule,
    LeadsModule,
    MetricsModule,
    PipelinesModule,
  ],
  controllers: [
    AccountController,
    AccountsController,
    ApiKeysController,
    AppointmentsController,
    AuditController,
    AutomationsController,
    EventsController,
    OwnerPipelinesController,
    HeldSubmissionsController,
    ImportsController,
    LeadEditsController,
    OperationsController,
    OutboxController,
    OwnerLeadsController,
    PeopleController,
    SessionsController,
    SignInController,
    StaffLeadsController,
  ],
  providers: [
    AccountChangeService,
    AccountEvents,
    AccountOpeningService,
    BoardService,
    EventStreams,
    HealthService,
    HeavyCalls,
    LeadsFile,
    LeadTimelineService,
    WorkerDurability,
    DiskSpace,
    NotificationsService,
    OperatorGuard,
    RetentionJob,
    SchemaWatch,
    Strangers,
    Watch,
  ],
  exports: [AccountOpeningService],
})
export class AdminModule {}
