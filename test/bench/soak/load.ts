import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../statistics';
import { Calls } from './calls';
import { Chores } from './chores';
import { Lanes } from './lanes';
import type { Traffic } from './minute';
import { kindAt } from './mix';
import { People } from './people';
import { Recorder } from './recorder';
import type { SoakAccount } from './soak-account';
import { Week } from './week';

/** What the load generator is told, one after the other. */
export type ToSoakLoad =
  | { readonly begin: Setup }
  /** All connections busy, for so many seconds. */
  | { readonly full: number }
  /** So many requests a second, whether or not earlier ones are answered. */
  | { readonly rate: number; readonly minutes: number }
  /** The same for so many seconds, and not the last that is asked for. */
  | { readonly rate: number; readonly seconds: number };

interface Setup {
  readonly port: number;
  readonly accounts: readonly SoakAccount[];
  /** Only of a load that also sends what happens now and then: what it was told is kept there. */
  readonly files?: { readonly acknowledged: string; readonly erased: string };
}

export type FromSoakLoad =
  | { readonly busy: Traffic & { readonly seconds: number } }
  | { readonly minute: Traffic }
  | { readonly ended: Traffic & { readonly held: number; readonly erasures: number; readonly imported: number } };

const CONNECTIONS = 32;
const REMEMBERED = 300;
/** More than this, and the service does not keep up. */
const MOST_UNANSWERED = 20_000;

const tell = (message: FromSoakLoad): void => void process.send?.(message);

/** The load generator of the soak: a separate process, so that its own work is not measured. */
class SoakLoad {
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
    if (files) this.chores.start();
  }

  async full(seconds: number): Promise<void> {
    const begin = performance.now();
    const work = async (): Promise<void> => {
      while (performance.now() < begin + seconds * 1000) await this.next(performance.now());
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    this.tellBusy(begin);
  }

  /** So many seconds at this rate. */
  async slot(rate: number, seconds: number): Promise<void> {
    const begin = performance.now();
    const sent = new Set<Promise<void>>();
    await this.pace(rate, begin, begin + seconds * 1000, sent);
    await Promise.all(sent);
    this.tellBusy(begin);
  }

  async steady(rate: number, minutes: number): Promise<void> {
    const begin = performance.now();
    const sent = new Set<Promise<void>>();
    for (let minute = 0; minute < minutes; minute++) {
      await this.pace(rate, begin + minute * 60_000, begin + (minute + 1) * 60_000, sent);
      this.calls.write();
      tell({ minute: this.recorder.take() });
    }
    await Promise.all([...sent, this.chores.stop()]);
    this.calls.write();
    this.lanes.close();
    const { held, erasures, imported } = this.chores;
    tell({ ended: { ...this.recorder.take(), held, erasures, imported } });
  }

  /** Each request has its moment, and its time counts from there: so what waits behind a slow answer is seen to wait. */
  private async pace(rate: number, begin: number, end: number, sent: Set<Promise<void>>): Promise<void> {
    for (let n = 0; begin + (n * 1000) / rate < end; n++) {
      const due = begin + (n * 1000) / rate;
      if (due > performance.now()) await sleep(due - performance.now());
      if (sent.size > MOST_UNANSWERED) throw new Error('the service does not keep up with half of what it answered');
      const answered: Promise<void> = this.next(due).finally(() => sent.delete(answered));
      sent.add(answered);
    }
  }

  private tellBusy(begin: number): void {
    tell({ busy: { ...this.recorder.take(), seconds: (performance.now() - begin) / 1000 } });
  }

  private next(due: number): Promise<void> {
    return this.week.send(kindAt(this.random()), due);
  }
}

let load: SoakLoad | undefined;

process.on('message', (told: ToSoakLoad) => {
  if ('begin' in told) load = new SoakLoad(told.begin);
  else if ('full' in told) void load?.full(told.full);
  else if ('seconds' in told) void load?.slot(told.rate, told.seconds);
  else void load?.steady(told.rate, told.minutes);
});
