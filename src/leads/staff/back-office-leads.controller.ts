import { HttpCode, Param, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { eachText } from '../../contract/lead-fields';
import { AccountsService } from '../../accounts/accounts.service';
import { IdPipe, idOf } from '../../common/input/id.pipe';
import { momentOf } from '../../common/moment';
import { AppointmentsService } from './appointments.service';
import { staffAppointmentView } from './appointment.view';
import { viewDeal } from '../deals/deals.queries';
import { DealsService } from '../deals/deals.service';
import { parsePhone, type Phone } from '../record/phone';
import { BACK_OFFICE_EDITOR, EditLeadService } from '../intake/edit-lead.service';
import { BACK_OFFICE_ENTERER, StaffLeadsService } from './staff-leads.service';
import { OperatorApi } from '../../auth/access/account-api';
import { BACK_OFFICE } from '../../auth/access/account-caller';
import {
  AttendanceDto,
  OriginDto,
  type AccountLeadDto,
  StaffAppointmentDto,
  StaffConversationDto,
  StaffLeadDto,
  StaffMoveDto,
} from './back-office-leads.dto';
import { Described } from '../../contract/document/described';
import { BACK_OFFICE_LEADS_TEXTS } from './back-office-leads.texts';
import { JsonBody } from '../../common/input/json-body';

@OperatorApi('accounts/:accountId')
@Described(BACK_OFFICE_LEADS_TEXTS, 'staffLeads')
export class BackOfficeLeadsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly staffLeads: StaffLeadsService,
    private readonly edits: EditLeadService,
    private readonly deals: DealsService,
    private readonly appointments: AppointmentsService,
  ) {}

  @Post('conversations')
  async addConversation(
    @Param('accountId', IdPipe) accountId: string,
    @JsonBody() body: StaffConversationDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const account = await this.accounts.get(accountId);
    const { created, conversation } = await this.staffLeads.addConversation(account.id, {
      phone: parsePhone(body.phone) as Phone,
      channel: body.channel,
      name: body.name ?? null,
      createdAt: body.created_at === undefined ? undefined : momentOf(body.created_at),
    });
    response.status(created ? 201 : 200);
    return { data: conversation };
  }

  @Post('leads')
  @HttpCode(201)
  async addLead(@Param('accountId', IdPipe) accountId: string, @JsonBody() body: StaffLeadDto) {
    const account = await this.accounts.get(accountId);
    const ifKnown = body.allow_duplicate ? 'add' : 'refuse';
    const { lead } = await this.staffLeads.addLead(account.id, BACK_OFFICE_ENTERER, { ...staffLead(body), ifKnown });
    return { data: lead };
  }

  @Patch('leads/:leadId')
  async fillOrigin(
    @Param('accountId', IdPipe) accountId: string,
    @Param('leadId', IdPipe) leadId: string,
    @JsonBody() { origin }: OriginDto,
  ) {
    return { data: (await this.edits.edit(accountId, BACK_OFFICE_EDITOR, leadId, { origin })).lead };
  }

  @Put('deals/:dealId/stage')
  async moveDeal(
    @Param('accountId', IdPipe) accountId: string,
    @Param('dealId', IdPipe) dealId: string,
    @JsonBody() { stage_id }: StaffMoveDto,
  ) {
    const move = { stageId: idOf(stage_id), view: viewDeal };
    return { data: await this.deals.moveByStaff(accountId, BACK_OFFICE, dealId, move) };
  }

  @Post('appointments')
  @HttpCode(201)
  async addAppointment(@Param('accountId', IdPipe) accountId: string, @JsonBody() body: StaffAppointmentDto) {
    const { lead_id, starts_at, attended } = body;
    const rest = { missed: false, memberId: null, text: null };
    const planned = { leadId: idOf(lead_id), startsAt: momentOf(starts_at) as Date, attended, ...rest };
    return { data: staffAppointmentView((await this.appointments.add(accountId, BACK_OFFICE, planned)).appointment) };
  }

  @Patch('appointments/:id')
  async setAttended(
    @Param('accountId', IdPipe) accountId: string,
    @Param('id', IdPipe) id: string,
    @JsonBody() { attended }: AttendanceDto,
  ) {
    const { appointment } = await this.appointments.change(accountId, BACK_OFFICE, id, { attended });
    return { data: staffAppointmentView(appointment) };
  }
}

export const staffLead = (body: AccountLeadDto | StaffLeadDto) => ({
  phone: parsePhone(body.phone) as Phone,
  ...eachText((text) => body[text] ?? null),
  tags: body.tags ?? [],
  origin: body.origin,
  createdAt: body.created_at === undefined ? undefined : momentOf(body.created_at),
  deals: (body.deals ?? []).map(({ stage_id, value }) => ({ stageId: idOf(stage_id), value: value ?? null })),
});
