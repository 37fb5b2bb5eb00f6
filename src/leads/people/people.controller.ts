import { HttpCode, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Leaving } from '../../common/http/caller-left';
import { InputObject } from '../../common/input/input';
import { LeadErasureService } from './lead-erasure.service';
import { AccountLeadsService } from './account-leads.service';
import { PersonExportService } from './person-export.service';
import { parsePhone, type Phone } from '../record/phone';
import { IsPhone } from '../intake/submit-lead.dto';
import { AccountApi, Post } from '../../auth/access/account-api';
import { type AccountCaller, type AccountRequest, CurrentAccountCaller } from '../../auth/access/account-caller';
import { Heavy } from '../../auth/access/heavy.interceptor';
import { streamAnswer } from '../../auth/access/stream-answer';
import { erasedView } from './account-leads.controller';
import { rolesWith } from '../../contract/members/roles';
import { JsonBody } from '../../common/input/json-body';
import { IDS, LEAD_EXAMPLE, NOW, SUBMISSION_EXAMPLE, PERSON_EXAMPLE } from '../../contract/document/examples';
import { ERASED_PERSON, KNOWN_PERSON, PERSON, type PersonConversation } from '../../contract/person';
import { one, ApiOperation, ApiTag } from '../../contract/document/route-text';

const CHAT: PersonConversation = {
  id: IDS.conversation,
  phone: LEAD_EXAMPLE.phone,
  channel: 'chat',
  name: LEAD_EXAMPLE.name,
  origin: 'untracked',
  created_at: NOW,
};

@InputObject('PersonLookup')
class PersonDto {
  @IsPhone() phone!: string;
}

@AccountApi('people')
@ApiTag('Owner: people')
export class PeopleController {
  constructor(
    private readonly leads: AccountLeadsService,
    private readonly exports: PersonExportService,
    private readonly erasure: LeadErasureService,
  ) {}

  @Post('lookup', 'leads')
  @HttpCode(200)
  @ApiOperation('Ask what is known about a phone, with or without a lead', {
    description:
      'A person who wrote by chat or form, or whose submission is held, may have no lead yet. Partner keys then get 404.',
    body: { phone: SUBMISSION_EXAMPLE.phone },
    answers: [
      one(200, 'What is known.', KNOWN_PERSON, {
        phone: LEAD_EXAMPLE.phone,
        leads: [],
        conversation: CHAT,
        held_submissions: 0,
      }),
    ],
    errors: ['not_found'],
  })
  async lookup(
    @CurrentAccountCaller() { account, member, viewer }: AccountCaller,
    @JsonBody() { phone }: PersonDto,
    @Leaving() leaving: AbortSignal,
  ) {
    const mayReview = !member || rolesWith('held_submissions').includes(member.role);
    return { data: await this.leads.lookup(account.id, { viewer, mayReview }, parsePhone(phone) as Phone, leaving) };
  }

  @Post('export', 'people')
  @HttpCode(200)
  @Heavy()
  @ApiOperation('Export all data about the person with a phone, with or without a lead', {
    description:
      'As for a lead; 404 when nothing is known about the phone. The audit entry is written before the answer is sent.',
    body: { phone: SUBMISSION_EXAMPLE.phone },
    answers: [one(200, 'Everything.', PERSON, { ...PERSON_EXAMPLE, conversation: CHAT, leads: [], appointments: [] })],
    errors: ['not_found'],
  })
  async export(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @JsonBody() { phone }: PersonDto,
    @Req() request: AccountRequest,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    const person = await this.exports.ofPhone(account.id, parsePhone(phone) as Phone, actor, leaving);
    return streamAnswer(request, response, person);
  }

  @Post('erase', 'people')
  @HttpCode(200)
  @ApiOperation('Erase the person with a phone everywhere, with or without a lead', {
    description:
      'As for a lead, with every lead of the phone. Nothing is kept that could identify the phone: a second call gets ' +
      '404, like any unknown phone.',
    body: { phone: SUBMISSION_EXAMPLE.phone },
    answers: [
      one(200, 'Erased. The id is that of the lead, the first one of several, or null.', ERASED_PERSON, {
        id: null,
        erased_at: NOW,
      }),
    ],
    errors: ['not_found'],
  })
  async erase(@CurrentAccountCaller() { account, actor }: AccountCaller, @JsonBody() { phone }: PersonDto) {
    return { data: erasedView(await this.erasure.erasePhone(account.id, parsePhone(phone) as Phone, actor)) };
  }
}
