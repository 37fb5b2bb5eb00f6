import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Activity } from './activity.entity';
import { Appointment } from './appointment.entity';
import { Closing, Deal, DealChange, StageMove } from './deal.entity';
import { Conversation } from './conversation.entity';
import { PersonalTraces } from './personal-traces';
import { Return } from './return.entity';
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
      DealChange,
      LeadAssignment,
      LeadMerge,
      LeadWord,
      Lead,
      ListEntry,
      Return,
      StageMove,
      LeadTag,
      Tag,
    ]),
  ],
  providers: [PersonalTraces, SourceNames],
  exports: [PersonalTraces, SourceNames],
})
export class RecordModule {}
