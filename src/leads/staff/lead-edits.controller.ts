import { HttpCode, Param, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { IdPipe, idOf } from '../../common/input/id.pipe';
import { DealsService } from '../deals/deals.service';
import { BulkDto } from './bulk.dto';
import { BulkService } from './bulk.service';
import { EditLeadDto } from './edit-lead.dto';
import { EditLeadService, staffEditor } from '../intake/edit-lead.service';
import { StaffLeadsService } from './staff-leads.service';
import { AccountApi } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../../auth/access/account-caller';
import { Heavy } from '../../auth/access/heavy.interceptor';
import { staffLead } from './back-office-leads.controller';
import { AccountLeadDto, AccountMoveDto } from './back-office-leads.dto';
import { Described } from '../../contract/document/described';
import { LEAD_EDITS_TEXTS } from './lead-edits.texts';
import { JsonBody } from '../../common/input/json-body';

@AccountApi('')
@Described(LEAD_EDITS_TEXTS)
export class LeadEditsController {
  constructor(
    private readonly staffLeads: StaffLeadsService,
    private readonly edits: EditLeadService,
    private readonly bulk: BulkService,
    private readonly deals: DealsService,
  ) {}

  @Post('leads')
  async add(
    @CurrentAccountCaller() { account }: AccountCaller,
    @JsonBody() body: AccountLeadDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { created, lead } = await this.staffLeads.addLead(account.id, { ...staffLead(body), ifKnown: 'show' });
    response.status(created ? 201 : 200);
    return { data: lead };
  }

  @Post('leads/bulk')
  @HttpCode(200)
  @Heavy()
  async changeSeveral(@CurrentAccountCaller() { account }: AccountCaller, @JsonBody() body: BulkDto) {
    return { data: await this.bulk.change(account.id, body) };
  }

  @Patch('leads/:id')
  async edit(
    @CurrentAccountCaller() { account, isOperator }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() body: EditLeadDto,
  ) {
    const editor = staffEditor(isOperator ? 'Suporte' : account.ownerName);
    return { data: (await this.edits.edit(account.id, editor, id, body)).lead };
  }

  @Put('deals/:id/stage')
  async move(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { stage_id, expected_stage_id, reason }: AccountMoveDto,
  ) {
    const expectedStageId = expected_stage_id === undefined ? undefined : idOf(expected_stage_id);
    return { data: await this.deals.moveByStaff(account.id, id, { stageId: idOf(stage_id), expectedStageId, reason }) };
  }
}
