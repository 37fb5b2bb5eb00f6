import { HttpCode, Param } from '@nestjs/common';
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
import { ownerStageView } from './pipeline.queries';
import { PipelinesService } from './pipelines.service';
import { StagesService } from './stages.service';
import { AccountApi, Delete, Get, Patch, Post } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { OWNER_PIPELINE_EXAMPLE, OWNER_STAGE_EXAMPLE } from '../contract/document/examples';
import { MAX_PIPELINES, MAX_STAGES, MAX_STAGES_OF_ACCOUNT } from '../contract/limits';
import { OWNER_PIPELINE, OWNER_STAGE } from '../contract/pipeline';
import { one, type Rule, ApiOperation, ApiTag } from '../contract/document/route-text';
import { listOf } from '../contract/document/shape';
import { JsonText } from '../common/json-in-parts';
import { JsonBody } from '../common/input/route-input';

const FLAGS_RULE = 'A stage is not both won and lost; the entry stage is neither.';

export const PIPELINE_RULE = `A pipeline has at most one entry stage. ${FLAGS_RULE}`;

export const PIPELINE_LIMITS = `An account has at most ${MAX_PIPELINES} pipelines, a pipeline ${MAX_STAGES} stages, all pipelines together ${MAX_STAGES_OF_ACCOUNT}: beyond, 409 \`conflict\`.`;

const STAGE_RULES: readonly Rule[] = [
  { fields: ['is_entry', 'is_lost'], rule: FLAGS_RULE },
  { fields: ['position'], rule: '`position` is at most the number of other stages plus one.' },
];

@AccountApi('')
@ApiTag('Owner: pipelines', 'ownerPipelines')
export class AccountPipelinesController {
  constructor(
    private readonly pipelines: PipelinesService,
    private readonly stages: StagesService,
  ) {}

  @Get('pipelines', 'account')
  @ApiOperation('List the pipelines with all flags of their stages', {
    answers: [one(200, 'Default first.', listOf(OWNER_PIPELINE), [OWNER_PIPELINE_EXAMPLE])],
  })
  async list(@CurrentAccountCaller() { account }: AccountCaller) {
    return JsonText.data(await this.pipelines.listOwn(account.id));
  }

  @Post('pipelines', 'pipelines')
  @HttpCode(201)
  @ApiOperation('Add a pipeline', {
    rules: [{ fields: ['stages.*.is_entry', 'stages.*.is_lost'], rule: PIPELINE_RULE }],
    description: `A default pipeline needs an entry stage: 409 \`conflict\` without one. The former default is then no longer the default. ${PIPELINE_LIMITS}`,
    body: {
      name: 'Pós-venda',
      stages: [
        { name: 'Novo', is_entry: true },
        { name: 'Ganho', is_won: true, is_sale: true },
      ],
    },
    answers: [one(201, 'The pipeline.', OWNER_PIPELINE, OWNER_PIPELINE_EXAMPLE)],
    errors: ['conflict'],
  })
  async add(@CurrentAccountCaller() { account, actor }: AccountCaller, @JsonBody() body: PipelineDto) {
    return { data: await this.pipelines.add(account.id, newPipeline(body), actor) };
  }

  @Patch('pipelines/:id', 'pipelines')
  @ApiOperation('Rename a pipeline, make it the default, or set its rota', {
    rules: [{ fields: ['rota'], rule: '`rota` names active members.' }],
    description:
      '`rota`: new leads by the partner API, a chat, a form or an applied held submission that nobody is responsible for go to its members in turn, within 5 seconds, past those who are away. Its order means nothing: each goes to the member who was served longest ago. Not imports, leads made by hand, or leads that are there already. An empty list ends it. A pipeline without an entry stage cannot become the default, and the default one cannot be unset without another: 409 `conflict`.',
    body: { name: 'Vendas', is_default: true },
    answers: [one(200, 'The pipeline.', OWNER_PIPELINE, OWNER_PIPELINE_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  })
  async change(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() body: PipelineChangesDto,
  ) {
    const changes = { name: body.name, isDefault: body.is_default, rota: body.rota?.map(idOf) };
    return { data: await this.pipelines.change(account.id, id, changes, actor) };
  }

  @Delete('pipelines/:id', 'pipelines')
  @ApiOperation('Remove a pipeline without deals', {
    description: 'The default pipeline stays: 409 `conflict`.',
    answers: [one(200, 'The pipeline as it was.', OWNER_PIPELINE, OWNER_PIPELINE_EXAMPLE)],
    errors: ['not_found', 'conflict', 'stage_in_use'],
  })
  async remove(@CurrentAccountCaller() { account, actor }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.pipelines.remove(account.id, id, actor) };
  }

  @Post('pipelines/:id/stages', 'pipelines')
  @HttpCode(201)
  @ApiOperation('Add a stage', {
    rules: STAGE_RULES,
    description: `With \`is_entry\` it takes the flag from the stage that had it. ${PIPELINE_LIMITS}`,
    body: { name: 'Em contato', position: 2 },
    answers: [one(201, 'The stage.', OWNER_STAGE, OWNER_STAGE_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  })
  async addStage(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() body: NewStageDto,
  ) {
    return { data: ownerStageView(await this.stages.add(account.id, id, newStage(body), body.position, actor)) };
  }

  @Patch('stages/:id', 'pipelines')
  @ApiOperation('Change a stage, or its place in the pipeline', {
    description:
      'With `is_entry: true` it takes the flag from the stage that had it. The entry stage of the default pipeline cannot lose the flag in another way: 409 `conflict`.',
    rules: STAGE_RULES,
    body: { name: 'Em contato', position: 3 },
    answers: [one(200, 'The stage.', OWNER_STAGE, OWNER_STAGE_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  })
  async changeStage(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() body: StageChangesDto,
  ) {
    return { data: ownerStageView(await this.stages.change(account.id, id, stageChanges(body), body.position, actor)) };
  }

  @Delete('stages/:id', 'pipelines')
  @ApiOperation('Remove a stage without deals', {
    description:
      'The entry stage of the default pipeline and the target of an automation stay: 409 `conflict`, with a message that says what to do first.',
    answers: [one(200, 'The stage as it was.', OWNER_STAGE, OWNER_STAGE_EXAMPLE)],
    errors: ['not_found', 'conflict', 'stage_in_use'],
  })
  async removeStage(@CurrentAccountCaller() { account, actor }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: ownerStageView(await this.stages.remove(account.id, id, actor)) };
  }
}
