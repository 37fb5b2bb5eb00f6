import { setTimeout as sleep } from 'node:timers/promises';
import { Caller, type Reply } from './caller';
import type { Event, Outcome, Seen, SeenLead, Sent } from './history';
import { until } from './processes';

export interface LoadOptions {
  /** Addresses of the instances. */
  readonly targets: readonly string[];
  readonly key: string;
  readonly stages: readonly string[];
  readonly connections: number;
  /** Number of phones in use at one time. New phones follow when these have had enough posts. */
  readonly phones: number;
  /** Milliseconds that a connection rests between two calls. */
  readonly rest: number;
  /** Returns whether a proxy would pass a call on to this target. Without it, calls go to all targets. */
  readonly isOpen?: (target: number) => boolean;
}

/** Returns the index of the target whose turn it is, or of the next open one. */
export function openTarget(turn: number, { targets, isOpen }: Pick<LoadOptions, 'targets' | 'isOpen'>): number {
  const inTurn = targets.map((_, index) => (turn + index) % targets.length);
  return inTurn.find((target) => isOpen?.(target) ?? true) ?? turn % targets.length;
}

const POSTS_PER_PHONE = 18;
const AREA_CODES = ['11', '21', '31', '41', '51', '61', '71', '81', '91', '27'];
const TAGS = ['vip', 'site', 'evento', 'retorno', 'loja', 'parceiro', 'feira', 'zap'];
const ATTRIBUTIONS = [
  undefined,
  undefined,
  { utm_source: 'google', utm_medium: 'cpc' },
  { utm_source: 'facebook', utm_medium: 'paid' },
  { referrer: 'https://www.google.com/' },
  { referrer: 'https://blog.example.com/post' },
];
const SPELLINGS = [
  (area: string, eight: string) => `55${area}9${eight}`,
  (area: string, eight: string) => `+55 (${area}) 9${eight.slice(0, 4)}-${eight.slice(4)}`,
  (area: string, eight: string) => `${area}${eight}`,
  (area: string, eight: string) => `0${area}9${eight}`,
];

/** Makes the phone of a number: its key in the database, and how the n-th caller writes it. */
export function phoneOf(number: number): { readonly key: string; spelled(n: number): string } {
  const area = AREA_CODES[number % AREA_CODES.length] ?? '11';
  const eight = `8${String(number).padStart(7, '0')}`;
  return { key: `55${area}${eight}`, spelled: (n) => (SPELLINGS[n % SPELLINGS.length] ?? String)(area, eight) };
}

/** Makes one caller for each target. With a proxy, the next caller takes a call whose connection was refused. */
export function callersOf({ targets, isOpen }: Pick<LoadOptions, 'targets' | 'isOpen'>, token: string): Caller[] {
  const callers = targets.map((target) => new Caller(target, token));
  if (isOpen) callers.forEach((caller, index) => (caller.instead = callers[(index + 1) % callers.length]));
  return callers;
}

/** Calls the instances over several connections at once, and records calls and answers. */
export class Loader {
  readonly history: Event[] = [];
  private isRunning = false;
  private workers: Promise<void>[] = [];
  private calls = 0;
  private posts = 0;
  private leads: string[] = [];
  private readonly unknown = new Map<string, Sent>();

  constructor(private readonly options: LoadOptions) {}

  start(): void {
    this.isRunning = true;
    const { connections } = this.options;
    this.workers = Array.from({ length: connections }, (_, worker) => this.work(worker));
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.workers);
  }

  /** Repeats every POST with an unknown outcome, with its external_id, until it has the outcome that it must have. */
  async settle(patience = 30_000): Promise<number> {
    const open = [...this.unknown.values()];
    const callers = this.callers();
    for (const sent of open) {
      await until(`an answer to ${sent.externalId}`, patience, async () => {
        const instance = this.calls % callers.length;
        return (await this.call(callers[instance], { ...sent, instance })) === sent.settlesAs;
      });
    }
    for (const caller of callers) caller.close();
    return open.length;
  }

  /** Waits until every instance has answered a write sent after `since`. Returns the milliseconds since then. */
  async recovered(since: number, patience = 20_000): Promise<number> {
    const instances = this.options.targets.map((_, index) => index);
    const firsts = await until('a 2xx of a write by every instance', patience, () => {
      const found = instances.map((instance) => this.firstWrite(instance, since));
      return found.every((at) => at !== undefined) ? found : undefined;
    });
    return Math.round(Math.max(...firsts.map((at) => at ?? 0)) - since);
  }

  private firstWrite(instance: number, since: number): number | undefined {
    const begun = new Set<number>();
    for (const event of this.history) {
      if (event.at < since) continue;
      if (event.type === 'invoke') {
        if (event.sent.instance === instance && event.sent.kind === 'post') begun.add(event.call);
      } else if (event.type === 'ok' && begun.has(event.call)) return event.at;
    }
    return undefined;
  }

  private callers(): Caller[] {
    return callersOf(this.options, this.options.key);
  }

  private async work(worker: number): Promise<void> {
    const callers = this.callers();
    for (let turn = worker; this.isRunning; turn++) {
      const instance = openTarget(turn, this.options);
      const outcome = await this.call(callers[instance], this.next(instance));
      await sleep(outcome === 'info' ? 100 : this.options.rest);
    }
    for (const caller of callers) caller.close();
  }

  private next(instance: number): Sent {
    const dice = Math.random() * 100;
    const leadId = this.leads[Math.floor(Math.random() * this.leads.length)];
    const of = (sent: Omit<Sent, 'instance'>): Sent => ({ ...sent, instance });
    if (dice < 62 || !leadId) return of(this.post());
    if (dice < 66) return of(this.refusedPost());
    if (dice < 76) return of(this.patch(leadId));
    if (dice < 86) {
      const stage_id = this.options.stages[Math.floor(Math.random() * this.options.stages.length)];
      return of({ kind: 'move', leadId, method: 'POST', path: `/api/v1/leads/${leadId}/stage`, body: { stage_id } });
    }
    if (dice < 91) return of({ kind: 'get', leadId, method: 'GET', path: `/api/v1/leads/${leadId}` });
    if (dice < 97) return of({ kind: 'list', method: 'GET', path: '/api/v1/leads?limit=20' });
    return of({ kind: 'metrics', method: 'GET', path: '/api/v1/metrics' });
  }

  private post(): Omit<Sent, 'instance'> {
    const n = this.posts++;
    const { phones } = this.options;
    const window = Math.floor(n / (phones * POSTS_PER_PHONE));
    const phone = phoneOf(window * phones + Math.floor(Math.random() * phones));
    const externalId = `x-${n}`;
    const settlesAs = 'ok';
    const token = `note-${n}-p`;
    const body = {
      phone: phone.spelled(n),
      name: `Pessoa ${n}`,
      external_id: externalId,
      notes: token,
      tags: [...TAGS].sort(() => Math.random() - 0.5).slice(0, 2),
      attribution: ATTRIBUTIONS[n % ATTRIBUTIONS.length],
      ...(n % 3 === 0 && { deal: { value: n } }),
    };
    const target = { method: 'POST', path: '/api/v1/leads', body };
    return { kind: 'post', ...target, phoneKey: phone.key, externalId, token, settlesAs };
  }

  /** Makes a POST that must be refused: a bad e-mail, with a new external_id and a new phone. */
  private refusedPost(): Omit<Sent, 'instance'> {
    const n = this.posts++;
    const phone = phoneOf(9_000_000 + n);
    const externalId = `bad-${n}`;
    const settlesAs = 'fail';
    const token = `note-${n}-b`;
    const body = { phone: phone.spelled(n), external_id: externalId, notes: token, email: 'no address' };
    const target = { method: 'POST', path: '/api/v1/leads', body };
    return { kind: 'post', ...target, phoneKey: phone.key, externalId, token, settlesAs };
  }

  private patch(leadId: string): Omit<Sent, 'instance'> {
    const token = `note-${this.posts++}-c`;
    const body = { notes: token, add_tags: [TAGS[this.posts % TAGS.length]] };
    return { kind: 'patch', leadId, token, method: 'PATCH', path: `/api/v1/leads/${leadId}`, body };
  }

  private async call(caller: Caller | undefined, sent: Sent): Promise<Outcome> {
    if (!caller) throw new Error('no such instance');
    const call = ++this.calls;
    const add = (event: Event): void => void this.history.push(event);
    add({ type: 'invoke', call, at: performance.now(), sent });
    let outcome: Outcome = 'info';
    try {
      const reply = await caller.send(sent.method, sent.path, sent.body);
      const seen = seenIn(sent, reply);
      outcome = reply.status < 300 ? 'ok' : reply.status < 500 ? 'fail' : 'info';
      add({ type: outcome, call, at: performance.now(), seen });
      this.learn(seen);
    } catch (error) {
      add({ type: 'info', call, at: performance.now(), error: (error as Error).message });
    }
    if (sent.kind === 'post' && sent.externalId) {
      if (outcome === 'info') this.unknown.set(sent.externalId, sent);
      else this.unknown.delete(sent.externalId);
    }
    return outcome;
  }

  private learn({ leads }: Seen): void {
    const [lead] = leads;
    if (lead && leads.length === 1) this.leads = [...this.leads.filter((id) => id !== lead.id), lead.id].slice(-40);
  }
}

interface LeadJson {
  readonly id: string;
  readonly updated_at: string;
  readonly origin: string;
}

interface AnswerJson {
  readonly data?:
    LeadJson[] | (LeadJson & { lead?: LeadJson; duplicate?: boolean; changed?: boolean; deal?: { id: string } });
  readonly warnings?: { code: string }[];
  readonly error?: { code: string; request_id: string };
}

function seenIn({ kind }: Sent, { status, body }: Reply): Seen {
  const { data, warnings = [], error } = body as AnswerJson;
  const codes = [...warnings.map(({ code }) => code), ...(error ? [error.code] : [])];
  if (status >= 300 && !error?.request_id) throw new Error(`status ${status} without the envelope`);
  if (!data || kind === 'metrics') return { status, leads: [], codes };
  if (Array.isArray(data)) return { status, leads: data.map(seenLead), codes };
  const lead = kind === 'get' ? data : data.lead;
  const { duplicate, changed, deal } = data;
  return { status, leads: lead ? [seenLead(lead)] : [], duplicate, changed, dealId: deal?.id, codes };
}

const seenLead = ({ id, updated_at: updatedAt, origin }: LeadJson): SeenLead => ({ id, updatedAt, origin });
