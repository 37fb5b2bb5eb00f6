import { Get } from '@nestjs/common';
import { RequirePermission } from '../auth/access/access.guard';
import { type Caller, CurrentCaller } from '../auth/keys/caller';
import { PartnerApi } from '../auth/access/partner-api';
import { PipelinesService } from './pipelines.service';
import { PIPELINE_EXAMPLE } from '../contract/document/examples';
import { PIPELINE } from '../contract/pipeline';
import { one, ApiOperation, ApiTag } from '../contract/document/route-text';
import { listOf } from '../contract/document/shape';
import { JsonText } from '../common/json-in-parts';

@PartnerApi('pipelines')
@ApiTag('Pipeline')
export class PipelinesController {
  constructor(private readonly pipelines: PipelinesService) {}

  @Get()
  @RequirePermission('pipeline:read')
  @ApiOperation('List the pipelines and their stages', {
    description: 'The default pipeline comes first. These are the ids that the other routes take.',
    answers: [one(200, 'All of them.', listOf(PIPELINE), [PIPELINE_EXAMPLE])],
  })
  async list(@CurrentCaller() caller: Caller) {
    return JsonText.data(await this.pipelines.list(caller.account.id));
  }
}
