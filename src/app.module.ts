import { type DynamicModule, Module, Global } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from './accounts/accounts.module';
import { AuditModule } from './audit/audit.module';
import { AutomationsModule } from './automations/automations.module';
import { EventsModule } from './events/events.module';
import { OperationsModule } from './operations/operations.module';
import { WorkspaceModule } from './workspace/workspace.module';
import { AdminModule } from './admin/admin.module';
import { AuthModule } from './auth/auth.module';
import { ERROR_FILTER } from './auth/keys/key-refusals.service';
import { NotFoundController } from './common/http/not-found.controller';
import { InputPipe } from './common/input/input.pipe';
import { RateLimitModule } from './common/rate-limit/rate-limit.module';
import { Config } from './config/config';
import { ConsoleModule } from './console/console.controller';
import { sharesOf } from './database/connection-limits';
import { dataSourceOptions } from './database/schema/data-source';
import { DatabaseModule } from './database/database.module';
import { ImportsModule } from './imports/imports.module';
import { LeadsModule } from './leads/leads.module';
import { MembersModule } from './members/members.module';
import { MetricsModule } from './metrics/metrics.module';
import { NoticesModule } from './notices/notices.module';
import { PipelinesModule } from './pipelines/pipelines.module';
import { ReferenceModule } from './reference/reference.module';
import { SourcesModule } from './sources/sources.module';

/** Makes the settings injectable everywhere. */
@Global()
@Module({})
class ConfigModule {
  static of(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: Config, useValue: config }], exports: [Config] };
  }
}

@Module({ controllers: [NotFoundController] })
class NotFoundModule {}

/** Nest registers the modules of `AppModule` first, then what each imports, in order: this import is the last, so its route is matched last. */
@Module({ imports: [NotFoundModule] })
class LastModule {}

@Module({})
export class AppModule {
  /** The whole service; `config.databaseUrl` must be set. Scheduled jobs run only `withJobs`; tests call them directly. */
  static of(config: Config, { withJobs = false } = {}): DynamicModule {
    if (!config.databaseUrl) throw new Error('no database');
    const { writes } = sharesOf(config.databaseConnections);
    const database = { ...dataSourceOptions(config.databaseUrl, writes), autoLoadEntities: true, retryAttempts: 0 };
    return {
      module: AppModule,
      providers: [{ provide: APP_PIPE, useClass: InputPipe }, ERROR_FILTER],
      imports: [
        ConfigModule.of(config),
        TypeOrmModule.forRoot(database),
        DatabaseModule,
        RateLimitModule,
        ...(withJobs ? [ScheduleModule.forRoot()] : []),
        AccountsModule,
        AuthModule,
        AuditModule,
        PipelinesModule,
        NoticesModule,
        // Before the leads: the first match answers, and `export.csv` would match as a lead's id.
        ImportsModule,
        LeadsModule,
        MembersModule,
        MetricsModule,
        AutomationsModule,
        SourcesModule,
        WorkspaceModule,
        AdminModule,
        EventsModule,
        OperationsModule,
        ConsoleModule,
        ReferenceModule,
        LastModule,
      ],
    };
  }
}
