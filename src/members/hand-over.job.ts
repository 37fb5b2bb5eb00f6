import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { findHandOver, type HandOverPlace, listHandOvers } from '../accounts/members/hand-overs.queries';
import { shareActive } from '../accounts/members/members.queries';
import { type FoundRows, searchAccounts } from '../accounts/search-accounts';
import { NO_ID } from '../common/input/id.pipe';
import { Job } from '../common/process/jobs';
import { describeError, log } from '../common/process/log';
import { Database } from '../database/database';
import { assignLeads } from '../leads/record/assignments.queries';
import { findNow } from '../leads/record/clock';
import { endHandOver, lockLeadsOf } from './members.queries';

const EVERY_MS = 1_000;
const PAGE = 200;
/** Leads in one transaction. */
const BATCH = 200;

/**
 * Gives the leads of deactivated members to others, or to nobody, on any number of instances. A batch is one transaction, so a killed
 * run continues with the leads that are left. Nobody can give such a member a lead: that needs the member's shared lock while active.
 */
@Injectable()
export class HandOverJob implements OnModuleDestroy {
  private readonly job = new Job('hand_over', () => this.run());

  constructor(private readonly database: Database) {}

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.job.run();
  }

  /** Completes the batch that has begun. */
  onModuleDestroy(): Promise<void> {
    return this.job.stop();
  }

  /** Returns the number of failed hand-overs; throws at the end when some accounts could not be searched. */
  async run(): Promise<number> {
    let failed = 0;
    let unsearched: Error | undefined;
    for (let after: HandOverPlace | undefined = { accountId: NO_ID, from: NO_ID }; after && !this.job.isStopping;) {
      const { rows, failure }: FoundRows<HandOverPlace> = await searchAccounts(
        this.database,
        listHandOvers(after, PAGE),
      );
      unsearched ??= failure;
      // Several workers return more than a page, unsorted.
      const page = rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)).slice(0, PAGE);
      for (const place of page) {
        await this.finish(place).catch((error: unknown) => {
          failed++;
          log.error({ member_id: place.from, ...describeError(error) }, 'a hand-over failed');
        });
      }
      after = page.length < PAGE ? undefined : page.at(-1);
    }
    if (unsearched) throw unsearched;
    return failed;
  }

  private async finish(place: HandOverPlace): Promise<void> {
    while (!this.job.isStopping && (await this.runBatch(place)));
  }

  /** Returns whether there may be more to do now. Leads that are locked are left to the next run. */
  runBatch({ accountId, from }: HandOverPlace): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const expected = await tx.send(findHandOver(accountId, from));
      if (!expected) return false;
      const [active, current, leads, { now }] = await tx.send([
        // Without leads for a target that is deactivated now, or of a member who comes back now.
        shareActive(accountId, [from, ...(expected.to === null ? [] : [expected.to])]),
        findHandOver(accountId, from),
        lockLeadsOf(accountId, from, BATCH),
        findNow(),
      ]);
      if (!current) return false;
      // The target was deactivated meanwhile and named another one, whose lock this transaction lacks.
      if (current.to !== expected.to) return true;
      if (leads.length === 0) {
        await tx.commit([endHandOver(accountId, from)]);
        return false;
      }
      const to = current.to !== null && active.includes(current.to) ? current.to : null;
      await tx.commit([assignLeads(accountId, leads, { from, to, by: 'hand_over', at: now })]);
      return true;
    });
  }
}

const keyOf = ({ accountId, from }: HandOverPlace): string => `${accountId} ${from}`;
