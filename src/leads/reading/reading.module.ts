import { Module } from '@nestjs/common';
import { RecordModule } from '../record/record.module';
import { AccountLeadsController } from './account-leads.controller';
import { PartnerLeadsController } from './partner-leads.controller';
import { AccountSuggestionsController } from './account-suggestions.controller';
import { AccountLeadsService } from './account-leads.service';
import { DayListsService } from './day-lists.service';
import { PartnerLeadsService } from './partner-leads.service';
import { SearchWordsJob } from './search-words.job';

@Module({
  imports: [RecordModule],
  controllers: [AccountLeadsController, PartnerLeadsController, AccountSuggestionsController],
  providers: [AccountLeadsService, DayListsService, PartnerLeadsService, SearchWordsJob],
  exports: [AccountLeadsService, DayListsService],
})
export class ReadingModule {}
