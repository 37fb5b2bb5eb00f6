import { Module } from '@nestjs/common';
import { Mailer } from './mailer';
import { OutboxService } from './outbox.service';
import { OutboxWorker } from './outbox.worker';

@Module({ providers: [Mailer, OutboxService, OutboxWorker], exports: [Mailer, OutboxService] })
export class NoticesModule {}
