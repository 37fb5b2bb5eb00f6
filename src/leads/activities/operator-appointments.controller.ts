import { HttpCode, Param, Patch, Post } from '@nestjs/common';
import { IdPipe, idOf } from '../../common/input/id.pipe';
import { momentOf } from '../../common/moment';
import { AppointmentsService } from './appointments.service';
import { staffAppointmentView } from './appointments.queries';
import { OperatorApi } from '../../auth/access/account-api';
import type { Actor } from '../../accounts/actor';
import { CurrentOperator } from '../../auth/access/account-caller';
import { STAFF_APPOINTMENT } from '../../contract/day/appointment';
import { IDS, NOW } from '../../contract/document/examples';
import { one, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { DEFAULT_APPOINTMENT_MINUTES } from '../../contract/limits';
import { JsonBody } from '../../common/input/route-input';
import { AttendanceDto, StaffAppointmentDto } from './activities.dto';

const STAFF_APPOINTMENT_EXAMPLE = { id: IDS.appointment, lead_id: IDS.lead, starts_at: NOW, attended: false };

@OperatorApi('accounts/:accountId/appointments')
@ApiTag('Operator: back office', 'staffLeads')
export class OperatorAppointmentsController {
  constructor(private readonly appointments: AppointmentsService) {}

  @Post()
  @HttpCode(201)
  @ApiOperation('Add an appointment of a lead', {
    body: { lead_id: IDS.lead, starts_at: NOW, attended: false },
    answers: [one(201, 'The appointment.', STAFF_APPOINTMENT, STAFF_APPOINTMENT_EXAMPLE)],
    errors: ['not_found'],
  })
  async addAppointment(
    @CurrentOperator() operator: Actor,
    @Param('accountId', IdPipe) accountId: string,
    @JsonBody() body: StaffAppointmentDto,
  ) {
    const { lead_id, starts_at, attended } = body;
    const rest = { minutes: DEFAULT_APPOINTMENT_MINUTES, missed: false, memberId: null, text: null };
    const planned = { leadId: idOf(lead_id), startsAt: momentOf(starts_at) as Date, attended, ...rest };
    return { data: staffAppointmentView((await this.appointments.add(accountId, operator, planned)).appointment) };
  }

  @Patch(':id')
  @ApiOperation('Say whether an appointment was attended', {
    body: { attended: true },
    answers: [one(200, 'The appointment.', STAFF_APPOINTMENT, { ...STAFF_APPOINTMENT_EXAMPLE, attended: true })],
    errors: ['not_found'],
  })
  async setAttended(
    @CurrentOperator() operator: Actor,
    @Param('accountId', IdPipe) accountId: string,
    @Param('id', IdPipe) id: string,
    @JsonBody() { attended }: AttendanceDto,
  ) {
    const { appointment } = await this.appointments.change(accountId, operator, id, { attended });
    return { data: staffAppointmentView(appointment) };
  }
}
