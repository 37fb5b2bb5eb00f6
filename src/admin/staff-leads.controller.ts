import { Body, HttpCode, Param, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { AppointmentView } from '../contract/appointment';
import { AccountsService } from '../accounts/accounts.service';
import { IdPipe, idOf } from '../common/id.pipe';
import { momentOf } from '../common/moment';
import { AppointmentsService } from '../leads/staff/appointments.service';
import type { Appointment } from '../leads/record/appointment.entity';
import { DealsService } from '../leads/deals/deals.service';
import { parsePhone, type Phone } from '../leads/record/phone';
import { EditLeadService } from '../leads/staff/edit-lead.service';
import { StaffLeadsService } from '../leads/staff/staff-leads.service';
import { OperatorApi } from './admin-api';
import {
  AppointmentDto,
  AttendanceDto,
  OriginDto,
  type OwnerLeadDto,
  StaffConversationDto,
  StaffLeadDto,
  StaffMoveDto,
} from './staff-leads.dto';

/** What the back office enters into an account. */
@OperatorApi('accounts/:accountId')
export class StaffLeadsController {
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
    @Body() body: StaffConversationDto,
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
  async addLead(@Param('accountId', IdPipe) accountId: string, @Body() body: StaffLeadDto) {
    const account = await this.accounts.get(accountId);
    const ifKnown = body.allow_duplicate ? 'add' : 'refuse';
    const { lead } = await this.staffLeads.addLead(account.id, { ...staffLead(body), ifKnown });
    return { data: lead };
  }

  @Patch('leads/:leadId')
  async fillOrigin(
    @Param('accountId', IdPipe) accountId: string,
    @Param('leadId', IdPipe) leadId: string,
    @Body() { origin }: OriginDto,
  ) {
    return { data: await this.edits.edit(accountId, leadId, '', { origin }) };
  }

  @Put('deals/:dealId/stage')
  async moveDeal(
    @Param('accountId', IdPipe) accountId: string,
    @Param('dealId', IdPipe) dealId: string,
    @Body() { stage_id }: StaffMoveDto,
  ) {
    return { data: await this.deals.moveByStaff(accountId, dealId, { stageId: idOf(stage_id) }) };
  }

  @Post('appointments')
  @HttpCode(201)
  async addAppointment(@Param('accountId', IdPipe) accountId: string, @Body() body: AppointmentDto) {
    const startsAt = momentOf(body.starts_at) as Date;
    return {
      data: appointmentView(await this.appointments.add(accountId, idOf(body.lead_id), startsAt, body.attended)),
    };
  }

  @Patch('appointments/:id')
  async setAttended(
    @Param('accountId', IdPipe) accountId: string,
    @Param('id', IdPipe) id: string,
    @Body() { attended }: AttendanceDto,
  ) {
    return { data: appointmentView(await this.appointments.setAttended(accountId, id, attended)) };
  }
}

/** A lead as it was entered. */
export const staffLead = (body: OwnerLeadDto) => ({
  phone: parsePhone(body.phone) as Phone,
  name: body.name ?? null,
  email: body.email ?? null,
  tags: body.tags ?? [],
  origin: body.origin,
  createdAt: body.created_at === undefined ? undefined : momentOf(body.created_at),
  deals: (body.deals ?? []).map(({ stage_id, value }) => ({ stageId: idOf(stage_id), value: value ?? null })),
});

/** An appointment as the admin API shows it. */
export const appointmentView = (appointment: Appointment): AppointmentView => ({
  id: appointment.id,
  lead_id: appointment.leadId,
  starts_at: appointment.startsAt.toISOString(),
  attended: appointment.attended,
});
