import { Module } from '@nestjs/common';
import { AccountLeadPersonController, AccountPeopleController } from './account-people.controller';
import { FirstNamesJob } from './first-names.job';
import { LeadErasureService } from './lead-erasure.service';
import { LeadMergeService } from './lead-merge.service';
import { PersonService } from './person.service';
import { PersonalTraces } from './personal-traces';

@Module({
  controllers: [AccountLeadPersonController, AccountPeopleController],
  providers: [FirstNamesJob, LeadErasureService, LeadMergeService, PersonService, PersonalTraces],
  exports: [PersonalTraces],
})
export class PeopleModule {}
