import { Body, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { IdPipe, idOf } from '../common/id.pipe';
import { momentOf } from '../common/moment';
import { AppointmentsService } from '../leads/staff/appointments.service';
import { ListAppointmentsQuery } from '../leads/staff/list-appointments.dto';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin } from './admin-caller';
import { appointmentView } from './staff-leads.controller';
import { AppointmentDto, AttendanceDto } from './staff-leads.dto';

/** The appointments of an account's leads. */
@OwnerApi('appointments')
export class AppointmentsController {
  constructor(private readonly appointments: AppointmentsService) {}

  @Get()
  async list(@CurrentAdmin() { account }: AdminCaller, @Query() query: ListAppointmentsQuery) {
    const { appointments, nextCursor } = await this.appointments.list(account, query);
    return { data: appointments.map(appointmentView), next_cursor: nextCursor };
  }

  @Post()
  @HttpCode(201)
  async add(@CurrentAdmin() { account }: AdminCaller, @Body() { lead_id, starts_at, attended }: AppointmentDto) {
    const startsAt = momentOf(starts_at) as Date;
    return { data: appointmentView(await this.appointments.add(account.id, idOf(lead_id), startsAt, attended)) };
  }

  @Patch(':id')
  async setAttended(
    @CurrentAdmin() { account }: AdminCaller,
    @Param('id', IdPipe) id: string,
    @Body() { attended }: AttendanceDto,
  ) {
    return { data: appointmentView(await this.appointments.setAttended(account.id, id, attended)) };
  }
}
