import { Get } from '@nestjs/common';
import { RequirePermission } from '../auth/access.guard';
import { type Caller, CurrentCaller } from '../auth/caller';
import { PartnerApi } from '../auth/partner-api';
import { pipelineView } from './pipeline.view';
import { PipelinesService } from './pipelines.service';

@PartnerApi('pipelines')
export class PipelinesController {
  constructor(private readonly pipelines: PipelinesService) {}

  @Get()
  @RequirePermission('pipeline:read')
  async list(@CurrentCaller() caller: Caller) {
    const pipelines = await this.pipelines.list(caller.account.id);
    return { data: pipelines.map(pipelineView) };
  }
}
