import { Module } from '@nestjs/common';
import { Mailer } from './mailer';
import { OutboxWorker } from './outbox.worker';

@Module({ providers: [Mailer, OutboxWorker], exports: [Mailer] })
export class NoticesModule {}
