import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account } from './accounts/account.entity';
import { AccountsModule } from './accounts/accounts.module';
import { AdminModule } from './admin/admin.module';
import { ApiKey } from './auth/api-key.entity';
import { AuthModule } from './auth/auth.module';
import { KeyRefusals } from './auth/key-refusals.entity';
import { Session } from './auth/session.entity';
import { SignInLink } from './auth/sign-in-link.entity';
import { Automation } from './automations/automation.entity';
import { NotFoundController } from './common/not-found.controller';
import { RateLimitModule } from './common/rate-limit/rate-limit.module';
import type { Config } from './config';
import { ConfigModule } from './config.module';
import { ConsoleModule } from './console/console.module';
import { sharesOf } from './database/connection-shares';
import { dataSourceOptions } from './database/data-source';
import { DatabaseModule } from './database/database.module';
import { Installation } from './database/installation.entity';
import { ImportsModule } from './imports/imports.module';
import { LeadsModule } from './leads/leads.module';
import { Appointment } from './leads/record/appointment.entity';
import { MetricsModule } from './metrics/metrics.module';
import { NoticesModule } from './notices/notices.module';
import { Pipeline } from './pipelines/pipeline.entity';
import { PipelinesModule } from './pipelines/pipelines.module';
import { Stage } from './pipelines/stage.entity';
import { ReferenceModule } from './reference/reference.module';
import { Notification } from './accounts/notification.entity';
import { OutboxMail } from './accounts/outbox-mail.entity';
import { StoredAuditEntry } from './audit/audit-entry.entity';
import { ApiKeyUse } from './auth/api-key-use.entity';
import { SignInRequest } from './auth/sign-in-request.entity';
import { AutomationRun } from './automations/automation-run.entity';
import { ImportRow } from './imports/import-row.entity';
import { Import } from './imports/import.entity';
import { Deal } from './leads/record/deal.entity';
import { StageMove } from './leads/record/stage-move.entity';
import { DailySubmissions } from './leads/intake/daily-submissions.entity';
import { HeldSubmission } from './leads/intake/held-submission.entity';
import { LedgerEntry } from './leads/intake/ledger-entry.entity';
import { LeadMerge } from './leads/record/lead-merge.entity';
import { Conversation } from './leads/record/conversation.entity';
import { LeadTag } from './leads/record/lead-tag.entity';
import { Lead } from './leads/record/lead.entity';
import { LeadWord } from './leads/record/lead-word.entity';
import { ListEntry } from './leads/record/list-entry.entity';
import { Tag } from './leads/record/tag.entity';

/** Every class that TypeORM maps. */
export const ENTITIES = [
  Installation,
  Account,
  Notification,
  OutboxMail,
  StoredAuditEntry,
  ApiKeyUse,
  ApiKey,
  KeyRefusals,
  Session,
  SignInLink,
  SignInRequest,
  AutomationRun,
  Automation,
  ImportRow,
  Import,
  Deal,
  StageMove,
  DailySubmissions,
  HeldSubmission,
  LedgerEntry,
  LeadMerge,
  Appointment,
  Conversation,
  LeadTag,
  Lead,
  LeadWord,
  ListEntry,
  Tag,
  Pipeline,
  Stage,
];

/** Registered after all others, so that its route is asked last. */
@Module({ controllers: [NotFoundController] })
class LastModule {}

@Module({})
export class AppModule {
  /** The whole service; `config.databaseUrl` must be set by now. Scheduled jobs run only `withJobs`: tests call them. */
  static of(config: Config, { withJobs = false } = {}): DynamicModule {
    if (!config.databaseUrl) throw new Error('no database');
    const { writes } = sharesOf(config.databaseConnections);
    const database = { ...dataSourceOptions(config.databaseUrl, writes), entities: ENTITIES, retryAttempts: 0 };
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(config),
        TypeOrmModule.forRoot(database),
        DatabaseModule,
        RateLimitModule,
        ...(withJobs ? [ScheduleModule.forRoot()] : []),
        AccountsModule,
        AuthModule,
        NoticesModule,
        PipelinesModule,
        LeadsModule,
        MetricsModule,
        ImportsModule,
        AdminModule,
        ConsoleModule,
        ReferenceModule,
        LastModule,
      ],
    };
  }
}
