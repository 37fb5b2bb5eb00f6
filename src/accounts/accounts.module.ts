import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account } from './account.entity';
import { AccountsService } from './accounts.service';
import { Mailer } from './mailer';
import { NotificationsService } from './notifications.service';

@Module({
  imports: [TypeOrmModule.forFeature([Account])],
  providers: [AccountsService, Mailer, NotificationsService],
  exports: [AccountsService, Mailer, NotificationsService],
})
export class AccountsModule {}
