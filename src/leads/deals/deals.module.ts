import { Module } from '@nestjs/common';
import { AccountDealsController } from './account-deals.controller';
import { OperatorDealsController } from './operator-deals.controller';
import { PartnerDealsController } from './partner-deals.controller';
import { DealEditsService } from './deal-edits.service';
import { DealsService } from './deals.service';

@Module({
  controllers: [AccountDealsController, OperatorDealsController, PartnerDealsController],
  providers: [DealEditsService, DealsService],
  exports: [DealsService],
})
export class DealsModule {}
