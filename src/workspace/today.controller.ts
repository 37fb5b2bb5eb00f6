import { Query } from '@nestjs/common';
import { Leaving } from '../common/http/caller-left';
import { AccountApi, Get } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller, responsibleOf } from '../auth/access/account-caller';
import { IsSentId, Optional } from '../common/input/fields';
import { TodayService } from './today.service';
import {
  NOW,
  OWNER_LEAD_EXAMPLE,
  ACTIVITY_EXAMPLE,
  APPOINTMENT_EXAMPLE,
  SENT_EXAMPLE,
} from '../contract/document/examples';
import { one, ApiOperation, ApiTag } from '../contract/document/route-text';
import { TODAY } from '../contract/day/today';

const listOf = <Lead>(lead: Lead) => ({ count: 1, is_count_complete: true, leads: [lead] });
const TASK = { ...ACTIVITY_EXAMPLE, type: 'task', reached: null, due_at: NOW } as const;

class TodayQuery {
  /** A member’s id, `me` or `none`. */
  @Optional() @IsSentId() responsible?: string;
}

@AccountApi('today')
@ApiTag('Owner: people')
export class TodayController {
  constructor(private readonly today: TodayService) {}

  @Get('', 'leads')
  @ApiOperation('Show what is to be done today', {
    description:
      'Brasília days. `responsible` is a member’s id, `me` or `none`. GET /leads with `today` has the whole lists, page by page, and GET /activities/{id} a whole text.',
    answers: [
      one(200, 'The lists of the day.', TODAY, {
        new: listOf(OWNER_LEAD_EXAMPLE),
        returned: listOf({ ...OWNER_LEAD_EXAMPLE, returned_at: NOW, sent: SENT_EXAMPLE }),
        due: listOf({ ...OWNER_LEAD_EXAMPLE, tasks: [TASK], tasks_count: 1 }),
        appointments: listOf({ ...OWNER_LEAD_EXAMPLE, appointment: APPOINTMENT_EXAMPLE }),
        idle: listOf({ ...OWNER_LEAD_EXAMPLE, idle_since: NOW }),
        without_next_step: { count: 12, is_count_complete: true },
      }),
    ],
  })
  async show(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() query: TodayQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    return { data: await this.today.show(caller.account, caller.actor, responsibleOf(query, caller), leaving) };
  }
}
