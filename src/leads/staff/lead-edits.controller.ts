import { HttpCode, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { IdPipe, idOf } from '../../common/input/id.pipe';
import { findName } from '../../accounts/members/members.queries';
import { Database } from '../../database/database';
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
    private readonly database: Database,
  ) {}

  @Post('leads', 'leads')
  async add(
    @CurrentAccountCaller() caller: AccountCaller,
    @JsonBody() { responsible_id, ...body }: AccountLeadDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const input = { ...staffLead(body), responsibleId: memberIdOf(responsible_id), ifKnown: 'show' } as const;
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
    const { account, member } = caller;
    const isSigned = body.note !== undefined && member;
    const name = isSigned ? await this.database.read(findName(account.id, member.id)) : undefined;
    const editor = staffEditor(member ? (name ?? '') : 'Suporte', staffOf(caller));
    const edits = { ...body, responsible_id: memberIdOf(responsible_id) };
    return { data: (await this.edits.edit(account.id, editor, id, edits)).lead };
  }

  @Put('deals/:id/stage', 'leads')
  async move(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { stage_id, expected_stage_id, reason }: AccountMoveDto,
  ) {
    const expectedStageId = expected_stage_id === undefined ? undefined : idOf(expected_stage_id);
    const move = { stageId: idOf(stage_id), expectedStageId, reason };
    return { data: await this.deals.moveByStaff(caller.account.id, staffOf(caller), id, move) };
  }
}

const memberIdOf = (sent: string | null | undefined): string | null | undefined =>
  typeof sent === 'string' ? idOf(sent) : sent;
