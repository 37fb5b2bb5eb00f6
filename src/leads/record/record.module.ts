import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Activity } from './activity.entity';
import { Appointment } from './appointment.entity';
import { Closing, Deal, StageMove } from './deal.entity';
import { Conversation } from './conversation.entity';
import { SourceNames } from './source-names';
import { LeadAssignment, LeadMerge, LeadWord, Lead, ListEntry, LeadTag, Tag } from './lead.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      Activity,
      Appointment,
      Closing,
      Conversation,
      Deal,
      LeadAssignment,
      LeadMerge,
      LeadWord,
      Lead,
      ListEntry,
      StageMove,
      LeadTag,
      Tag,
    ]),
  ],
  providers: [SourceNames],
  exports: [SourceNames],
})
export class RecordModule {}
