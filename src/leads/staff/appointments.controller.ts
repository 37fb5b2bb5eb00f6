import { Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { IdPipe, idOf } from '../../common/input/id.pipe';
import { momentOf } from '../../common/moment';
import { AppointmentsService } from './appointments.service';
import { ListAppointmentsQuery } from './list-appointments.dto';
import { AccountApi } from '../../auth/access/account-api';
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

  @Get()
  async list(@CurrentAccountCaller() { account }: AccountCaller, @Query() query: ListAppointmentsQuery) {
    const { appointments, nextCursor } = await this.appointments.list(account, query);
    return { data: appointments.map(appointmentView), next_cursor: nextCursor };
  }

  @Post()
  @HttpCode(201)
  async add(
    @CurrentAccountCaller() { account }: AccountCaller,
    @JsonBody() { lead_id, starts_at, attended }: AppointmentDto,
  ) {
    const startsAt = momentOf(starts_at) as Date;
    return { data: appointmentView(await this.appointments.add(account.id, idOf(lead_id), startsAt, attended)) };
  }

  @Patch(':id')
  async setAttended(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { attended }: AttendanceDto,
  ) {
    return { data: appointmentView(await this.appointments.setAttended(account.id, id, attended)) };
  }
}
