import { Module } from '@nestjs/common';
import { AccountRoutesModule } from '../accounts/routes/account-routes.module';
import { PipelinesModule } from '../pipelines/pipelines.module';
import { AccountOpeningService } from './account-opening.service';
import { AccountsController } from './accounts.controller';

/** Back office: accounts, as the operator opens and changes them. */
@Module({
  imports: [AccountRoutesModule, PipelinesModule],
  controllers: [AccountsController],
  providers: [AccountOpeningService],
})
export class AdminModule {}
