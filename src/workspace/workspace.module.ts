import { Module } from '@nestjs/common';
import { BoardController } from './board.controller';
import { BoardService } from './board.service';
import { LeadTimelineService } from './lead-timeline.service';
import { TimelineController } from './timeline.controller';

@Module({ controllers: [BoardController, TimelineController], providers: [BoardService, LeadTimelineService] })
export class WorkspaceModule {}
