import { Param, Query } from '@nestjs/common';
import { Leaving } from '../../common/http/caller-left';
import {
  MAX_CHECKED_LEADS,
  MAX_COUNTED_LEADS,
  MAX_SHOWN_LEADS,
  MAX_SHOWN_HISTORY,
  MAX_SORTED_LEADS,
} from '../../contract/limits';
import { IdPipe } from '../../common/input/id.pipe';
import { LeadSearchQuery, namedIn, refuseInvertedDays, SearchFilters } from './account-leads.dto';
import { DayListsService } from './day-lists.service';
import { AccountLeadsService } from './account-leads.service';
import { AccountApi, Get } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller, responsibleOf } from '../../auth/access/account-caller';
import { Heavy } from '../../auth/access/heavy-calls';
import { IDS, LEAD_DETAIL_EXAMPLE, OWNER_LEAD_EXAMPLE } from '../../contract/document/examples';
import { DUPLICATE_GROUP, LEAD_COUNT, LEAD_DETAIL } from '../../contract/lead';
import { LISTED_LEAD } from '../../contract/day/today';
import { answer, one, page, type Rule, dataOf, pageOf, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { eitherOf, listOf } from '../../contract/document/shape';
import { PageQuery } from '../../common/input/paging';

export const FILTERS =
  '`q` is what people type: words of the name from their beginning, without accents and apostrophes; the e-mail address from its beginning; or digits of the phone, with or without the ninth: three or more of its beginning (with area code or without) or its end, four or more from any place of the last nine. `from` and `to` are Brasília days of creation, `contact_from` and `contact_to` those on which the contact began, `first_of_contact` leaves one lead of each, the oldest, which figures count. `contact_outcome` finds the leads of contacts with a deal in a scheduling stage (`scheduled`), a sale stage or one with a value (`closed`), a won stage, or a lost one and no won one, now; with `responsible` the deals of leads of that member. `attended_from` and `attended_to` are days of an appointment with attendance. Filters of a closed deal are about one and the same deal: `closed_from` and `closed_to` are the days on which it was won or lost, `closed_as` says which, `closed_by` is the member who was responsible then, `closed_stage_id` its stage, `loss_reason` its whole reason, `without_loss_reason` finds those lost without one. `order` is `created` if absent, and `direction` is `desc`. `responsible` and `closed_by` are a member’s id, `me` or `none`. `utm_source`, `utm_medium` and `utm_campaign` are whole values, `without_utm_source`, `without_utm_medium` and `without_campaign` find leads without them, `of_campaign` those with an origin that campaigns have, `source` is the id of the source by which a lead first came, or `none`; `stage_id` is `none` for leads without a deal. `without_next_step` finds leads with a deal in a stage neither won nor lost that have no open task and no appointment from today on.';

const ORDERS = `\`created\` and \`changed\` are the moments of creation and of the last change, \`name\` is in the order of a Portuguese dictionary, \`value\` is the sum of the open deals of a lead, without any that of its sales, and \`next_contact\` is the moment that is shown. Leads without a name, a value or a next contact are the last in both directions. A list of more than ${MAX_SORTED_LEADS} leads, or whose filters leave more to look at, has no order by \`name\`, \`value\` or \`next_contact\`: 409 \`conflict\`.`;

/** Rules of the filters of every list. */
export const FILTER_RULES: readonly Rule[] = [
  { fields: ['from'], rule: '`from` is not after `to`.' },
  { fields: ['closed_from'], rule: '`closed_from` is not after `closed_to`.' },
  { fields: ['contact_from'], rule: '`contact_from` is not after `contact_to`.' },
  { fields: ['attended_from'], rule: '`attended_from` is not after `attended_to`.' },
  { fields: ['stage_id'], rule: '`stage_id` is not `none` with `pipeline_id`.' },
  { fields: ['without_utm_source'], rule: '`without_utm_source` is not given with `utm_source`.' },
  { fields: ['without_utm_medium'], rule: '`without_utm_medium` is not given with `utm_medium`.' },
  { fields: ['without_campaign'], rule: '`without_campaign` is not given with `utm_campaign`.' },
  { fields: ['without_loss_reason'], rule: '`without_loss_reason` is not given with `loss_reason`.' },
  { fields: ['closed_as'], rule: '`closed_as` is not `won` with `loss_reason` or `without_loss_reason`.' },
  { fields: ['responsible', 'closed_by'], rule: '`responsible` and `closed_by` are not `me` for the operator.' },
];

@AccountApi('leads')
@ApiTag('Owner: people', 'ownerLeads')
export class AccountLeadsController {
  constructor(
    private readonly leads: AccountLeadsService,
    private readonly days: DayListsService,
  ) {}

  @Get('', 'leads')
  @ApiOperation('List the leads, the newest first, or find those with a phone or an e-mail', {
    rules: [
      { fields: ['phone', 'email'], rule: '`phone` or `email` is given alone.' },
      ...FILTER_RULES,
      { fields: ['today'], rule: '`today` is given with `responsible`, `limit` and `cursor` alone.' },
    ],
    description: `${FILTERS} ${ORDERS} A page can have fewer leads than \`limit\`, even none, and still a \`next_cursor\`: what is read and answered for a page is bounded. With \`today\` the page is of a list of the day, in the order of GET /today. With \`phone\` or \`email\` the answer is no page, has as many of the leads as it has room for, and shows what is known: notes, consent, why this origin, history.`,
    answers: [
      answer(200, 'A page, or the leads that were found.', eitherOf(pageOf(LISTED_LEAD), dataOf(listOf(LEAD_DETAIL))), {
        data: [OWNER_LEAD_EXAMPLE],
        next_cursor: null,
      }),
    ],
    errors: ['conflict'],
  })
  async find(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() query: LeadSearchQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const isLookUp = query.phone !== undefined || query.email !== undefined;
    const { account, actor } = caller;
    if (isLookUp) return { data: await this.leads.find(account.id, actor, query, leaving) };
    if (query.today) {
      const { today: list, limit, cursor } = query;
      const listQuery = { list, limit, cursor, responsible: responsibleOf(query, caller) };
      const { leads, nextCursor } = await this.days.page(account, actor, listQuery, leaving);
      return { data: leads, next_cursor: nextCursor };
    }
    refuseInvertedDays(query);
    const { leads, nextCursor } = await this.leads.list(account, actor, namedIn(query, caller), leaving);
    return { data: leads, next_cursor: nextCursor };
  }

  // This and the next must precede the route of one lead: the first match answers.
  @Get('count', 'leads')
  @Heavy()
  @ApiOperation('Count the leads of a list', {
    description: `With the filters of GET /admin/v1/leads; \`order\` and \`direction\` change nothing. A list of all leads, of a pipeline, a stage or a tag alone is counted up to ${MAX_COUNTED_LEADS} leads. For other filters up to ${MAX_CHECKED_LEADS} leads are looked at; of more, \`is_complete\` is false: the list has at least \`count\` leads.`,
    rules: FILTER_RULES,
    answers: [one(200, 'The number.', LEAD_COUNT, { count: 312, is_complete: true })],
  })
  async count(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() query: SearchFilters,
    @Leaving() leaving: AbortSignal,
  ) {
    refuseInvertedDays(query);
    return { data: await this.leads.count(caller.account.id, caller.actor, namedIn(query, caller), leaving) };
  }

  @Get('duplicates', 'duplicates')
  @ApiOperation('List the phones that several leads share', {
    answers: [
      page(DUPLICATE_GROUP, {
        phone: OWNER_LEAD_EXAMPLE.phone,
        leads: [OWNER_LEAD_EXAMPLE, { ...OWNER_LEAD_EXAMPLE, id: IDS.otherLead, deals: [] }],
        is_complete: true,
      }),
    ],
  })
  async duplicates(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Query() query: PageQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const { groups, nextCursor } = await this.leads.duplicates(account, query, leaving);
    return { data: groups, next_cursor: nextCursor };
  }

  @Get(':id', 'leads')
  @ApiOperation('Read one lead with all that is known about it', {
    description: `Of its history the newest ${MAX_SHOWN_HISTORY} moves and the newest ${MAX_SHOWN_LEADS} merges, the oldest of them first; the timeline has all.`,
    answers: [one(200, 'The lead.', LEAD_DETAIL, LEAD_DETAIL_EXAMPLE)],
    errors: ['not_found'],
  })
  async get(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Leaving() leaving: AbortSignal,
  ) {
    return { data: await this.leads.get(account.id, actor, id, leaving) };
  }
}
