import { HttpCode, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { IdPipe, idOf, sentId } from '../../common/input/id.pipe';
import { momentOf } from '../../common/moment';
import { DealEditsService } from '../deals/deal-edits.service';
import { viewOwnerDeal } from '../deals/deals.queries';
import { DealsService } from '../deals/deals.service';
import { BulkDto } from './bulk.dto';
import { BulkService } from './bulk.service';
import { EditLeadDto } from './edit-lead.dto';
import { EditLeadService, staffEditor } from '../intake/edit-lead.service';
import { enterer, StaffLeadsService } from './staff-leads.service';
import { AccountApi, Patch, Post, Put } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller, staffOf } from '../../auth/access/account-caller';
import { Heavy } from '../../auth/access/heavy.interceptor';
import { staffLead } from './back-office-leads.controller';
import { AccountLeadDto, AccountMoveDto, DealValueDto, StaffDealDto } from './back-office-leads.dto';
import { JsonBody } from '../../common/input/json-body';
import { OWNER_DEAL } from '../../contract/deal';
import { IDS, NOW, OWNER_DEAL_EXAMPLE, OWNER_LEAD_EXAMPLE } from '../../contract/document/examples';
import { BULK_RESULT, OWNER_LEAD } from '../../contract/lead';
import { MAX_DEALS } from '../../contract/limits';
import { TAG_RULES } from '../record/tags/tag-rules';
import { one, ApiOperation, ApiTag } from '../../contract/document/route-text';

const MEMBER_RULE = { fields: ['responsible_id'], rule: '`responsible_id` is an active member, or null.' };

const OF_SELLERS =
  'With `responsible_id` a seller takes what is nobody’s and hands on what is theirs; another change of it is 403 `forbidden`, which does not concern other fields.';

const WON_EXAMPLE = { ...OWNER_DEAL_EXAMPLE, stage_id: IDS.wonStage, closed_value: 1800, closed_at: NOW };

@AccountApi('')
@ApiTag('Owner: people')
export class LeadEditsController {
  constructor(
    private readonly staffLeads: StaffLeadsService,
    private readonly edits: EditLeadService,
    private readonly bulk: BulkService,
    private readonly deals: DealsService,
    private readonly dealEdits: DealEditsService,
  ) {}

  @Post('leads', 'leads')
  @ApiOperation('Enter a lead by hand', {
    description: `Without \`responsible_id\` the lead is nobody’s. ${OF_SELLERS} The phone of a lead that a seller may not see is 409 \`conflict\`.`,
    rules: [{ fields: ['deals.*.stage_id'], rule: 'Each stage is the account’s.' }, MEMBER_RULE],
    body: {
      phone: '(11) 98765-4321',
      name: 'Maria Silva',
      tags: ['Balcão'],
      origin: 'referral',
      responsible_id: null,
    },
    errors: ['conflict'],
    answers: [
      one(201, 'The new lead.', OWNER_LEAD, OWNER_LEAD_EXAMPLE),
      one(200, 'The phone was known: its oldest lead, untouched.', OWNER_LEAD, OWNER_LEAD_EXAMPLE),
    ],
  })
  async add(
    @CurrentAccountCaller() caller: AccountCaller,
    @JsonBody() { responsible_id, ...body }: AccountLeadDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const input = { ...staffLead(body), responsibleId: sentId(responsible_id), ifKnown: 'show' } as const;
    const { created, lead } = await this.staffLeads.addLead(caller.account.id, enterer(staffOf(caller)), input);
    response.status(created ? 201 : 200);
    return { data: lead };
  }

  @Post('leads/bulk', 'leads')
  @HttpCode(200)
  @Heavy()
  @ApiOperation('Tag several leads, move their deals, or give them to a member', {
    description:
      'Each lead by itself, one after the other: a lead that is refused does not hold back the others. One without room for the tags is refused with `validation_error`. When the service is busy, or fails, after a lead was changed, this lead and all after it are refused with `rate_limited` or `internal_error`: send these again. A move takes the one deal that the lead has in the pipeline of the stage.',
    rules: [
      {
        fields: ['add_tags', 'stage_id', 'responsible_id'],
        rule: 'Exactly one of `add_tags`, `stage_id` and `responsible_id` is given.',
      },
    ],
    body: { lead_ids: [IDS.lead, IDS.otherLead], add_tags: ['VIP'] },
    answers: [
      one(200, 'What became of the leads.', BULK_RESULT, {
        changed: 1,
        unchanged: 0,
        refused: [{ id: IDS.otherLead, code: 'not_found' }],
      }),
    ],
  })
  async changeSeveral(@CurrentAccountCaller() caller: AccountCaller, @JsonBody() body: BulkDto) {
    return { data: await this.bulk.change(caller.account.id, staffOf(caller), body) };
  }

  @Patch('leads/:id', 'leads')
  @ApiOperation('Correct a lead', {
    description:
      '`note` becomes an activity; `notes` is the whole record of the partners’ notes as it is to be. The origin can be given while it is `untracked` or `direct`. With `expected_updated_at` the answer is `conflict` when anybody has changed the lead since; a change of hands does not count. ' +
      OF_SELLERS,
    rules: [...TAG_RULES, MEMBER_RULE],
    body: { name: 'Maria da Silva', note: 'Pediu para ligar à tarde.', expected_updated_at: NOW },
    answers: [one(200, 'The lead.', OWNER_LEAD, { ...OWNER_LEAD_EXAMPLE, name: 'Maria da Silva' })],
    errors: ['not_found', 'conflict'],
  })
  async edit(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { responsible_id, ...body }: EditLeadDto,
  ) {
    const edits = { ...body, responsible_id: sentId(responsible_id) };
    return { data: (await this.edits.edit(caller.account.id, staffEditor(staffOf(caller)), id, edits)).lead };
  }

  @Put('deals/:id/stage', 'leads')
  @ApiOperation('Move a deal, into and out of won stages too', {
    description:
      'With `expected_stage_id` the answer is `conflict` when the deal is in another stage by then; one that already is in `stage_id` stays ' +
      'there, and takes what is said of its end. A won deal has `closed_value` (without it, its value) and `closed_at` (without it, now); ' +
      'both stay from one won stage to another, and go when the deal leaves.',
    rules: [
      { fields: ['reason'], rule: 'A `reason` is only given to a stage for lost deals.' },
      { fields: ['closed_value', 'closed_at'], rule: 'Both are only given to a won stage.' },
    ],
    body: { stage_id: IDS.wonStage, expected_stage_id: IDS.entryStage, closed_value: 1800 },
    answers: [one(200, 'The deal.', OWNER_DEAL, WON_EXAMPLE)],
    errors: ['not_found', 'stage_in_other_pipeline', 'conflict'],
  })
  async move(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { stage_id, expected_stage_id, reason, closed_value, closed_at }: AccountMoveDto,
  ) {
    const expectedStageId = expected_stage_id === undefined ? undefined : idOf(expected_stage_id);
    const closing = {
      reason,
      value: closed_value,
      closedAt: closed_at === undefined ? undefined : momentOf(closed_at),
    };
    const move = { stageId: idOf(stage_id), expectedStageId, ...closing, view: viewOwnerDeal };
    return { data: await this.deals.moveByStaff(caller.account.id, staffOf(caller), id, move) };
  }

  @Post('leads/:id/deals', 'leads')
  @HttpCode(201)
  @ApiOperation('Give a lead a deal in a pipeline where it has none', {
    description: `A lead with ${MAX_DEALS} deals gets no further one.`,
    rules: [{ fields: ['stage_id'], rule: 'The stage is the account’s.' }],
    body: { stage_id: IDS.entryStage, value: 1500 },
    answers: [one(201, 'The deal.', OWNER_DEAL, OWNER_DEAL_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  })
  async addDeal(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { stage_id, value }: StaffDealDto,
  ) {
    const deal = { stageId: idOf(stage_id), value: value ?? null };
    return { data: await this.dealEdits.add(caller.account.id, staffOf(caller), id, deal) };
  }

  @Patch('deals/:id', 'leads')
  @ApiOperation('Correct the expected value of a deal', {
    description: 'With `expected_updated_at`, of the lead, the answer is `conflict` when anybody has changed it since.',
    body: { value: 1750, expected_updated_at: NOW },
    answers: [one(200, 'The deal.', OWNER_DEAL, { ...OWNER_DEAL_EXAMPLE, value: 1750 })],
    errors: ['not_found', 'conflict'],
  })
  async setValue(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { value, expected_updated_at }: DealValueDto,
  ) {
    const edit = { value, expectedUpdatedAt: expected_updated_at };
    return { data: await this.dealEdits.setValue(caller.account.id, staffOf(caller), id, edit) };
  }
}
