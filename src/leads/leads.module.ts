import { Module } from '@nestjs/common';
import { ResponseTick } from '../common/response-tick';
import { AppointmentsService } from './appointments.service';
import { DealsService } from './deals.service';
import { HeldReviewService } from './held-review.service';
import { HeldSubmissionsService } from './held-submissions.service';
import { IntakeService } from './intake.service';
import { LeadErasureService } from './lead-erasure.service';
import { LeadListService } from './lead-list.service';
import { LeadMergeService } from './lead-merge.service';
import { LeadsController } from './leads.controller';
import { LeadsService } from './leads.service';
import { OwnerLeadsService } from './owner-leads.service';
import { PersonExportService } from './person-export.service';
import { StaffLeadsService } from './staff-leads.service';

@Module({
  controllers: [LeadsController],
  providers: [
    AppointmentsService,
    IntakeService,
    LeadListService,
    LeadsService,
    DealsService,
    HeldReviewService,
    HeldSubmissionsService,
    LeadErasureService,
    LeadMergeService,
    OwnerLeadsService,
    PersonExportService,
    ResponseTick,
    StaffLeadsService,
  ],
  exports: [
    AppointmentsService,
    DealsService,
    HeldReviewService,
    IntakeService,
    LeadErasureService,
    LeadMergeService,
    OwnerLeadsService,
    PersonExportService,
    StaffLeadsService,
  ],
})
export class LeadsModule {}
