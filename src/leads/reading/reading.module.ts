import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnerChangeService } from '../../auth/sessions/owner-change.service';
import { RecordModule } from '../record/record.module';
import { AccountLeadsController } from './account-leads.controller';
import { PartnerLeadsController } from './partner-leads.controller';
import { AccountSuggestionsController } from './account-suggestions.controller';
import { AccountLeadsService } from './account-leads.service';
import { DayListsService } from './day-lists.service';
import { PartnerLeadsService } from './partner-leads.service';
import { SavedView } from './saved-view.entity';
import { SavedViewsController } from './saved-views.controller';
import { endSavedViews } from './saved-views.queries';
import { SavedViewsService } from './saved-views.service';
import { SearchWordsJob } from './search-words.job';

@Module({
  imports: [TypeOrmModule.forFeature([SavedView]), RecordModule],
  controllers: [AccountLeadsController, PartnerLeadsController, AccountSuggestionsController, SavedViewsController],
  providers: [AccountLeadsService, DayListsService, PartnerLeadsService, SavedViewsService, SearchWordsJob],
  exports: [AccountLeadsService, DayListsService],
})
export class ReadingModule {
  constructor(ownerChanges: OwnerChangeService) {
    ownerChanges.register(endSavedViews);
  }
}
