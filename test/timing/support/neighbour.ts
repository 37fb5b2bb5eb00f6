import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { HttpClient } from '../../support/http-client';
import { phones } from '../../support/phones';
import { knownPhones } from './known-phones';
import type { Account } from './target';

/** A call; status 0 without an answer. */
export interface Taken {
  readonly name: string;
  readonly status: number;
  readonly ms: number;
}

/** Leads that the neighbour has at first: more than a page. */
const LEADS = 200;

/** The kinds of its calls. */
export const KINDS = ['POST /leads', 'GET /leads', 'GET /leads/{id}', 'readiness'] as const;

/** A process that calls the service for another account all the time. */
export class Neighbour {
  private constructor(private readonly child: ChildProcess) {}

  static async start(url: string, account: Account): Promise<Neighbour> {
    const { key } = await account.newKey('leads:read', 'leads:write');
    await knownPhones(url, key, LEADS, phones());
    const [lead] = (await new HttpClient(`${url}/api/v1`, key).get<{ id: string }[]>('/leads')).data;
    return new Neighbour(fork(resolve('test/timing/neighbour.cjs'), [url, key, lead?.id ?? '']));
  }

  /** Returns the calls since the last time, once they are over. */
  async taken(): Promise<readonly Taken[]> {
    this.child.send('taken');
    const [taken] = (await once(this.child, 'message')) as [Taken[]];
    return taken;
  }

  close(): void {
    this.child.kill();
  }
}

/** The 99th percentile of the calls of one kind, in milliseconds. */
export function p99Of(taken: readonly Taken[], kind: string): number {
  const times = taken
    .filter(({ name }) => name === kind)
    .map(({ ms }) => ms)
    .sort((one, other) => one - other);
  return times[Math.ceil(0.99 * times.length) - 1] ?? NaN;
}
