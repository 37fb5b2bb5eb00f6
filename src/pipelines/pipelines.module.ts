import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Pipeline, Stage } from './pipeline.entity';
import { AccountPipelinesController } from './account-pipelines.controller';
import { PipelinesController } from './pipelines.controller';
import { PipelinesService } from './pipelines.service';
import { StageReferences, StageKinds } from './stage-references';
import { StagesService } from './stages.service';

@Module({
  imports: [TypeOrmModule.forFeature([Pipeline, Stage])],
  controllers: [PipelinesController, AccountPipelinesController],
  providers: [PipelinesService, StageKinds, StageReferences, StagesService],
  exports: [PipelinesService, StageKinds, StageReferences, StagesService],
})
export class PipelinesModule {}
