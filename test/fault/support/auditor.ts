import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './caller';
import type { Event, Sent } from './history';
import { callersOf, type LoadOptions, openTarget, phoneOf } from './loader';

const CONNECTIONS = 4;

/** Performs audited actions on people and keys in its own account, and records calls and answers. */
export class Auditor {
  readonly history: Event[] = [];
  /** Errors of calls that had to succeed and failed. */
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
      await this.round(callers, turn).catch((error) => this.fail(error as Error));
      await sleep(20);
    }
    for (const caller of callers) caller.close();
  }

  /** Creates, merges, exports and erases one person. Creates and revokes one key. */
  private async round(callers: readonly Caller[], turn: number): Promise<void> {
    const phone = phoneOf(this.people++).spelled(turn);
    // The instance is chosen for each call, as a proxy does. A stopping instance gets no more calls.
    const create = (path: string, body: object) => this.create(this.chosen(callers, turn).caller, path, body);
    const call = (kind: Sent['kind'], leadId: string, method: string, path: string, body?: object, next = 0) => {
      const { caller, instance } = this.chosen(callers, turn + next);
      return this.record(caller, { kind, instance, leadId, method, path, body });
    };
    const add = () => create(`/accounts/${this.accountId}/leads`, { phone, allow_duplicate: true });
    const [lead, other] = [await add(), await add()];
    await call('merge', other, 'POST', `/leads/${other}/merge`, { into: lead });
    await call('export', lead, 'GET', `/leads/${lead}/export`);
    // Two instances erase at once and write one audit entry.
    await Promise.allSettled([
      call('erase', lead, 'POST', `/leads/${lead}/erase`),
      call('erase', lead, 'POST', '/people/erase', { phone }, 1),
    ]);
    const key = await create('/api-keys', { name: 'k', permissions: ['leads:read'] });
    await call('key', key, 'DELETE', `/api-keys/${key}`);
  }

  private async fail({ message }: Error): Promise<void> {
    this.failures.push(message);
    await sleep(100);
  }

  private chosen(callers: readonly Caller[], turn: number): { caller: Caller; instance: number } {
    const instance = openTarget(turn, this.to);
    const caller = callers[instance];
    if (!caller) throw new Error('no such instance');
    return { caller, instance };
  }

  /** Creates a resource and returns its id. Throws when the call fails. */
  private async create(caller: Caller, path: string, body: object): Promise<string> {
    const reply = await caller.send('POST', `/admin/v1${path}`, body, { 'X-Account-Id': this.accountId });
    const id = (reply.body as { data?: { id?: string } }).data?.id;
    if (!id) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
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
