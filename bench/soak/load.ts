import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../statistics';
import { Calls } from './calls';
import { Chores } from './chores';
import { Lanes } from '../lanes';
import type { Traffic } from './minute';
import { kindAt } from './mix';
import { People } from './people';
import { Recorder } from './recorder';
import { Week } from './week';
import type { SoakAccount } from './world';

export interface Setup {
  readonly port: number;
  readonly accounts: readonly SoakAccount[];
  /** Files for acknowledged submissions and erasures. */
  readonly files: { readonly acknowledged: string; readonly erased: string };
}

type Counted = 'held' | 'erasures' | 'imported';

const CONNECTIONS = 32;
const REMEMBERED = 300;
/** Limit of unanswered requests. Beyond it, the service does not keep up. */
const MOST_UNANSWERED = 20_000;

/** The load generator of the soak. */
export class Load {
  private readonly random = randomFrom(Date.now());
  private readonly recorder = new Recorder();
  private readonly lanes: Lanes;
  private readonly calls: Calls;
  private readonly week: Week;
  private readonly chores: Chores;

  constructor({ port, accounts, files }: Setup) {
    const people = new People(REMEMBERED, this.random);
    this.lanes = new Lanes(port, CONNECTIONS);
    this.calls = new Calls(this.lanes, this.recorder, this.random, files);
    this.week = new Week(accounts, people, this.calls, this.random);
    this.chores = new Chores(this.week, people, this.calls, this.random);
    this.chores.start();
  }

  /** Keeps all connections busy for `seconds`. */
  async full(seconds: number): Promise<Traffic & { readonly seconds: number }> {
    const begin = performance.now();
    const work = async (): Promise<void> => {
      while (performance.now() < begin + seconds * 1000) await this.next(performance.now());
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    return { ...this.recorder.take(), seconds: (performance.now() - begin) / 1000 };
  }

  /** Sends `rate` requests per second, even if earlier ones are unanswered. `tell` gets each minute. Returns the traffic after the last. */
  async steady(
    rate: number,
    minutes: number,
    tell: (minute: Traffic) => void,
  ): Promise<Traffic & Pick<Chores, Counted>> {
    const begin = performance.now();
    const sent = new Set<Promise<void>>();
    for (let minute = 0; minute < minutes; minute++) {
      await this.pace(rate, begin + minute * 60_000, begin + (minute + 1) * 60_000, sent);
      this.calls.write();
      tell(this.recorder.take());
    }
    await Promise.all([...sent, this.chores.stop()]);
    this.calls.write();
    this.lanes.close();
    const { held, erasures, imported } = this.chores;
    return { ...this.recorder.take(), held, erasures, imported };
  }

  /** Sends each request at its moment, from which its time counts. A wait behind a slow answer is thus part of the time. */
  private async pace(rate: number, begin: number, end: number, sent: Set<Promise<void>>): Promise<void> {
    for (let n = 0; begin + (n * 1000) / rate < end; n++) {
      const due = begin + (n * 1000) / rate;
      if (due > performance.now()) await sleep(due - performance.now());
      if (sent.size > MOST_UNANSWERED) throw new Error('the service does not keep up with half of what it answered');
      const answered: Promise<void> = this.next(due).finally(() => sent.delete(answered));
      sent.add(answered);
    }
  }

  private next(due: number): Promise<void> {
    return this.week.send(kindAt(this.random()), due);
  }
}
