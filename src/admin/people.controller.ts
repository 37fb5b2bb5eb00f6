import { Body, HttpCode, Post } from '@nestjs/common';
import { OwnerLeadsService } from '../leads/owner-leads.service';
import { parsePhone, type Phone } from '../leads/phone';
import { IsPhone } from '../leads/submit-lead.dto';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin } from './admin-caller';

class PersonDto {
  @IsPhone() phone!: string;
}

/** People by their phone, those without a lead too. */
@OwnerApi('people')
export class PeopleController {
  constructor(private readonly leads: OwnerLeadsService) {}

  @Post('lookup')
  @HttpCode(200)
  async lookup(@CurrentAdmin() { account }: AdminCaller, @Body() { phone }: PersonDto) {
    return { data: await this.leads.lookup(account.id, parsePhone(phone) as Phone) };
  }
}
