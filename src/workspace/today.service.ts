import { Injectable } from '@nestjs/common';
import type { Viewer } from '../accounts/actor';
import { fitting } from '../common/input/paging';
import { MAX_DAY_COUNT, MAX_DAY_LEADS } from '../contract/limits';
import type { Today } from '../contract/day/today';
import { Database } from '../database/database';
import type { ResponsibleFilter } from '../auth/access/account-caller';
import { type DayAccount, DayListsService } from '../leads/reading/day-lists.service';
import { DAY_LIST_BYTES, findAppointmentsOfToday } from './today.queries';

/** GET /today: what is to be done, counted, with the first leads of each list. */
@Injectable()
export class TodayService {
  constructor(
    private readonly database: Database,
    private readonly lists: DayListsService,
  ) {}

  show(account: DayAccount, viewer: Viewer, responsible: ResponsibleFilter, leaving: AbortSignal): Promise<Today> {
    const size = { count: MAX_DAY_COUNT + 1, shown: MAX_DAY_LEADS };
    return this.database.snapshot(account.id, leaving, async (tx) => {
      const members = await this.lists.ofMembers(tx, account.id, viewer, responsible);
      const [fresh, returned, due, idle] = [
        await this.lists.count(tx, account, members, 'new', DAY_LIST_BYTES),
        await this.lists.count(tx, account, members, 'returned', DAY_LIST_BYTES),
        await this.lists.count(tx, account, members, 'due', DAY_LIST_BYTES),
        await this.lists.count(tx, account, members, 'idle', DAY_LIST_BYTES),
      ];
      const found = await tx.send(findAppointmentsOfToday(account.id, viewer, responsible, size));
      const { count = 0, isCut = false, leads = [] } = found ?? {};
      const appointments = {
        count: Math.min(count, MAX_DAY_COUNT),
        is_count_complete: count <= MAX_DAY_COUNT && !isCut,
        leads: fitting(
          leads.map(({ lead, appointment }) => ({ ...lead, appointment })),
          DAY_LIST_BYTES,
        ),
      };
      const without = await this.lists.withoutNextStep(tx, account.id, viewer, responsible, members);
      return { new: fresh, returned, due, appointments, idle, without_next_step: without } as Today;
    });
  }
}
