import { Module } from '@nestjs/common';
import { PipelinesModule } from '../../pipelines/pipelines.module';
import { AccountDealsController } from './account-deals.controller';
import { OperatorDealsController } from './operator-deals.controller';
import { PartnerDealsController } from './partner-deals.controller';
import { ChangedStagesJob, EndedDealsJob } from './ended-deals.job';
import { DealsService } from './deals.service';

@Module({
  imports: [PipelinesModule],
  controllers: [AccountDealsController, OperatorDealsController, PartnerDealsController],
  providers: [ChangedStagesJob, DealsService, EndedDealsJob],
  exports: [DealsService],
})
export class DealsModule {}
