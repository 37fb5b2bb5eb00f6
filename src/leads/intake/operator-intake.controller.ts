import { HttpCode, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AccountsService } from '../../accounts/accounts.service';
import { IdPipe } from '../../common/input/id.pipe';
import { momentOf } from '../../common/moment';
import { parsePhone, type Phone } from '../record/phone';
import type { Actor } from '../../accounts/actor';
import { CurrentOperator } from '../../auth/access/account-caller';
import { viewLead } from '../record/lead.view';
import { EditLeadService } from './edit-lead.service';
import { EnterLeadService } from './enter-lead.service';
import { OperatorApi } from '../../auth/access/account-api';
import { IDS, LEAD_EXAMPLE, NOW } from '../../contract/document/examples';
import { LEAD } from '../../contract/lead';
import { one, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { CONVERSATION, type ConversationView } from '../../contract/person';
import { JsonBody } from '../../common/input/route-input';
import { enteredLead, OriginDto, StaffConversationDto, StaffLeadDto } from './lead.dto';

const CONVERSATION_EXAMPLE: ConversationView = {
  id: IDS.conversation,
  phone: LEAD_EXAMPLE.phone,
  channel: 'chat',
  lead_id: null,
  created_at: NOW,
};

const viewWithOrigin = (accountId: string, id: string) => viewLead(accountId, id, true);

@OperatorApi('accounts/:accountId')
@ApiTag('Operator: back office', 'staffLeads')
export class OperatorIntakeController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly entries: EnterLeadService,
    private readonly edits: EditLeadService,
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
    errors: ['not_found', 'conflict'],
  })
  async addConversation(
    @Param('accountId', IdPipe) accountId: string,
    @JsonBody() body: StaffConversationDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const account = await this.accounts.getOpen(accountId);
    const { created, conversation } = await this.entries.addConversation(account.id, {
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
  async addLead(
    @CurrentOperator() operator: Actor,
    @Param('accountId', IdPipe) accountId: string,
    @JsonBody() body: StaffLeadDto,
  ) {
    const account = await this.accounts.getOpen(accountId);
    const onDuplicate = body.allow_duplicate ? 'add' : 'refuse';
    const { lead } = await this.entries.addLead(
      account.id,
      operator,
      { ...enteredLead(body), onDuplicate },
      viewWithOrigin,
    );
    return { data: lead };
  }

  @Patch('leads/:leadId')
  @ApiOperation('Fill in an unrated origin by hand', {
    body: { origin: 'social' },
    answers: [one(200, 'The lead.', LEAD, { ...LEAD_EXAMPLE, origin: 'social' })],
    errors: ['not_found', 'conflict'],
  })
  async fillOrigin(
    @CurrentOperator() operator: Actor,
    @Param('accountId', IdPipe) accountId: string,
    @Param('leadId', IdPipe) leadId: string,
    @JsonBody() { origin }: OriginDto,
  ) {
    return { data: (await this.edits.edit(accountId, operator, leadId, { origin }, viewWithOrigin)).lead };
  }
}
