import { Module } from '@nestjs/common';
import { ReadingModule } from '../leads/reading/reading.module';
import { BoardController } from './board.controller';
import { BoardService } from './board.service';
import { LeadTimelineService } from './timeline.service';
import { TimelineController } from './timeline.controller';
import { TodayController } from './today.controller';
import { TodayService } from './today.service';

@Module({
  imports: [ReadingModule],
  controllers: [BoardController, TimelineController, TodayController],
  providers: [BoardService, LeadTimelineService, TodayService],
})
export class WorkspaceModule {}
