import { Query } from '@nestjs/common';
import { Leaving } from '../common/http/caller-left';
import { AccountApi, Get } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { IsSentId, Optional } from '../common/input/fields';
import { Described } from '../contract/document/described';
import { responsibleOf } from '../leads/reading/asked-responsible';
import { TodayService } from './today.service';
import { TODAY_TEXTS } from './today.texts';

class TodayQuery {
  /** A member’s id, `me` or `none`. */
  @Optional() @IsSentId() responsible?: string;
}

@AccountApi('today')
@Described(TODAY_TEXTS)
export class TodayController {
  constructor(private readonly today: TodayService) {}

  @Get('', 'leads')
  async show(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() query: TodayQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    return { data: await this.today.show(caller.account, caller.viewer, responsibleOf(query, caller), leaving) };
  }
}
