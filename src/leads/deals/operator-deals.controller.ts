import { Param, Put } from '@nestjs/common';
import { IdPipe, idOf } from '../../common/input/id.pipe';
import { viewDeal } from './deals.queries';
import { DealsService } from './deals.service';
import { OperatorApi } from '../../auth/access/account-api';
import type { Actor } from '../../accounts/actor';
import { CurrentOperator } from '../../auth/access/account-caller';
import { StaffMoveDto } from './deals.dto';
import { DEAL } from '../../contract/deal';
import { DEAL_EXAMPLE, IDS } from '../../contract/document/examples';
import { one, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { JsonBody } from '../../common/input/route-input';

@OperatorApi('accounts/:accountId/deals')
@ApiTag('Operator: back office', 'staffLeads')
export class OperatorDealsController {
  constructor(private readonly deals: DealsService) {}

  @Put(':dealId/stage')
  @ApiOperation('Move a deal, into and out of won stages too', {
    body: { stage_id: IDS.wonStage },
    answers: [one(200, 'The deal.', DEAL, { ...DEAL_EXAMPLE, stage_id: IDS.wonStage })],
    errors: ['not_found', 'stage_in_other_pipeline'],
  })
  async moveDeal(
    @CurrentOperator() operator: Actor,
    @Param('accountId', IdPipe) accountId: string,
    @Param('dealId', IdPipe) dealId: string,
    @JsonBody() { stage_id }: StaffMoveDto,
  ) {
    const move = { stageId: idOf(stage_id), isUndo: false, view: viewDeal };
    return { data: await this.deals.moveByStaff(accountId, operator, dealId, move) };
  }
}
