import { HttpCode, Param, Query } from '@nestjs/common';
import { Leaving } from '../../common/http/caller-left';
import { IdPipe, idOf, sentId } from '../../common/input/id.pipe';
import { momentOf } from '../../common/moment';
import { AppointmentsService } from './appointments.service';
import { AccountApi, Delete, Get, Patch, Post } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller, responsibleOf } from '../../auth/access/account-caller';
import { listedAppointmentView, plannedAppointmentView } from './appointments.queries';
import { LISTED_APPOINTMENT, PLANNED_APPOINTMENT } from '../../contract/day/appointment';
import { IDS, LEAD_EXAMPLE, NOW, APPOINTMENT_EXAMPLE } from '../../contract/document/examples';
import { answer, NOTHING, page, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { DEFAULT_APPOINTMENT_MINUTES, MAX_APPOINTMENTS } from '../../contract/limits';
import { JsonBody } from '../../common/input/route-input';
import { AppointmentChangeDto, AppointmentDto, DaysQuery } from './activities.dto';

const LISTED_EXAMPLE = {
  ...APPOINTMENT_EXAMPLE,
  lead: { name: LEAD_EXAMPLE.name, phone: LEAD_EXAMPLE.phone, responsible_id: null },
};
const OVERLAP =
  'Another appointment of the same member at that time is a warning, no refusal: `overlap` with its hours, or `busy` where the caller may not see its lead. One that begins when the other ends is not at that time.';
const RULES = [
  { fields: ['missed'], rule: 'Not both `attended` and `missed` are true.' },
  { fields: ['member_id'], rule: '`member_id` is an active member who may see the lead, or null.' },
];

@AccountApi('appointments')
@ApiTag('Owner: people', 'appointments')
export class AccountAppointmentsController {
  constructor(private readonly appointments: AppointmentsService) {}

  @Get('', 'leads')
  @ApiOperation('List the appointments in the order of their beginning', {
    description:
      '`from` and `to` are Brasília days, both included. `responsible` is a member’s id, `me` or `none`: of the appointment, or of its lead where the appointment names nobody.',
    answers: [page(LISTED_APPOINTMENT, LISTED_EXAMPLE)],
  })
  async list(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() query: DaysQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const filters = { ...query, responsible: responsibleOf(query, caller) };
    const { rows, nextCursor } = await this.appointments.list(caller.account, caller.actor, filters, leaving);
    return { data: rows.map(listedAppointmentView), next_cursor: nextCursor };
  }

  @Post('', 'leads')
  @HttpCode(201)
  @ApiOperation('Make an appointment with a lead', {
    description: `${OVERLAP} A lead has at most ${MAX_APPOINTMENTS}: beyond, 409 \`conflict\`. Without \`minutes\` it lasts ${DEFAULT_APPOINTMENT_MINUTES}.`,
    rules: RULES,
    body: { lead_id: IDS.lead, starts_at: NOW, minutes: 45, text: APPOINTMENT_EXAMPLE.text },
    answers: [answer(201, 'The appointment.', PLANNED_APPOINTMENT, { data: APPOINTMENT_EXAMPLE })],
    errors: ['not_found', 'conflict'],
  })
  async add(
    @CurrentAccountCaller() caller: AccountCaller,
    @JsonBody()
    {
      lead_id,
      starts_at,
      attended = false,
      missed = false,
      member_id,
      text = null,
      minutes = DEFAULT_APPOINTMENT_MINUTES,
    }: AppointmentDto,
  ) {
    const [leadId, startsAt, memberId] = [idOf(lead_id), momentOf(starts_at) as Date, sentId(member_id) ?? null];
    const appointment = { leadId, startsAt, minutes, memberId, attended, missed, text };
    return plannedAppointmentView(await this.appointments.add(caller.account.id, caller.actor, appointment));
  }

  @Patch(':id', 'leads')
  @ApiOperation('Move an appointment, or say whether the person came', {
    description: OVERLAP,
    rules: RULES,
    body: { attended: true },
    answers: [
      answer(200, 'The appointment.', PLANNED_APPOINTMENT, { data: { ...APPOINTMENT_EXAMPLE, attended: true } }),
    ],
    errors: ['not_found'],
  })
  async change(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { starts_at, member_id, ...changes }: AppointmentChangeDto,
  ) {
    const startsAt = starts_at === undefined ? undefined : momentOf(starts_at);
    const change = { ...changes, startsAt, memberId: sentId(member_id) };
    return plannedAppointmentView(await this.appointments.change(caller.account.id, caller.actor, id, change));
  }

  @Delete(':id', 'leads')
  @HttpCode(204)
  @ApiOperation('Delete an appointment', {
    answers: [NOTHING],
    errors: ['not_found'],
  })
  async remove(@CurrentAccountCaller() caller: AccountCaller, @Param('id', IdPipe) id: string): Promise<void> {
    await this.appointments.remove(caller.account.id, caller.actor, id);
  }
}
