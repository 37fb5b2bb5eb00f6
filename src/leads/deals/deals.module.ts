import { Module } from '@nestjs/common';
import { AccountDealsController } from './account-deals.controller';
import { OperatorDealsController } from './operator-deals.controller';
import { PartnerDealsController } from './partner-deals.controller';
import { DealsService } from './deals.service';

@Module({
  controllers: [AccountDealsController, OperatorDealsController, PartnerDealsController],
  providers: [DealsService],
  exports: [DealsService],
})
export class DealsModule {}
