import { HttpCode, Param } from '@nestjs/common';
import { JsonText } from '../common/http/json-text';
import { IdPipe, idOf } from '../common/input/id.pipe';
import {
  newPipeline,
  newStage,
  NewStageDto,
  PipelineChangesDto,
  PipelineDto,
  stageChanges,
  StageChangesDto,
} from './pipeline.dto';
import { ownerStageView } from './pipeline.view';
import { PipelinesService } from './pipelines.service';
import { StagesService } from './stages.service';
import { AccountApi, Delete, Get, Patch, Post } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { Described } from '../contract/document/described';
import { ACCOUNT_PIPELINES_TEXTS } from './account-pipelines.texts';
import { JsonBody } from '../common/input/json-body';

@AccountApi('')
@Described(ACCOUNT_PIPELINES_TEXTS, 'ownerPipelines')
export class AccountPipelinesController {
  constructor(
    private readonly pipelines: PipelinesService,
    private readonly stages: StagesService,
  ) {}

  @Get('pipelines', 'account')
  async list(@CurrentAccountCaller() { account }: AccountCaller) {
    return JsonText.data(await this.pipelines.listOwn(account.id));
  }

  @Post('pipelines', 'pipelines')
  @HttpCode(201)
  async add(@CurrentAccountCaller() { account }: AccountCaller, @JsonBody() body: PipelineDto) {
    return { data: await this.pipelines.add(account.id, newPipeline(body)) };
  }

  @Patch('pipelines/:id', 'pipelines')
  async change(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() body: PipelineChangesDto,
  ) {
    const changes = { name: body.name, isDefault: body.is_default, rota: body.rota?.map(idOf) };
    return { data: await this.pipelines.change(account.id, id, changes) };
  }

  @Delete('pipelines/:id', 'pipelines')
  async remove(@CurrentAccountCaller() { account }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.pipelines.remove(account.id, id) };
  }

  @Post('pipelines/:id/stages', 'pipelines')
  @HttpCode(201)
  async addStage(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() body: NewStageDto,
  ) {
    return { data: ownerStageView(await this.stages.add(account.id, id, newStage(body), body.position)) };
  }

  @Patch('stages/:id', 'pipelines')
  async changeStage(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() body: StageChangesDto,
  ) {
    return { data: ownerStageView(await this.stages.change(account.id, id, stageChanges(body), body.position)) };
  }

  @Delete('stages/:id', 'pipelines')
  async removeStage(@CurrentAccountCaller() { account }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: ownerStageView(await this.stages.remove(account.id, id)) };
  }
}
