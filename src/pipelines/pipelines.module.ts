import { Module } from '@nestjs/common';
import { FunnelsService } from './funnels.service';
import { PipelinesController } from './pipelines.controller';
import { PipelinesService } from './pipelines.service';
import { StagesService } from './stages.service';

@Module({
  controllers: [PipelinesController],
  providers: [FunnelsService, PipelinesService, StagesService],
  exports: [FunnelsService, PipelinesService, StagesService],
})
export class PipelinesModule {}
