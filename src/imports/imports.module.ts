import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImportRow } from './import-row.entity';
import { Import } from './import.entity';
import { AccountsModule } from '../accounts/accounts.module';
import { LeadsModule } from '../leads/leads.module';
import { PersonalTraces } from '../leads/people/personal-traces';
import { LeadsExportController } from './export/leads-export.controller';
import { LeadsFile } from './export/leads-file';
import { ImportsJob } from './imports.job';
import { ImportsController } from './imports.controller';
import { ImportsService } from './imports.service';
import { PipelinesModule } from '../pipelines/pipelines.module';
import { PENDING_ROWS } from './personal-rows';

@Module({
  imports: [TypeOrmModule.forFeature([ImportRow, Import]), AccountsModule, LeadsModule, PipelinesModule],
  controllers: [ImportsController, LeadsExportController],
  providers: [ImportsJob, ImportsService, LeadsFile],
})
export class ImportsModule {
  constructor(traces: PersonalTraces) {
    traces.register(PENDING_ROWS);
  }
}
