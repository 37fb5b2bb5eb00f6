import { shareActive, findHandOver, type HandOverKey, listHandOvers } from '../accounts/members/members.queries';
import { eachFound, findInPages } from '../accounts/search-accounts';
import { NO_ID } from '../common/input/id.pipe';
import { type Batches, Job } from '../common/process/jobs';
import { JobDatabase } from '../database/database';
import type { Transaction } from '../database/transaction';
import { assignLeads } from '../leads/record/assignments.queries';
import { findNow } from '../leads/record/clock';
import { endHandOver, freeAppointments, lockLeadsOf, lockLeadsToMeet } from './members.queries';

const EVERY_MS = 1_000;
/** Leads in one transaction. */
const BATCH = 200;

/**
 * Gives the leads of deactivated members to others, or to nobody, and their appointments to come to those who look after the leads. Runs
 * on any number of instances. A batch is one transaction, so a killed
 * run continues with the leads that are left. Nobody can give such a member a lead: that needs the member's shared lock while active.
 */
@Job('hand_over', { everyMs: EVERY_MS })
export class HandOverJob {
  constructor(private readonly database: JobDatabase) {}

  /** Returns the number of failed hand-overs; throws at the end when some accounts could not be searched. */
  run(): Promise<number> {
    return eachFound(this, this.database, {
      find: () =>
        findInPages<HandOverKey, HandOverKey>(this.database, {
          first: { accountId: NO_ID, from: NO_ID },
          list: listHandOvers,
          keyOf: ({ accountId, from }) => `${accountId} ${from}`,
        }),
      work: (key) => this.finish(key),
      failure: 'a hand-over failed',
      idsOf: ({ from }) => ({ member_id: from }),
    });
  }

  private async *finish(key: HandOverKey): Batches {
    while (await this.runBatch(key)) yield;
  }

  /** Returns whether there may be more to do now. Leads that are locked are left to the next run. */
  runBatch({ accountId, from }: HandOverKey): Promise<boolean> {
    return this.database.transaction(accountId, async (tx) => {
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
      if (leads.length === 0) return leaveAppointments(tx, accountId, from);
      const to = current.to !== null && active.includes(current.to) ? current.to : null;
      await tx.commit([assignLeads(accountId, leads, { from, to, by: 'hand_over', at: now })]);
      return true;
    });
  }
}

/** Of somebody without leads; ends the hand-over when there are none to come either. Returns whether there may be more to do now. */
async function leaveAppointments(tx: Transaction, accountId: string, from: string): Promise<boolean> {
  const leads = await tx.send(lockLeadsToMeet(accountId, from, BATCH));
  await tx.commit([leads.length > 0 ? freeAppointments(accountId, from, leads) : endHandOver(accountId, from)]);
  return leads.length > 0;
}
