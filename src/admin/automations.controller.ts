import { Body, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { AutomationDto } from '../automations/automation.dto';
import { automationView } from '../automations/automation.view';
import { AutomationsService } from '../automations/automations.service';
import { IdPipe } from '../common/id.pipe';
import { PageQuery } from '../common/page.dto';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin } from './admin-caller';

/** The rules of the owner's stages. */
@OwnerApi('')
export class AutomationsController {
  constructor(private readonly automations: AutomationsService) {}

  @Get('stages/:id/automations')
  async list(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string, @Query() query: PageQuery) {
    const { rows, nextCursor } = await this.automations.list(account, id, query);
    return { data: rows.map(automationView), next_cursor: nextCursor };
  }

  @Post('stages/:id/automations')
  @HttpCode(201)
  async add(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string, @Body() body: AutomationDto) {
    return { data: automationView(await this.automations.add(account.id, id, body)) };
  }

  @Delete('automations/:id')
  @HttpCode(204)
  async remove(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string) {
    await this.automations.remove(account.id, id);
  }
}
