import { Module } from '@nestjs/common';
import { Notification, NotificationRead } from './notification.entity';
import { OutboxMail } from './mails/outbox-mail.entity';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account, EndedAccount } from './account.entity';
import { AccountsService } from './accounts.service';
import { Member, StoredMemberName, HandOver, Rota, RotaMember } from './members/member.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      Account,
      EndedAccount,
      HandOver,
      Member,
      Notification,
      NotificationRead,
      OutboxMail,
      Rota,
      RotaMember,
      StoredMemberName,
    ]),
  ],
  providers: [AccountsService],
  exports: [AccountsService],
})
export class AccountsModule {}
