import { Module } from '@nestjs/common';
import { AccountLeadsController } from './account-leads.controller';
import { PartnerLeadsController } from './partner-leads.controller';
import { AccountSuggestionsController } from './account-suggestions.controller';
import { AccountLeadsService } from './account-leads.service';
import { DayListsService } from './day-lists.service';
import { PartnerLeadsService } from './partner-leads.service';

@Module({
  controllers: [AccountLeadsController, PartnerLeadsController, AccountSuggestionsController],
  providers: [AccountLeadsService, DayListsService, PartnerLeadsService],
  exports: [AccountLeadsService, DayListsService],
})
export class ReadingModule {}
