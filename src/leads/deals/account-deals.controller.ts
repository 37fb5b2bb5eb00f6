import { HttpCode, Param } from '@nestjs/common';
import { IdPipe, idOf } from '../../common/input/id.pipe';
import { momentOf } from '../../common/moment';
import { DealsService } from './deals.service';
import { viewOwnerDeal } from './deals.queries';
import { AccountApi, Patch, Post, Put } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../../auth/access/account-caller';
import { Heavy } from '../../auth/access/heavy-calls';
import { AccountMoveDto, DealValueDto, MoveStageDealsDto, StaffDealDto } from './deals.dto';
import { MOVED_STAGE, OWNER_DEAL } from '../../contract/deal';
import { IDS, NOW, OWNER_DEAL_EXAMPLE } from '../../contract/document/examples';
import { MAX_BULK_LEADS, MAX_DEALS, UNDO_MINUTES } from '../../contract/limits';
import { one, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { JsonBody } from '../../common/input/route-input';

const WON_EXAMPLE = { ...OWNER_DEAL_EXAMPLE, stage_id: IDS.wonStage, closed_value: 1800, closed_at: NOW };

@AccountApi('')
@ApiTag('Owner: people', 'leadEdits')
export class AccountDealsController {
  constructor(private readonly deals: DealsService) {}

  @Put('deals/:id/stage', 'leads')
  @ApiOperation('Move a deal, into and out of won stages too', {
    description:
      'With `expected_stage_id` the answer is `conflict` when the deal is in another stage by then; one that already is in `stage_id` stays ' +
      'there, and takes what is said of its end. A won deal has `closed_value` (without it, its value); a won or lost one has `closed_at` ' +
      '(without it, now). They stay from one won stage to another, or one lost stage to another, and go when the deal leaves. ' +
      `\`undo\` takes the last move of the deal back, to the stage that it left, within ${UNDO_MINUTES} minutes; otherwise the answer is ` +
      '`conflict`. The deal is then in the stage since it first was, and has ended there as before.',
    rules: [
      { fields: ['reason'], rule: 'A `reason` is only given to a stage for lost deals.' },
      { fields: ['reason', 'closed_value', 'closed_at'], rule: 'None of them is given with `undo`.' },
      { fields: ['closed_value'], rule: 'It is only given to a won stage.' },
      { fields: ['closed_at'], rule: 'It is only given to a won or lost stage.' },
    ],
    body: { stage_id: IDS.wonStage, expected_stage_id: IDS.entryStage, closed_value: 1800 },
    answers: [one(200, 'The deal.', OWNER_DEAL, WON_EXAMPLE)],
    errors: ['not_found', 'stage_in_other_pipeline', 'conflict'],
  })
  async move(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { stage_id, expected_stage_id, reason, closed_value, closed_at, undo }: AccountMoveDto,
  ) {
    const expectedStageId = expected_stage_id === undefined ? undefined : idOf(expected_stage_id);
    const closing = {
      reason,
      value: closed_value,
      closedAt: closed_at === undefined ? undefined : momentOf(closed_at),
    };
    const move = { stageId: idOf(stage_id), expectedStageId, isUndo: undo === true, ...closing, view: viewOwnerDeal };
    return { data: await this.deals.moveByStaff(caller.account.id, caller.actor, id, move) };
  }

  @Post('leads/:id/deals', 'leads')
  @HttpCode(201)
  @ApiOperation('Give a lead a deal in a pipeline where it has none in progress', {
    description: `A second sale, or a second try, begins once every deal of the lead in that pipeline is won or lost. A lead with ${MAX_DEALS} deals gets no further one.`,
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
    return { data: await this.deals.add(caller.account.id, caller.actor, id, deal) };
  }

  @Post('stages/:id/move-deals', 'pipelines')
  @HttpCode(200)
  @Heavy()
  @ApiOperation('Move the deals of a stage to another one, so that it can be deleted', {
    description: `Each call moves at most ${MAX_BULK_LEADS} deals; with \`has_more\` call again. It is nobody’s work for the leads: no first contact, no return ended; \`updated_at\` advances, the stay in the new stage begins, a deal that has ended stays as it ended. Then DELETE /stages/{id}; \`stage_in_use\` means that deals came meanwhile. A stage that cannot be deleted for another reason answers \`conflict\`, as there.`,
    rules: [
      {
        fields: ['to_stage_id'],
        rule: 'Another stage of the same pipeline and of the same kind: won, lost or neither.',
      },
    ],
    body: { to_stage_id: IDS.contactStage },
    answers: [one(200, 'What was moved.', MOVED_STAGE, { moved: 82, has_more: false })],
    errors: ['not_found', 'conflict'],
  })
  async moveDealsOfStage(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { to_stage_id }: MoveStageDealsDto,
  ) {
    return { data: await this.deals.moveDealsOfStage(account.id, actor, id, idOf(to_stage_id)) };
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
    return { data: await this.deals.setValue(caller.account.id, caller.actor, id, edit) };
  }
}
