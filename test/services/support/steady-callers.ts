import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '../../support/http-client';

const CALLERS = 4;
const REST_MS = 20;

/** Sends new leads and lists them through a proxy, a few callers at once, until it is stopped. */
export class SteadyCallers {
  /** The leads that were answered with 201. */
  readonly acknowledged: string[] = [];
  /** Other answers, and calls without one. */
  readonly failures: string[] = [];
  private isRunning = true;
  private turn = 0;
  private readonly callers: Promise<void>[];
  private readonly api: HttpClient;

  /** `first` is the number of the first phone. */
  constructor(
    url: string,
    key: string,
    private readonly first: number,
  ) {
    this.api = new HttpClient(`${url}/api/v1`, key);
    this.callers = Array.from({ length: CALLERS }, () => this.call());
  }

  /** Waits for the calls that have begun. */
  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.callers);
  }

  private async call(): Promise<void> {
    for (; this.isRunning; await sleep(REST_MS)) {
      const turn = this.turn++;
      await this.send(turn).catch((error: unknown) => this.failures.push(`call ${turn}: ${String(error)}`));
    }
  }

  private async send(turn: number): Promise<void> {
    const phone = `119${String(60_000_000 + this.first + turn)}`;
    const answer = await (turn % 3 === 0
      ? this.api.get<{ id: string }>('/leads?limit=1')
      : this.api.post<{ id: string }>('/leads', { phone, external_id: phone }));
    if (answer.status === 201) this.acknowledged.push(answer.data.id);
    else if (answer.status !== 200) this.failures.push(`call ${turn}: ${answer.status} ${answer.text}`);
  }
}
