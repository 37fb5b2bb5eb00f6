import { HttpCode } from '@nestjs/common';
import { AccountApi, Post } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../../auth/access/account-caller';
import { expectRight } from '../../auth/access/account.guard';
import { Heavy } from '../../auth/access/heavy-calls';
import { JsonBody } from '../../common/input/route-input';
import { IDS } from '../../contract/document/examples';
import { ApiOperation, ApiTag, one } from '../../contract/document/route-text';
import { BULK_RESULT } from '../../contract/lead';
import { MAX_BULK_BYTES, UNDO_MINUTES } from '../../contract/limits';
import { BulkDto, BulkService } from './bulk.service';

@AccountApi('leads')
@ApiTag('Owner: people', 'leadEdits')
export class AccountBulkController {
  constructor(private readonly bulk: BulkService) {}

  @Post('bulk', 'leads')
  @HttpCode(200)
  @Heavy()
  @ApiOperation('Tag, move, assign or erase several leads, or give untracked ones an origin', {
    description: `Each lead by itself, one after the other: a lead that is refused does not hold back the others. One without room for the tags is refused with \`validation_error\`, one with an origin with \`conflict\`. When the service is busy, or fails, after a lead was changed, this lead and all after it are refused with \`rate_limited\` or \`internal_error\`: send these again. A move takes the one deal that the lead has in the pipeline of the stage, or the only one there that is neither won nor lost. \`undo\` takes back the last move of each lead’s deals, and is refused with \`conflict\` for a lead without one of the last ${UNDO_MINUTES} minutes. \`erase\` is for the owner and managers: each person of a lead is erased, with every lead of the phone; with the reason \`spam\`, figures can leave the person out.`,
    rules: [
      {
        fields: ['add_tags', 'stage_id', 'undo', 'responsible_id', 'origin', 'erase'],
        rule: 'Exactly one of `add_tags`, `stage_id`, `undo`, `responsible_id`, `origin` and `erase` is given.',
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
  async changeSeveral(
    @CurrentAccountCaller() caller: AccountCaller,
    @JsonBody({ maxBytes: MAX_BULK_BYTES }) body: BulkDto,
  ) {
    if (body.erase) expectRight(caller, 'people');
    return { data: await this.bulk.change(caller.account.id, caller.actor, body) };
  }
}
