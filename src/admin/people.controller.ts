import { Body, HttpCode, Post } from '@nestjs/common';
import { InputObject } from '../common/input';
import { LeadErasureService } from '../leads/people/lead-erasure.service';
import { OwnerLeadsService } from '../leads/people/owner-leads.service';
import { PersonExportService } from '../leads/people/person-export.service';
import { parsePhone, type Phone } from '../leads/record/phone';
import { IsPhone } from '../leads/intake/submit-lead.dto';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin } from './admin-caller';
import { Heavy } from './heavy';
import { erasedView } from './owner-leads.controller';

@InputObject('PersonLookup')
class PersonDto {
  @IsPhone() phone!: string;
}

/** People by their phone, with or without a lead. */
@OwnerApi('people')
export class PeopleController {
  constructor(
    private readonly leads: OwnerLeadsService,
    private readonly exports: PersonExportService,
    private readonly erasure: LeadErasureService,
  ) {}

  @Post('lookup')
  @HttpCode(200)
  async lookup(@CurrentAdmin() { account }: AdminCaller, @Body() { phone }: PersonDto) {
    return { data: await this.leads.lookup(account.id, parsePhone(phone) as Phone) };
  }

  @Post('export')
  @HttpCode(200)
  @Heavy()
  async export(@CurrentAdmin() { account, actor }: AdminCaller, @Body() { phone }: PersonDto) {
    return { data: await this.exports.ofPhone(account.id, parsePhone(phone) as Phone, actor) };
  }

  @Post('erase')
  @HttpCode(200)
  async erase(@CurrentAdmin() { account, actor }: AdminCaller, @Body() { phone }: PersonDto) {
    return { data: erasedView(await this.erasure.erasePhone(account.id, parsePhone(phone) as Phone, actor)) };
  }
}
