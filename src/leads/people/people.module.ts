import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DealsModule } from '../deals/deals.module';
import { IntakeModule } from '../intake/intake.module';
import { AccountBulkController } from './account-bulk.controller';
import { AccountBulkJobsController } from './bulk-jobs.controller';
import { ReadingModule } from '../reading/reading.module';
import { RecordModule } from '../record/record.module';
import { AccountLeadPersonController, AccountPeopleController } from './account-people.controller';
import { BulkJob, BulkJobLead } from './bulk-job.entity';
import { BulkJobsJob } from './bulk-jobs.job';
import { BulkJobsService } from './bulk-jobs.service';
import { BulkService } from './bulk.service';
import { FirstNamesJob } from './first-names.job';
import { LeadErasureService } from './lead-erasure.service';
import { LeadMergeService } from './lead-merge.service';
import { PersonService } from './person.service';

@Module({
  imports: [TypeOrmModule.forFeature([BulkJob, BulkJobLead]), DealsModule, IntakeModule, ReadingModule, RecordModule],
  controllers: [AccountBulkController, AccountBulkJobsController, AccountLeadPersonController, AccountPeopleController],
  providers: [
    BulkJobsJob,
    BulkJobsService,
    BulkService,
    FirstNamesJob,
    LeadErasureService,
    LeadMergeService,
    PersonService,
  ],
})
export class PeopleModule {}
