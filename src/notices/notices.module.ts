import { Module } from '@nestjs/common';
import { MailDelivery } from './mail-delivery';
import { Mailer } from './mailer';
import { OutboxService } from './outbox.service';
import { OutboxWorker } from './outbox.worker';

/** Sends the mails of the outbox. `accounts/tell-owner` puts them there, and writes the notifications. */
@Module({ providers: [MailDelivery, Mailer, OutboxService, OutboxWorker], exports: [Mailer, OutboxService] })
export class NoticesModule {}
