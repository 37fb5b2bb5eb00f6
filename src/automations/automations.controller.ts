import { HttpCode, Param, Query } from '@nestjs/common';
import { AutomationDto } from './automation.dto';
import { automationView } from './automation.view';
import { AutomationsService } from './automations.service';
import { IdPipe } from '../common/input/id.pipe';
import { PageQuery } from '../common/input/page.dto';
import { AccountApi, Delete, Get, Post } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { Described } from '../contract/document/described';
import { AUTOMATIONS_TEXTS } from './automations.texts';
import { JsonBody } from '../common/input/json-body';

@AccountApi('')
@Described(AUTOMATIONS_TEXTS)
export class AutomationsController {
  constructor(private readonly automations: AutomationsService) {}

  @Get('stages/:id/automations', 'account')
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
  async add(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() body: AutomationDto,
  ) {
    return { data: automationView(await this.automations.add(account.id, id, body)) };
  }

  @Delete('automations/:id', 'pipelines')
  @HttpCode(204)
  async remove(@CurrentAccountCaller() { account }: AccountCaller, @Param('id', IdPipe) id: string) {
    await this.automations.remove(account.id, id);
  }
}
