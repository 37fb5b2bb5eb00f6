import { Module } from '@nestjs/common';
import { ResponseTick } from '../common/response-tick';
import { AppointmentsService } from './staff/appointments.service';
import { BulkService } from './staff/bulk.service';
import { EditLeadService } from './staff/edit-lead.service';
import { DealsService } from './deals/deals.service';
import { HeldReviewService } from './held/held-review.service';
import { IntakeService } from './intake/intake.service';
import { LeadErasureService } from './people/lead-erasure.service';
import { LeadListService } from './reading/lead-list.service';
import { LeadMergeService } from './people/lead-merge.service';
import { LeftDealsJob } from './people/left-deals.job';
import { LeadsController } from './leads.controller';
import { ChangeLeadService } from './intake/change-lead.service';
import { LeadsService } from './reading/leads.service';
import { MissingWordsJob } from './record/missing-words.job';
import { OwnerListService } from './reading/owner-list.service';
import { OwnerLeadsService } from './people/owner-leads.service';
import { PersonalTraces } from './people/personal-traces';
import { PersonExportService } from './people/person-export.service';
import { StaffLeadsService } from './staff/staff-leads.service';

@Module({
  controllers: [LeadsController],
  providers: [
    AppointmentsService,
    BulkService,
    ChangeLeadService,
    EditLeadService,
    IntakeService,
    LeadListService,
    LeadsService,
    DealsService,
    HeldReviewService,
    LeadErasureService,
    LeadMergeService,
    LeftDealsJob,
    MissingWordsJob,
    OwnerLeadsService,
    OwnerListService,
    PersonalTraces,
    PersonExportService,
    ResponseTick,
    StaffLeadsService,
  ],
  exports: [
    AppointmentsService,
    BulkService,
    DealsService,
    EditLeadService,
    HeldReviewService,
    IntakeService,
    LeadErasureService,
    LeadMergeService,
    OwnerLeadsService,
    OwnerListService,
    PersonalTraces,
    PersonExportService,
    StaffLeadsService,
  ],
})
export class LeadsModule {}
