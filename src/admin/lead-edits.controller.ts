import { Body, HttpCode, Param, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { IdPipe, idOf } from '../common/id.pipe';
import { DealsService } from '../leads/deals/deals.service';
import { BulkDto } from '../leads/staff/bulk.dto';
import { BulkService } from '../leads/staff/bulk.service';
import { EditLeadDto } from '../leads/staff/edit-lead.dto';
import { EditLeadService } from '../leads/staff/edit-lead.service';
import { StaffLeadsService } from '../leads/staff/staff-leads.service';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin } from './admin-caller';
import { Heavy } from './heavy';
import { staffLead } from './staff-leads.controller';
import { OwnerLeadDto, OwnerMoveDto } from './staff-leads.dto';

/** What an owner enters, corrects and moves by hand. */
@OwnerApi('')
export class LeadEditsController {
  constructor(
    private readonly staffLeads: StaffLeadsService,
    private readonly edits: EditLeadService,
    private readonly bulk: BulkService,
    private readonly deals: DealsService,
  ) {}

  @Post('leads')
  async add(
    @CurrentAdmin() { account }: AdminCaller,
    @Body() body: OwnerLeadDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { created, lead } = await this.staffLeads.addLead(account.id, { ...staffLead(body), ifKnown: 'show' });
    response.status(created ? 201 : 200);
    return { data: lead };
  }

  @Post('leads/bulk')
  @HttpCode(200)
  @Heavy()
  async changeSeveral(@CurrentAdmin() { account }: AdminCaller, @Body() body: BulkDto) {
    return { data: await this.bulk.change(account.id, body) };
  }

  @Patch('leads/:id')
  async edit(
    @CurrentAdmin() { account, isOperator }: AdminCaller,
    @Param('id', IdPipe) id: string,
    @Body() body: EditLeadDto,
  ) {
    const author = isOperator ? 'Suporte' : account.ownerName;
    return { data: await this.edits.edit(account.id, id, author, body) };
  }

  @Put('deals/:id/stage')
  async move(
    @CurrentAdmin() { account }: AdminCaller,
    @Param('id', IdPipe) id: string,
    @Body() { stage_id, expected_stage_id, reason }: OwnerMoveDto,
  ) {
    const expectedStageId = expected_stage_id === undefined ? undefined : idOf(expected_stage_id);
    return { data: await this.deals.moveByStaff(account.id, id, { stageId: idOf(stage_id), expectedStageId, reason }) };
  }
}
