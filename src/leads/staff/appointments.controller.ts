import { HttpCode, Param, Query } from '@nestjs/common';
import { IdPipe, idOf } from '../../common/input/id.pipe';
import { momentOf } from '../../common/moment';
import { AppointmentsService } from './appointments.service';
import { ListAppointmentsQuery } from './list-appointments.dto';
import { AccountApi, Get, Patch, Post } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../../auth/access/account-caller';
import { appointmentView } from './back-office-leads.controller';
import { AppointmentDto, AttendanceDto } from './back-office-leads.dto';
import { Described } from '../../contract/document/described';
import { APPOINTMENTS_TEXTS } from './appointments.texts';
import { JsonBody } from '../../common/input/json-body';

@AccountApi('appointments')
@Described(APPOINTMENTS_TEXTS)
export class AppointmentsController {
  constructor(private readonly appointments: AppointmentsService) {}

  @Get('', 'leads')
  async list(@CurrentAccountCaller() { account, viewer }: AccountCaller, @Query() query: ListAppointmentsQuery) {
    const { appointments, nextCursor } = await this.appointments.list(account, viewer, query);
    return { data: appointments.map(appointmentView), next_cursor: nextCursor };
  }

  @Post('', 'leads')
  @HttpCode(201)
  async add(
    @CurrentAccountCaller() { account, viewer }: AccountCaller,
    @JsonBody() { lead_id, starts_at, attended }: AppointmentDto,
  ) {
    const appointment = { leadId: idOf(lead_id), startsAt: momentOf(starts_at) as Date, attended };
    return { data: appointmentView(await this.appointments.add(account.id, viewer, appointment)) };
  }

  @Patch(':id', 'leads')
  async setAttended(
    @CurrentAccountCaller() { account, viewer }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { attended }: AttendanceDto,
  ) {
    return { data: appointmentView(await this.appointments.setAttended(account.id, viewer, id, attended)) };
  }
}
