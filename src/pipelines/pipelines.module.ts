import { Module } from '@nestjs/common';
import { PipelinesController } from './pipelines.controller';
import { PipelinesService } from './pipelines.service';
import { StageReferences } from './stage-references';
import { StagesService } from './stages.service';

@Module({
  controllers: [PipelinesController],
  providers: [PipelinesService, StageReferences, StagesService],
  exports: [PipelinesService, StageReferences, StagesService],
})
export class PipelinesModule {}
