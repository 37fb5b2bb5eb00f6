import { eachAccount, eachFound, findAtOnce } from '../accounts/search-accounts';
import { NO_ID } from '../common/input/id.pipe';
import { type Batches, Job, runsOf } from '../common/process/jobs';
import { describeError, log } from '../common/process/log';
import { MINUTE_MS, SECOND_MS } from '../contract/durations';
import { JobDatabase } from '../database/database';
import { deleteOldSpam, findDelivery, listWaiting } from './deliveries.queries';
import { DeliveriesService } from './deliveries.service';
import { endReread, listReread, type RereadSource } from './sources.queries';

/** Deliveries that are read again before others have their turn. */
const BATCH = 20;

/** Reads the held deliveries of sources again whose owner changed the mapping, or whose account may receive again. */
@Job('deliveries', { everyMs: SECOND_MS })
export class DeliveriesJob {
  constructor(
    private readonly database: JobDatabase,
    private readonly deliveries: DeliveriesService,
  ) {}

  /** Returns the number of failed batches. */
  run(): Promise<number> {
    return eachFound(this, this.database, {
      find: () => findAtOnce(this.database, listReread),
      work: (source) => this.rereadAll(source),
      failure: 'held deliveries were not read again',
      idsOf: ({ id }) => ({ source_id: id }),
    });
  }

  /** One that fails does not stop the others; they are all tried again later. */
  private async *rereadAll(source: RereadSource): Batches {
    const { accountId, id } = source;
    let failed = 0;
    for (let after = NO_ID; ;) {
      const waiting = await this.database.read(listWaiting(accountId, id, after, BATCH));
      for (const waitingId of waiting) {
        if (runsOf(this).isStopping) return;
        if (!(await this.reread(accountId, waitingId))) failed++;
      }
      const last = waiting.at(-1);
      if (waiting.length < BATCH || last === undefined) break;
      after = last;
      yield;
    }
    await this.database.write(endReread(source, failed > 0));
    return failed;
  }

  private async reread(accountId: string, id: string): Promise<boolean> {
    try {
      const delivery = await this.database.read(findDelivery(accountId, id));
      if (delivery) await this.deliveries.reread(accountId, delivery);
      return true;
    } catch (error) {
      log.warn({ account_id: accountId, delivery_id: id, ...describeError(error) }, 'a delivery was not read again');
      return false;
    }
  }
}

/** Deletes the spam of forms after thirty days. */
@Job('spam', { cron: '20 3 * * *', afterStartMs: 10 * MINUTE_MS })
export class SpamJob {
  constructor(private readonly database: JobDatabase) {}

  /** Returns the number of accounts for which it failed. */
  run(now = new Date()): Promise<number> {
    const work = (accountId: string): Batches => this.deleteAll(accountId, now);
    return eachAccount(this, this.database, work, 'old spam was not deleted');
  }

  private async *deleteAll(accountId: string, now: Date): Batches {
    while ((await this.database.write(deleteOldSpam(accountId, now))) > 0) yield;
  }
}
