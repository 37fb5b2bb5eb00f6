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
import { JsonBody } from '../../common/input/json-body';
import { STAFF_APPOINTMENT } from '../../contract/day/appointment';
import { CONVERSATION, type ConversationView } from '../../contract/person';
import { DEAL } from '../../contract/deal';
import { DEAL_EXAMPLE, IDS, LEAD_EXAMPLE, NOW } from '../../contract/document/examples';
import { LEAD } from '../../contract/lead';
import { one, ApiOperation, ApiTag } from '../../contract/document/route-text';

const CONVERSATION_EXAMPLE: ConversationView = {
  id: IDS.conversation,
  phone: LEAD_EXAMPLE.phone,
  channel: 'chat',
  lead_id: null,
  created_at: NOW,
};
const STAFF_APPOINTMENT_EXAMPLE = { id: IDS.appointment, lead_id: IDS.lead, starts_at: NOW, attended: false };

@OperatorApi('accounts/:accountId')
@ApiTag('Operator: back office', 'staffLeads')
export class BackOfficeLeadsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly staffLeads: StaffLeadsService,
    private readonly edits: EditLeadService,
    private readonly deals: DealsService,
    private readonly appointments: AppointmentsService,
  ) {}

  @Post('conversations')
  @ApiOperation('Record a contact of another channel', {
    description:
      'A known phone keeps its conversation. Where it has no name, it takes the one that is sent, and so do its leads without a name.',
    body: { phone: '(11) 98765-4321', channel: 'chat' },
    answers: [
      one(201, 'A new conversation.', CONVERSATION, CONVERSATION_EXAMPLE),
      one(200, 'The phone was known: its conversation.', CONVERSATION, CONVERSATION_EXAMPLE),
    ],
    errors: ['not_found'],
  })
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
  @ApiOperation('Enter or import a lead', {
    description:
      'Also takes a second lead on one phone (`allow_duplicate`), several deals in one pipeline, and deals that are won.',
    rules: [{ fields: ['deals.*.stage_id'], rule: 'Each stage is the account’s.' }],
    body: { phone: '(11) 98765-4321', name: 'Maria Silva', deals: [{ stage_id: IDS.wonStage, value: 1500 }] },
    answers: [one(201, 'The lead.', LEAD, LEAD_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  })
  async addLead(@Param('accountId', IdPipe) accountId: string, @JsonBody() body: StaffLeadDto) {
    const account = await this.accounts.get(accountId);
    const ifKnown = body.allow_duplicate ? 'add' : 'refuse';
    const { lead } = await this.staffLeads.addLead(account.id, BACK_OFFICE_ENTERER, { ...staffLead(body), ifKnown });
    return { data: lead };
  }

  @Patch('leads/:leadId')
  @ApiOperation('Fill in an unrated origin by hand', {
    body: { origin: 'social' },
    answers: [one(200, 'The lead.', LEAD, { ...LEAD_EXAMPLE, origin: 'social' })],
    errors: ['not_found', 'conflict'],
  })
  async fillOrigin(
    @Param('accountId', IdPipe) accountId: string,
    @Param('leadId', IdPipe) leadId: string,
    @JsonBody() { origin }: OriginDto,
  ) {
    return { data: (await this.edits.edit(accountId, BACK_OFFICE_EDITOR, leadId, { origin })).lead };
  }

  @Put('deals/:dealId/stage')
  @ApiOperation('Move a deal, into and out of won stages too', {
    body: { stage_id: IDS.wonStage },
    answers: [one(200, 'The deal.', DEAL, { ...DEAL_EXAMPLE, stage_id: IDS.wonStage })],
    errors: ['not_found', 'stage_in_other_pipeline'],
  })
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
  @ApiOperation('Add an appointment of a lead', {
    body: { lead_id: IDS.lead, starts_at: NOW, attended: false },
    answers: [one(201, 'The appointment.', STAFF_APPOINTMENT, STAFF_APPOINTMENT_EXAMPLE)],
    errors: ['not_found'],
  })
  async addAppointment(@Param('accountId', IdPipe) accountId: string, @JsonBody() body: StaffAppointmentDto) {
    const { lead_id, starts_at, attended } = body;
    const rest = { missed: false, memberId: null, text: null };
    const planned = { leadId: idOf(lead_id), startsAt: momentOf(starts_at) as Date, attended, ...rest };
    return { data: staffAppointmentView((await this.appointments.add(accountId, BACK_OFFICE, planned)).appointment) };
  }

  @Patch('appointments/:id')
  @ApiOperation('Say whether an appointment was attended', {
    body: { attended: true },
    answers: [one(200, 'The appointment.', STAFF_APPOINTMENT, { ...STAFF_APPOINTMENT_EXAMPLE, attended: true })],
    errors: ['not_found'],
  })
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
