import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './caller';
import type { Event, Sent } from './history';
import { callersOf, type LoadOptions, openTarget, phoneOf } from './loader';

const CONNECTIONS = 4;

/** Does to people and keys what is audited, in an account of its own, and writes down what was asked and what was answered. */
export class Auditor {
  readonly history: Event[] = [];
  /** What became of calls that have to succeed and did not. */
  readonly failures: string[] = [];
  private isRunning = false;
  private workers: Promise<void>[] = [];
  private calls = 0;
  private people = 0;

  constructor(
    private readonly to: Pick<LoadOptions, 'targets' | 'isOpen'>,
    private readonly operatorToken: string,
    private readonly accountId: string,
  ) {}

  start(): void {
    this.isRunning = true;
    this.workers = Array.from({ length: CONNECTIONS }, (_, worker) => this.work(worker));
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.workers);
  }

  private async work(worker: number): Promise<void> {
    const callers = callersOf(this.to, this.operatorToken);
    for (let turn = worker; this.isRunning; turn++) {
      const [one, another] = [openTarget(turn, this.to), openTarget(turn + 1, this.to)];
      const [caller, other] = [callers[one], callers[another]];
      if (caller && other) await this.round(caller, other, turn, one).catch((error) => this.fail(error as Error));
      await sleep(20);
    }
    for (const caller of callers) caller.close();
  }

  /** One person who comes, is exported and merged, and goes; and one key. */
  private async round(caller: Caller, another: Caller, turn: number, instance: number): Promise<void> {
    const phone = phoneOf(this.people++).spelled(turn);
    const add = () => this.send(caller, 'POST', `/accounts/${this.accountId}/leads`, { phone, allow_duplicate: true });
    const call = (kind: Sent['kind'], leadId: string, method: string, path: string, body?: object, by = caller) =>
      this.record(by, { kind, instance, leadId, method, path, body });
    const [lead, other] = [await add(), await add()];
    await call('merge', other, 'POST', `/leads/${other}/merge`, { into: lead });
    await call('export', lead, 'GET', `/leads/${lead}/export`);
    // At two instances at once: one entry.
    await Promise.allSettled([
      call('erase', lead, 'POST', `/leads/${lead}/erase`),
      call('erase', lead, 'POST', '/people/erase', { phone }, another),
    ]);
    const key = await this.send(caller, 'POST', '/api-keys', { name: 'k', permissions: ['leads:read'] });
    await call('key', key, 'DELETE', `/api-keys/${key}`);
  }

  private async fail({ message }: Error): Promise<void> {
    this.failures.push(message);
    await sleep(100);
  }

  /** Calls what has to succeed, and gives the id of what it made. */
  private async send(caller: Caller, method: string, path: string, body?: object): Promise<string> {
    const reply = await caller.send(method, `/admin/v1${path}`, body, { 'X-Account-Id': this.accountId });
    const id = (reply.body as { data?: { id?: string } }).data?.id;
    if (!id) throw new Error(`status ${reply.status}`);
    return id;
  }

  private async record(caller: Caller, sent: Sent): Promise<void> {
    const call = ++this.calls;
    this.history.push({ type: 'invoke', call, at: performance.now(), sent });
    const headers = { 'X-Account-Id': this.accountId };
    try {
      const { status } = await caller.send(sent.method, `/admin/v1${sent.path}`, sent.body, headers);
      const type = status < 300 ? 'ok' : status < 500 ? 'fail' : 'info';
      this.history.push({ type, call, at: performance.now(), seen: { status, leads: [], codes: [] } });
    } catch (error) {
      this.history.push({ type: 'info', call, at: performance.now(), error: (error as Error).message });
    }
  }
}
