import { Body, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { Leaving } from '../common/caller-left';
import { IdPipe } from '../common/id.pipe';
import {
  newPipeline,
  newStage,
  NewStageDto,
  PipelineChangesDto,
  PipelineDto,
  stageChanges,
  StageChangesDto,
} from '../pipelines/pipeline.dto';
import { ownerPipelineView, ownerStageView } from '../pipelines/pipeline.view';
import { PipelinesService } from '../pipelines/pipelines.service';
import { StagesService } from '../pipelines/stages.service';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin } from './admin-caller';
import { BoardQuery } from './board.dto';
import { BoardService } from './board.service';
import { Heavy } from './heavy';

/** The owner's pipelines and their stages. */
@OwnerApi('')
export class OwnerPipelinesController {
  constructor(
    private readonly pipelines: PipelinesService,
    private readonly stages: StagesService,
    private readonly boards: BoardService,
  ) {}

  @Get('pipelines')
  async list(@CurrentAdmin() { account }: AdminCaller) {
    return { data: (await this.pipelines.list(account.id)).map(ownerPipelineView) };
  }

  @Post('pipelines')
  @HttpCode(201)
  async add(@CurrentAdmin() { account }: AdminCaller, @Body() body: PipelineDto) {
    return { data: ownerPipelineView(await this.pipelines.add(account.id, newPipeline(body))) };
  }

  @Patch('pipelines/:id')
  async change(
    @CurrentAdmin() { account }: AdminCaller,
    @Param('id', IdPipe) id: string,
    @Body() body: PipelineChangesDto,
  ) {
    const changes = { name: body.name, isDefault: body.is_default };
    return { data: ownerPipelineView(await this.pipelines.change(account.id, id, changes)) };
  }

  @Delete('pipelines/:id')
  async remove(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string) {
    return { data: ownerPipelineView(await this.pipelines.remove(account.id, id)) };
  }

  @Get('pipelines/:id/board')
  @Heavy()
  async board(
    @CurrentAdmin() { account }: AdminCaller,
    @Param('id', IdPipe) id: string,
    @Query() query: BoardQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    return { data: await this.boards.show(account, id, query, leaving) };
  }

  @Post('pipelines/:id/stages')
  @HttpCode(201)
  async addStage(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string, @Body() body: NewStageDto) {
    return { data: ownerStageView(await this.stages.add(account.id, id, newStage(body), body.position)) };
  }

  @Patch('stages/:id')
  async changeStage(
    @CurrentAdmin() { account }: AdminCaller,
    @Param('id', IdPipe) id: string,
    @Body() body: StageChangesDto,
  ) {
    return { data: ownerStageView(await this.stages.change(account.id, id, stageChanges(body), body.position)) };
  }

  @Delete('stages/:id')
  async removeStage(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string) {
    return { data: ownerStageView(await this.stages.remove(account.id, id)) };
  }
}
