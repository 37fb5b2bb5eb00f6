import { HttpCode, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { IdPipe, idOf, sentId } from '../../common/input/id.pipe';
import { momentOf } from '../../common/moment';
import { DealEditsService } from '../deals/deal-edits.service';
import { viewOwnerDeal } from '../deals/deals.queries';
import { DealsService } from '../deals/deals.service';
import { BulkDto } from './bulk.dto';
import { BulkService } from './bulk.service';
import { EditLeadDto } from './edit-lead.dto';
import { EditLeadService, staffEditor } from '../intake/edit-lead.service';
import { enterer, StaffLeadsService } from './staff-leads.service';
import { AccountApi, Patch, Post, Put } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller, staffOf } from '../../auth/access/account-caller';
import { Heavy } from '../../auth/access/heavy.interceptor';
import { staffLead } from './back-office-leads.controller';
import { AccountLeadDto, AccountMoveDto, DealValueDto, StaffDealDto } from './back-office-leads.dto';
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
    private readonly dealEdits: DealEditsService,
  ) {}

  @Post('leads', 'leads')
  async add(
    @CurrentAccountCaller() caller: AccountCaller,
    @JsonBody() { responsible_id, ...body }: AccountLeadDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const input = { ...staffLead(body), responsibleId: sentId(responsible_id), ifKnown: 'show' } as const;
    const { created, lead } = await this.staffLeads.addLead(caller.account.id, enterer(staffOf(caller)), input);
    response.status(created ? 201 : 200);
    return { data: lead };
  }

  @Post('leads/bulk', 'leads')
  @HttpCode(200)
  @Heavy()
  async changeSeveral(@CurrentAccountCaller() caller: AccountCaller, @JsonBody() body: BulkDto) {
    return { data: await this.bulk.change(caller.account.id, staffOf(caller), body) };
  }

  @Patch('leads/:id', 'leads')
  async edit(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { responsible_id, ...body }: EditLeadDto,
  ) {
    const edits = { ...body, responsible_id: sentId(responsible_id) };
    return { data: (await this.edits.edit(caller.account.id, staffEditor(staffOf(caller)), id, edits)).lead };
  }

  @Put('deals/:id/stage', 'leads')
  async move(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { stage_id, expected_stage_id, reason, closed_value, closed_at }: AccountMoveDto,
  ) {
    const expectedStageId = expected_stage_id === undefined ? undefined : idOf(expected_stage_id);
    const closing = {
      reason,
      value: closed_value,
      closedAt: closed_at === undefined ? undefined : momentOf(closed_at),
    };
    const move = { stageId: idOf(stage_id), expectedStageId, ...closing, view: viewOwnerDeal };
    return { data: await this.deals.moveByStaff(caller.account.id, staffOf(caller), id, move) };
  }

  @Post('leads/:id/deals', 'leads')
  @HttpCode(201)
  async addDeal(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { stage_id, value }: StaffDealDto,
  ) {
    const deal = { stageId: idOf(stage_id), value: value ?? null };
    return { data: await this.dealEdits.add(caller.account.id, staffOf(caller), id, deal) };
  }

  @Patch('deals/:id', 'leads')
  async setValue(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { value, expected_updated_at }: DealValueDto,
  ) {
    const edit = { value, expectedUpdatedAt: expected_updated_at };
    return { data: await this.dealEdits.setValue(caller.account.id, staffOf(caller), id, edit) };
  }
}
