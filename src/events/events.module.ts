import { Module } from '@nestjs/common';
import { AccountEvents } from './account-events';
import { EventStreams } from './event-streams';
import { EventsController } from './events.controller';

@Module({ controllers: [EventsController], providers: [AccountEvents, EventStreams], exports: [EventStreams] })
export class EventsModule {}
