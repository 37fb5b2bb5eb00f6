import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Installation } from './installation.entity';
import { Database, JobDatabase } from './database';

/** Nest calls the hooks of the database itself. */
const NO_HOOKS = { onModuleInit: undefined, onApplicationShutdown: undefined };

const JOB_DATABASE = {
  provide: JobDatabase,
  inject: [Database],
  useFactory: (database: Database) => Object.assign(database.as('job'), NO_HOOKS),
};

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Installation])],
  providers: [Database, JOB_DATABASE],
  exports: [Database, JobDatabase],
})
export class DatabaseModule {}
