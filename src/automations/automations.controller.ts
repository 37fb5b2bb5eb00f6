import { HttpCode, Param, Query } from '@nestjs/common';
import { AutomationDto } from './automation.dto';
import { AutomationsService } from './automations.service';
import { IdPipe } from '../common/input/id.pipe';
import { AccountApi, Delete, Get, Post } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { AUTOMATION, type AutomationView } from '../contract/pipeline';
import { IDS, NOW } from '../contract/document/examples';
import { MAX_AUTOMATIONS } from '../contract/limits';
import { NOTHING, one, page, ApiOperation, ApiTag } from '../contract/document/route-text';
import { JsonBody } from '../common/input/route-input';
import { PageQuery } from '../common/input/paging';
import type { Automation } from './automation.entity';

const AUTOMATION_EXAMPLE: AutomationView = {
  id: IDS.automation,
  stage_id: IDS.contactStage,
  idle_days: 3,
  action: { type: 'add_tag', tag: 'Parado' },
  created_at: NOW,
};

@AccountApi('')
@ApiTag('Owner: pipelines')
export class AutomationsController {
  constructor(private readonly automations: AutomationsService) {}

  @Get('stages/:id/automations', 'account')
  @ApiOperation('List the rules for deals that stay idle in a stage', {
    description: 'The oldest first.',
    answers: [page(AUTOMATION, AUTOMATION_EXAMPLE)],
    errors: ['not_found'],
  })
  async list(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Query() query: PageQuery,
  ) {
    const { rows, nextCursor } = await this.automations.list(account, id, query);
    return { data: rows.map(automationView), next_cursor: nextCursor };
  }

  @Post('stages/:id/automations', 'pipelines')
  @HttpCode(201)
  @ApiOperation('Add a rule for deals that stay idle in a stage', {
    description: `When several rules are due together for one deal, a move runs last. No rule moves a deal into or out of a won stage. A stage has at most ${MAX_AUTOMATIONS} rules: then 409 \`conflict\`.`,
    rules: [
      {
        fields: ['action.stage_id'],
        rule: 'The target of a move is another stage of the same pipeline that is not won.',
      },
    ],
    body: { idle_days: 3, action: { type: 'add_tag', tag: 'Parado' } },
    answers: [one(201, 'The rule.', AUTOMATION, AUTOMATION_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  })
  async add(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() body: AutomationDto,
  ) {
    return { data: automationView(await this.automations.add(account.id, id, body)) };
  }

  @Delete('automations/:id', 'pipelines')
  @HttpCode(204)
  @ApiOperation('Remove a rule', { answers: [NOTHING], errors: ['not_found'] })
  async remove(@CurrentAccountCaller() { account }: AccountCaller, @Param('id', IdPipe) id: string) {
    await this.automations.remove(account.id, id);
  }
}

const automationView = (automation: Automation): AutomationView => ({
  id: automation.id,
  stage_id: automation.stageId,
  idle_days: automation.idleDays,
  action: {
    type: automation.action,
    ...(automation.tag !== null && { tag: automation.tag }),
    ...(automation.targetStageId !== null && { stage_id: automation.targetStageId }),
  },
  created_at: automation.createdAt.toISOString(),
});
