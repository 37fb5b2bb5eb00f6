import { Module } from '@nestjs/common';
import { DealsModule } from '../deals/deals.module';
import { IntakeModule } from '../intake/intake.module';
import { AccountBulkController } from './account-bulk.controller';
import { RecordModule } from '../record/record.module';
import { AccountLeadPersonController, AccountPeopleController } from './account-people.controller';
import { BulkService } from './bulk.service';
import { FirstNamesJob } from './first-names.job';
import { LeadErasureService } from './lead-erasure.service';
import { LeadMergeService } from './lead-merge.service';
import { PersonService } from './person.service';

@Module({
  imports: [DealsModule, IntakeModule, RecordModule],
  controllers: [AccountBulkController, AccountLeadPersonController, AccountPeopleController],
  providers: [BulkService, FirstNamesJob, LeadErasureService, LeadMergeService, PersonService],
})
export class PeopleModule {}
