import { Module } from '@nestjs/common';
import { AccountLeadsController } from './account-leads.controller';
import { PartnerLeadsController } from './partner-leads.controller';
import { SuggestionsController } from './suggestions.controller';
import { AccountLeadsService } from './account-leads.service';
import { DayListsService } from './day-lists.service';
import { LeadListService } from './lead-list.service';
import { LeadSearchService } from './lead-search.service';
import { LeadsService } from './leads.service';

@Module({
  controllers: [AccountLeadsController, PartnerLeadsController, SuggestionsController],
  providers: [AccountLeadsService, DayListsService, LeadListService, LeadSearchService, LeadsService],
  exports: [DayListsService, LeadSearchService],
})
export class ReadingModule {}
