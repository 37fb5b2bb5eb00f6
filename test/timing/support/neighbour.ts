import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { HttpClient } from '../../support/http-client';
import { phones } from '../../support/phones';
import { knownPhones } from './known-phones';
import type { Account } from './target';

/** An answered call; status 0 for none. */
interface Taken {
  readonly name: string;
  readonly status: number;
  readonly ms: number;
}

/** Leads that the neighbour has at first: more than a page. */
const LEADS = 200;

/** Times of a neighbour's calls of one kind, in milliseconds. */
export interface Times {
  readonly calls: number;
  readonly p50: number;
  readonly p99: number;
  readonly statuses: readonly number[];
}

/** A process that calls the service for another account all the time. */
export class Neighbour {
  private constructor(private readonly child: ChildProcess) {}

  static async start(url: string, account: Account): Promise<Neighbour> {
    const { key } = await account.newKey('leads:read', 'leads:write');
    await knownPhones(url, key, LEADS, phones());
    const [lead] = (await new HttpClient(`${url}/api/v1`, key).get<{ id: string }[]>('/leads')).data;
    return new Neighbour(fork(resolve('test/timing/neighbour.cjs'), [url, key, lead?.id ?? '']));
  }

  /** Returns the calls that were answered since the last time, by kind. */
  async times(): Promise<Map<string, Times>> {
    this.child.send('times');
    const [taken] = (await once(this.child, 'message')) as [Taken[]];
    const kinds = new Set(taken.map(({ name }) => name));
    return new Map([...kinds].map((kind) => [kind, timesOf(taken.filter(({ name }) => name === kind))]));
  }

  stop(): void {
    this.child.kill();
  }
}

function timesOf(taken: readonly Taken[]): Times {
  const times = taken.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share: number): number => Math.round((times[Math.ceil(share * times.length) - 1] ?? NaN) * 10) / 10;
  return {
    calls: times.length,
    p50: at(0.5),
    p99: at(0.99),
    statuses: [...new Set(taken.map(({ status }) => status))].sort(),
  };
}
