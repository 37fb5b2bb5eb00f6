import { Get } from '@nestjs/common';
import { JsonText } from '../common/http/json-text';
import { RequirePermission } from '../auth/access/access.guard';
import { type Caller, CurrentCaller } from '../auth/keys/caller';
import { PartnerApi } from '../auth/access/partner-api';
import { PipelinesService } from './pipelines.service';
import { Described } from '../contract/document/described';
import { PIPELINES_TEXTS } from './pipelines.texts';

@PartnerApi('pipelines')
@Described(PIPELINES_TEXTS)
export class PipelinesController {
  constructor(private readonly pipelines: PipelinesService) {}

  @Get()
  @RequirePermission('pipeline:read')
  async list(@CurrentCaller() caller: Caller) {
    return JsonText.data(await this.pipelines.list(caller.account.id));
  }
}
