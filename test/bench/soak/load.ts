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
  | { readonly rate: number; readonly minutes: number };

interface Setup {
  readonly port: number;
  readonly accounts: readonly SoakAccount[];
  readonly files: { readonly acknowledged: string; readonly erased: string };
}

export type FromSoakLoad =
  | { readonly full: Traffic & { readonly seconds: number } }
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
    this.chores.start();
  }

  async full(seconds: number): Promise<void> {
    const begin = performance.now();
    const work = async (): Promise<void> => {
      while (performance.now() < begin + seconds * 1000) await this.next(performance.now());
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    tell({ full: { ...this.recorder.take(), seconds: (performance.now() - begin) / 1000 } });
  }

  /** Each request has its moment, and its time counts from there: so what waits behind a slow answer is seen to wait. */
  async steady(rate: number, minutes: number): Promise<void> {
    const sent = new Set<Promise<void>>();
    const begin = performance.now();
    let minute = 1;
    for (let n = 0; ; n++) {
      const due = begin + (n * 1000) / rate;
      if (due >= begin + minute * 60_000) {
        this.calls.write();
        tell({ minute: this.recorder.take() });
        if (++minute > minutes) break;
      }
      if (due > performance.now()) await sleep(due - performance.now());
      if (sent.size > MOST_UNANSWERED) throw new Error('the service does not keep up with half of what it answered');
      const answered: Promise<void> = this.next(due).finally(() => sent.delete(answered));
      sent.add(answered);
    }
    await Promise.all([...sent, this.chores.stop()]);
    this.calls.write();
    this.lanes.close();
    const { held, erasures, imported } = this.chores;
    tell({ ended: { ...this.recorder.take(), held, erasures, imported } });
  }

  private next(due: number): Promise<void> {
    return this.week.send(kindAt(this.random()), due);
  }
}

let load: SoakLoad | undefined;

process.on('message', (told: ToSoakLoad) => {
  if ('begin' in told) load = new SoakLoad(told.begin);
  else if ('full' in told) void load?.full(told.full);
  else void load?.steady(told.rate, told.minutes);
});
