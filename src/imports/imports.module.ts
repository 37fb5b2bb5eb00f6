import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Import, ImportRow } from './import.entity';
import { AccountsModule } from '../accounts/accounts.module';
import { IntakeModule } from '../leads/intake/intake.module';
import { RecordModule } from '../leads/record/record.module';
import { ReadingModule } from '../leads/reading/reading.module';
import { PersonalTraces } from '../leads/record/personal-traces';
import { LeadsExportController, LeadsFile } from './export/leads-export.controller';
import { ImportsJob } from './imports.job';
import { ImportsController } from './imports.controller';
import { ImportsService } from './imports.service';
import { PipelinesModule } from '../pipelines/pipelines.module';
import { PENDING_ROWS } from './imports.queries';

@Module({
  imports: [
    TypeOrmModule.forFeature([ImportRow, Import]),
    AccountsModule,
    IntakeModule,
    PipelinesModule,
    ReadingModule,
    RecordModule,
  ],
  controllers: [ImportsController, LeadsExportController],
  providers: [ImportsJob, ImportsService, LeadsFile],
})
export class ImportsModule {
  constructor(traces: PersonalTraces) {
    traces.register(PENDING_ROWS);
  }
}
