import { Module } from '@nestjs/common';
import { Notification } from './notification.entity';
import { NotificationRead } from './notification-read.entity';
import { Rota, RotaMember } from './members/rota.entity';
import { OutboxMail } from './outbox-mail.entity';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account } from './account.entity';
import { AccountsService } from './accounts.service';
import { StoredMemberName } from './members/member-name.entity';
import { HandOver } from './members/hand-over.entity';
import { Member } from './members/member.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      Account,
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
