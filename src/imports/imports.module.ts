import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { LeadsModule } from '../leads/leads.module';
import { PersonalTraces } from '../leads/people/personal-traces';
import { ImportRunner } from './import-runner';
import { ImportsService } from './imports.service';
import { PENDING_ROWS } from './personal-rows';

@Module({
  imports: [AccountsModule, LeadsModule],
  providers: [ImportRunner, ImportsService],
  exports: [ImportsService],
})
export class ImportsModule {
  constructor(traces: PersonalTraces) {
    traces.register(PENDING_ROWS);
  }
}
