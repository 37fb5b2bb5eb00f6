import { HttpCode, Param, Query } from '@nestjs/common';
import { Leaving } from '../../common/http/caller-left';
import { IdPipe, idOf, sentId } from '../../common/input/id.pipe';
import { momentOf } from '../../common/moment';
import { AppointmentsService } from './appointments.service';
import { AppointmentChangeDto, AppointmentDto, ListAppointmentsQuery } from './appointment.dto';
import { AccountApi, Delete, Get, Patch, Post } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../../auth/access/account-caller';
import { Described } from '../../contract/document/described';
import { responsibleOf } from '../reading/asked-responsible';
import { listedAppointmentView, plannedAppointmentView } from './appointment.view';
import { APPOINTMENTS_TEXTS } from './appointments.texts';
import { JsonBody } from '../../common/input/json-body';

@AccountApi('appointments')
@Described(APPOINTMENTS_TEXTS)
export class AppointmentsController {
  constructor(private readonly appointments: AppointmentsService) {}

  @Get('', 'leads')
  async list(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() query: ListAppointmentsQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const asked = { ...query, responsible: responsibleOf(query, caller) };
    const { appointments, nextCursor } = await this.appointments.list(caller.account, caller.viewer, asked, leaving);
    return { data: appointments.map(listedAppointmentView), next_cursor: nextCursor };
  }

  @Post('', 'leads')
  @HttpCode(201)
  async add(
    @CurrentAccountCaller() caller: AccountCaller,
    @JsonBody() { lead_id, starts_at, attended = false, missed = false, member_id, text = null }: AppointmentDto,
  ) {
    const place = { leadId: idOf(lead_id), startsAt: momentOf(starts_at) as Date, memberId: sentId(member_id) ?? null };
    const appointment = { ...place, attended, missed, text };
    return plannedAppointmentView(await this.appointments.add(caller.account.id, caller, appointment));
  }

  @Patch(':id', 'leads')
  async change(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { starts_at, member_id, ...changes }: AppointmentChangeDto,
  ) {
    const startsAt = starts_at === undefined ? undefined : momentOf(starts_at);
    const change = { ...changes, startsAt, memberId: sentId(member_id) };
    return plannedAppointmentView(await this.appointments.change(caller.account.id, caller, id, change));
  }

  @Delete(':id', 'leads')
  @HttpCode(204)
  async remove(@CurrentAccountCaller() caller: AccountCaller, @Param('id', IdPipe) id: string): Promise<void> {
    await this.appointments.remove(caller.account.id, caller, id);
  }
}
