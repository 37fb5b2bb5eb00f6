import { Module } from '@nestjs/common';
import { Notification } from './notification.entity';
import { OutboxMail } from './outbox-mail.entity';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account } from './account.entity';
import { AccountsService } from './accounts.service';

@Module({
  imports: [TypeOrmModule.forFeature([Account, Notification, OutboxMail])],
  providers: [AccountsService],
  exports: [AccountsService],
})
export class AccountsModule {}
