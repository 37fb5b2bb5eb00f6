import { HttpCode, Param, Post } from '@nestjs/common';
import { RequirePermission } from '../../auth/access/access.guard';
import { type Caller, CurrentCaller } from '../../auth/keys/caller';
import { PartnerApi } from '../../auth/access/partner-api';
import { IdPipe } from '../../common/input/id.pipe';
import { DealsService } from './deals.service';
import { MoveDealDto } from './deals.dto';
import { MOVED_DEAL } from '../../contract/deal';
import { DEAL_EXAMPLE, IDS, NOW } from '../../contract/document/examples';
import { one, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { JsonBody } from '../../common/input/route-input';

@PartnerApi('leads')
@ApiTag('Pipeline', 'leads')
export class PartnerDealsController {
  constructor(private readonly deals: DealsService) {}

  @Post(':id/stage')
  @HttpCode(200)
  @RequirePermission('pipeline:write')
  @ApiOperation('Move the lead’s deal to another stage of its pipeline', {
    description:
      'Name the `deal_id` when the lead has several deals in the pipeline. A deal may leave a lost stage, not a won one.',
    body: { stage_id: IDS.contactStage },
    answers: [
      one(200, 'The deal; `changed` is false when it was in the stage already.', MOVED_DEAL, {
        changed: true,
        deal: { ...DEAL_EXAMPLE, stage_id: IDS.contactStage, entered_stage_at: NOW },
      }),
    ],
    errors: ['not_found', 'ambiguous_deal', 'stage_in_other_pipeline', 'won_requires_closing', 'deal_already_won'],
  })
  async move(@CurrentCaller() caller: Caller, @Param('id', IdPipe) id: string, @JsonBody() body: MoveDealDto) {
    return { data: await this.deals.move(caller.account.id, caller.actor, id, body) };
  }
}
