import { HttpCode, Param, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Leaving } from '../../common/http/caller-left';
import { IsString, IsTrueOrFalse, Optional, SENT_ID, IsIds, InputObject } from '../../common/input/fields';
import { IdPipe, idOf } from '../../common/input/id.pipe';
import { type Erased, LeadErasureService } from './lead-erasure.service';
import { LeadMergeService } from './lead-merge.service';
import { PersonService } from './person.service';
import { parsePhone, type Phone } from '../record/phone';
import { IsPhone } from '../intake/lead.dto';
import { AccountApi, Get, Post } from '../../auth/access/account-api';
import { type AccountCaller, type AccountRequest, CurrentAccountCaller } from '../../auth/access/account-caller';
import { Heavy } from '../../auth/access/heavy-calls';
import { streamAnswer } from '../../auth/access/stream-answer';
import { rolesWith } from '../../contract/members/roles';
import {
  IDS,
  LEAD_DETAIL_EXAMPLE,
  LEAD_EXAMPLE,
  NOW,
  SUBMISSION_EXAMPLE,
  PERSON_EXAMPLE,
} from '../../contract/document/examples';
import { LEAD_DETAIL } from '../../contract/lead';
import { MAX_DEALS, MAX_SHOWN_LEADS } from '../../contract/limits';
import {
  ERASED_LEAD,
  ERASED_PERSON,
  type ErasedPerson,
  KNOWN_PERSON,
  PERSON,
  type PersonConversation,
} from '../../contract/person';
import { one, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { JsonBody } from '../../common/input/route-input';

const CHAT: PersonConversation = {
  id: IDS.conversation,
  phone: LEAD_EXAMPLE.phone,
  channel: 'chat',
  name: LEAD_EXAMPLE.name,
  origin: 'untracked',
  created_at: NOW,
};

@InputObject('LeadMerge')
class MergeDto {
  @IsString(SENT_ID) into!: string;
  /** Deals of the two leads that end with the merge; without it, all stay. */
  @Optional() @IsIds({ max: MAX_SHOWN_LEADS }) close_deal_ids?: string[];
  /** Whether the lead's own number is wrong and dropped, where it is another one. */
  @Optional() @IsTrueOrFalse() drop_phone?: boolean;
}

@InputObject('PersonLookup')
class PersonDto {
  @IsPhone() phone!: string;
}

@AccountApi('leads')
@ApiTag('Owner: people', 'ownerLeads')
export class AccountLeadPersonController {
  constructor(
    private readonly merging: LeadMergeService,
    private readonly people: PersonService,
    private readonly erasure: LeadErasureService,
  ) {}

  @Post(':id/merge', 'duplicates')
  @HttpCode(200)
  @ApiOperation('Merge a lead into another one of the same phone', {
    description: `\`close_deal_ids\` are deals of the two leads that end with the merge, such as one of two open ones of a pipeline. Together the leads have at most ${MAX_DEALS} deals. A lead of another phone is 409 \`conflict\`, unless \`drop_phone\` says that the number of the lead that goes is wrong: it is corrected first.`,
    rules: [{ fields: ['close_deal_ids.*'], rule: 'Each deal is of one of the two leads, and not won.' }],
    body: { into: IDS.lead, close_deal_ids: [] },
    answers: [one(200, 'The lead that stays.', LEAD_DETAIL, LEAD_DETAIL_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  })
  async merge(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { into, close_deal_ids = [], drop_phone: dropsPhone = false }: MergeDto,
  ) {
    const merge = { into: idOf(into), endedDeals: close_deal_ids.map(idOf), dropsPhone };
    return { data: await this.merging.merge(account.id, id, merge, actor) };
  }

  @Get(':id/export', 'people')
  @Heavy()
  @ApiOperation('Export all data about the person of a lead', {
    answers: [one(200, 'Everything.', PERSON, PERSON_EXAMPLE)],
    errors: ['not_found'],
  })
  async export(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Req() request: AccountRequest,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    return streamAnswer(request, response, await this.people.exportOfLead(account.id, id, actor, leaving));
  }

  @Post(':id/erase', 'people')
  @HttpCode(200)
  @ApiOperation('Erase the person of a lead, everywhere', {
    answers: [one(200, 'Erased; a repeated call gets the same answer.', ERASED_LEAD, { id: IDS.lead, erased_at: NOW })],
    errors: ['not_found'],
  })
  async erase(@CurrentAccountCaller() { account, actor }: AccountCaller, @Param('id', IdPipe) leadId: string) {
    return { data: erasedView(await this.erasure.erase(account.id, leadId, actor)) };
  }
}

@AccountApi('people')
@ApiTag('Owner: people', 'people')
export class AccountPeopleController {
  constructor(
    private readonly people: PersonService,
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
    @CurrentAccountCaller() { account, member, actor }: AccountCaller,
    @JsonBody() { phone }: PersonDto,
    @Leaving() leaving: AbortSignal,
  ) {
    const mayReview = !member || rolesWith('held_submissions').includes(member.role);
    return {
      data: await this.people.lookup(account.id, { viewer: actor, mayReview }, parsePhone(phone) as Phone, leaving),
    };
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
    const person = await this.people.exportOfPhone(account.id, parsePhone(phone) as Phone, actor, leaving);
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

const erasedView = ({ id, erasedAt }: Erased<string | null>): ErasedPerson => ({
  id,
  erased_at: erasedAt.toISOString(),
});
