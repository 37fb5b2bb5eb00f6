import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { LeadsModule } from '../leads/leads.module';
import { ImportRunner } from './import-runner';
import { ImportsService } from './imports.service';

@Module({
  imports: [AccountsModule, LeadsModule],
  providers: [ImportRunner, ImportsService],
  exports: [ImportsService],
})
export class ImportsModule {}
