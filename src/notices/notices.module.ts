import { Module } from '@nestjs/common';
import { MailDelivery } from './mail-delivery';
import { Mailer } from './mailer';
import { NotificationsController } from './notifications.controller';
import { NotificationsService } from './notifications.service';
import { OutboxController, OutboxService } from './outbox.controller';
import { OutboxJob } from './outbox.job';

/** Sends the mails of the outbox, and lists the notifications. `accounts/mails` and `accounts/notifications` write them. */
@Module({
  controllers: [NotificationsController, OutboxController],
  providers: [MailDelivery, Mailer, NotificationsService, OutboxService, OutboxJob],
  exports: [Mailer],
})
export class NoticesModule {}
