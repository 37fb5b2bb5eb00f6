import { Module } from '@nestjs/common';
import { PipelinesModule } from '../../pipelines/pipelines.module';
import { AccountLeadPersonController, AccountPeopleController } from './account-people.controller';
import { ChangedStagesJob, EndedDealsJob } from './ended-deals.job';
import { FirstNamesJob } from './first-names.job';
import { LeadErasureService } from './lead-erasure.service';
import { LeadMergeService } from './lead-merge.service';
import { PersonService } from './person.service';
import { PersonalTraces } from './personal-traces';

@Module({
  imports: [PipelinesModule],
  controllers: [AccountLeadPersonController, AccountPeopleController],
  providers: [
    ChangedStagesJob,
    EndedDealsJob,
    FirstNamesJob,
    LeadErasureService,
    LeadMergeService,
    PersonService,
    PersonalTraces,
  ],
  exports: [PersonalTraces],
})
export class PeopleModule {}
