import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Activity } from './activity.entity';
import { Appointment } from './appointment.entity';
import { Closing } from './closing.entity';
import { Conversation } from './conversation.entity';
import { Deal } from './deal.entity';
import { LeadAssignment } from './lead-assignment.entity';
import { LeadMerge } from './lead-merge.entity';
import { LeadWord } from './lead-word.entity';
import { Lead } from './lead.entity';
import { ListEntry } from './list-entry.entity';
import { StageMove } from './stage-move.entity';
import { LeadTag } from './tags/lead-tag.entity';
import { Tag } from './tags/tag.entity';

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
})
export class RecordModule {}
