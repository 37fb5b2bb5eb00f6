import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DailySubmissions } from './intake/daily-submissions.entity';
import { HeldSubmission } from './intake/held-submission.entity';
import { LedgerEntry } from './intake/ledger-entry.entity';
import { Activity } from './record/activity.entity';
import { Appointment } from './record/appointment.entity';
import { Closing } from './record/closing.entity';
import { Conversation } from './record/conversation.entity';
import { Deal } from './record/deal.entity';
import { LeadAssignment } from './record/lead-assignment.entity';
import { LeadMerge } from './record/lead-merge.entity';
import { LeadWord } from './record/lead-word.entity';
import { Lead } from './record/lead.entity';
import { ListEntry } from './record/list-entry.entity';
import { StageMove } from './record/stage-move.entity';
import { LeadTag } from './record/tags/lead-tag.entity';
import { Tag } from './record/tags/tag.entity';
import { ActivitiesController } from './activities/activities.controller';
import { ActivitiesService } from './activities/activities.service';
import { AppointmentsController } from './staff/appointments.controller';
import { HeldSubmissionsController } from './held/held-submissions.controller';
import { LeadEditsController } from './staff/lead-edits.controller';
import { AccountLeadsController } from './people/account-leads.controller';
import { PeopleController } from './people/people.controller';
import { BackOfficeLeadsController } from './staff/back-office-leads.controller';
import { ResponseTick } from '../common/http/response-tick';
import { AppointmentsService } from './staff/appointments.service';
import { BulkService } from './staff/bulk.service';
import { EditLeadService } from './intake/edit-lead.service';
import { DealEditsService } from './deals/deal-edits.service';
import { DealsService } from './deals/deals.service';
import { HeldReviewService } from './held/held-review.service';
import { IntakeService } from './intake/intake.service';
import { LeadErasureService } from './people/lead-erasure.service';
import { DayListsService } from './reading/day-lists.service';
import { LeadListService } from './reading/lead-list.service';
import { LeadMergeService } from './people/lead-merge.service';
import { PipelinesModule } from '../pipelines/pipelines.module';
import { EndedDealsJob } from './people/ended-deals.job';
import { FirstNamesJob } from './people/first-names.job';
import { LeadsController } from './leads.controller';
import { LeadsService } from './reading/leads.service';
import { LeadSearchService } from './reading/lead-search.service';
import { AccountLeadsService } from './people/account-leads.service';
import { PersonalTraces } from './people/personal-traces';
import { PersonExportService } from './people/person-export.service';
import { SuggestionsController } from './reading/suggestions.controller';
import { StaffLeadsService } from './staff/staff-leads.service';

@Module({
  imports: [
    PipelinesModule,
    TypeOrmModule.forFeature([
      DailySubmissions,
      HeldSubmission,
      LedgerEntry,
      Activity,
      Appointment,
      Closing,
      Conversation,
      Deal,
      LeadAssignment,
      LeadMerge,
      LeadWord,
      Lead,
      ListEntry,
      StageMove,
      LeadTag,
      Tag,
    ]),
  ],
  controllers: [
    LeadsController,
    AccountLeadsController,
    LeadEditsController,
    BackOfficeLeadsController,
    ActivitiesController,
    AppointmentsController,
    PeopleController,
    HeldSubmissionsController,
    SuggestionsController,
  ],
  providers: [
    ActivitiesService,
    AppointmentsService,
    BulkService,
    EditLeadService,
    IntakeService,
    LeadListService,
    LeadsService,
    DayListsService,
    DealEditsService,
    DealsService,
    HeldReviewService,
    LeadErasureService,
    LeadMergeService,
    EndedDealsJob,
    FirstNamesJob,
    AccountLeadsService,
    LeadSearchService,
    PersonalTraces,
    PersonExportService,
    ResponseTick,
    StaffLeadsService,
  ],
  exports: [
    DayListsService,
    AppointmentsService,
    BulkService,
    DealsService,
    EditLeadService,
    HeldReviewService,
    IntakeService,
    LeadErasureService,
    LeadMergeService,
    AccountLeadsService,
    LeadSearchService,
    PersonalTraces,
    PersonExportService,
    StaffLeadsService,
  ],
})
export class LeadsModule {}
