import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Leaving } from '../../common/http/caller-left';
import { LEAD, TOMBSTONE } from '../../contract/lead';
import { RequirePermission } from '../../auth/access/access.guard';
import { type Caller, CurrentCaller } from '../../auth/keys/caller';
import { PartnerApi } from '../../auth/access/partner-api';
import { IdPipe } from '../../common/input/id.pipe';
import { LookupDto, ListLeadsQuery } from './partner-leads.dto';
import { LEAD_EXAMPLE, TOMBSTONE_EXAMPLE } from '../../contract/document/examples';
import { one, page, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { eitherOf } from '../../contract/document/shape';
import { PartnerLeadsService } from './partner-leads.service';
import { JsonText } from '../../common/json-in-parts';
import { JsonBody } from '../../common/input/route-input';

@PartnerApi('leads')
@ApiTag('Leads', 'leads')
export class PartnerLeadsController {
  constructor(private readonly leads: PartnerLeadsService) {}

  @Get()
  @RequirePermission('leads:read')
  @ApiOperation('List leads, page by page', {
    description:
      'Ordered by `updated_at`. Repeat the call with the last `next_cursor` as `cursor` until it is null. To synchronise, ' +
      'use `updated_since` with the largest `updated_at` that you have seen minus five minutes (never the clock of your own machine), and ' +
      'recognise duplicates by their id. With `updated_since` and no other filter the list also names the leads that were erased or ' +
      'merged since: forget them. A list with another filter does not tell which leads left it.',
    answers: [page(eitherOf(LEAD, TOMBSTONE), LEAD_EXAMPLE, TOMBSTONE_EXAMPLE)],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: ListLeadsQuery, @Leaving() leaving: AbortSignal) {
    const { parts, nextCursor } = await this.leads.list(caller, query, leaving);
    return JsonText.page(parts, nextCursor);
  }

  @Post('lookup')
  @HttpCode(200)
  @RequirePermission('leads:read')
  @ApiOperation('Find the lead with a phone or an e-mail', {
    description: 'Exactly one of `phone` and `email`. It only reads: it does not count as a write.',
    body: { phone: '(11) 98765-4321' },
    answers: [one(200, 'The lead.', LEAD, LEAD_EXAMPLE)],
    errors: ['not_found', 'ambiguous_lead'],
  })
  async lookup(@CurrentCaller() caller: Caller, @JsonBody() body: LookupDto) {
    return { data: await this.leads.lookup(caller, body) };
  }

  @Get(':id')
  @RequirePermission('leads:read')
  @ApiOperation('Read one lead', {
    answers: [one(200, 'The lead.', LEAD, LEAD_EXAMPLE)],
    errors: ['not_found'],
  })
  async get(@CurrentCaller() caller: Caller, @Param('id', IdPipe) id: string) {
    return JsonText.data(await this.leads.get(caller, id));
  }
}
