import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account } from './accounts/account.entity';
import { AccountsModule } from './accounts/accounts.module';
import { AdminModule } from './admin/admin.module';
import { ApiKey } from './auth/api-key.entity';
import { AuthModule } from './auth/auth.module';
import { Session } from './auth/session.entity';
import { SignInLink } from './auth/sign-in-link.entity';
import { Automation } from './automations/automation.entity';
import { NotFoundController } from './common/not-found.controller';
import { RateLimitModule } from './common/rate-limit/rate-limit.module';
import type { Config } from './config';
import { ConfigModule } from './config.module';
import { ConsoleModule } from './console/console.module';
import { dataSourceOptions } from './database/data-source';
import { DatabaseModule } from './database/database.module';
import { ImportsModule } from './imports/imports.module';
import { LeadsModule } from './leads/leads.module';
import { Appointment } from './leads/record/appointment.entity';
import { MetricsModule } from './metrics/metrics.module';
import { NoticesModule } from './notices/notices.module';
import { Pipeline } from './pipelines/pipeline.entity';
import { PipelinesModule } from './pipelines/pipelines.module';
import { Stage } from './pipelines/stage.entity';
import { ReferenceModule } from './reference/reference.module';

/** Every class that TypeORM maps. */
export const ENTITIES = [Account, ApiKey, Session, SignInLink, Pipeline, Stage, Appointment, Automation];

/** Registered after all others, so that its route is asked last. */
@Module({ controllers: [NotFoundController] })
class LastModule {}

@Module({})
export class AppModule {
  /** The whole service; `config.databaseUrl` must be set by now. Scheduled jobs run only `withJobs`: tests call them. */
  static of(config: Config, { withJobs = false } = {}): DynamicModule {
    if (!config.databaseUrl) throw new Error('no database');
    const database = { ...dataSourceOptions(config.databaseUrl), entities: ENTITIES, retryAttempts: 0 };
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
