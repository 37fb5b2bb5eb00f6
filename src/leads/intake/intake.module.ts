import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DealsModule } from '../deals/deals.module';
import { RecordModule } from '../record/record.module';
import { AccountIntakeController } from './account-intake.controller';
import { OperatorIntakeController } from './operator-intake.controller';
import { PartnerIntakeController } from './partner-intake.controller';
import { EditLeadService } from './edit-lead.service';
import { EnterLeadService } from './enter-lead.service';
import { IntakeService } from './intake.service';
import { ResponseTick } from '../../common/http/response-tick';
import { DailySubmissions, HeldSubmission, LedgerEntry } from './submission.entity';

@Module({
  imports: [TypeOrmModule.forFeature([DailySubmissions, HeldSubmission, LedgerEntry]), DealsModule, RecordModule],
  controllers: [AccountIntakeController, OperatorIntakeController, PartnerIntakeController],
  providers: [EditLeadService, EnterLeadService, IntakeService, ResponseTick],
  exports: [EditLeadService, IntakeService],
})
export class IntakeModule {}
