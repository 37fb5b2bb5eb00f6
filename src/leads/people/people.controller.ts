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
import { Described } from '../../contract/document/described';
import { PEOPLE_TEXTS } from './people.texts';
import { JsonBody } from '../../common/input/json-body';

@InputObject('PersonLookup')
class PersonDto {
  @IsPhone() phone!: string;
}

@AccountApi('people')
@Described(PEOPLE_TEXTS)
export class PeopleController {
  constructor(
    private readonly leads: AccountLeadsService,
    private readonly exports: PersonExportService,
    private readonly erasure: LeadErasureService,
  ) {}

  @Post('lookup', 'leads')
  @HttpCode(200)
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
  async erase(@CurrentAccountCaller() { account, actor }: AccountCaller, @JsonBody() { phone }: PersonDto) {
    return { data: erasedView(await this.erasure.erasePhone(account.id, parsePhone(phone) as Phone, actor)) };
  }
}
