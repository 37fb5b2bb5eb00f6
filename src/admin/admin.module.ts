import { Module } from '@nestjs/common';
import { PipelinesModule } from '../pipelines/pipelines.module';
import { AccountManagementService } from './account-management.service';
import { AccountSettingsController } from './account-settings.controller';
import { AccountsController } from './accounts.controller';
import { AuditTrailService } from './audit-trail.service';
import { AuditController } from './audit.controller';

/** Accounts: as the operator opens and changes them, their own settings, and their audit trail. */
@Module({
  imports: [PipelinesModule],
  controllers: [AccountsController, AccountSettingsController, AuditController],
  providers: [AccountManagementService, AuditTrailService],
})
export class AdminModule {}
