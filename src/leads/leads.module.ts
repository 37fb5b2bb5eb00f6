import { Module } from '@nestjs/common';
import { ResponseTick } from '../common/response-tick';
import { AppointmentsService } from './staff/appointments.service';
import { DealsService } from './deals/deals.service';
import { HeldReviewService } from './held/held-review.service';
import { HoldingService } from './intake/holding.service';
import { IntakeService } from './intake/intake.service';
import { LeadErasureService } from './people/lead-erasure.service';
import { LeadListService } from './reading/lead-list.service';
import { LeadMergeService } from './people/lead-merge.service';
import { LeadsController } from './leads.controller';
import { ChangeLeadService } from './intake/change-lead.service';
import { LeadsService } from './reading/leads.service';
import { OwnerLeadsService } from './people/owner-leads.service';
import { PersonalTraces } from './people/personal-traces';
import { PersonExportService } from './people/person-export.service';
import { StaffLeadsService } from './staff/staff-leads.service';

@Module({
  controllers: [LeadsController],
  providers: [
    AppointmentsService,
    ChangeLeadService,
    IntakeService,
    LeadListService,
    LeadsService,
    DealsService,
    HeldReviewService,
    HoldingService,
    LeadErasureService,
    LeadMergeService,
    OwnerLeadsService,
    PersonalTraces,
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
    PersonalTraces,
    PersonExportService,
    StaffLeadsService,
  ],
})
export class LeadsModule {}
