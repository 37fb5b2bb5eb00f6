import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { newPhone } from '../requests';
import type { Calls } from './calls';
import type { People } from './people';
import { ADMIN, type Week } from './week';

/** The rows of a file: a few hundred people, as a spreadsheet has them. */
const ROWS = 250;

/** What happens now and then: imports, erasures, held submissions, keys, sign-in links. */
export class Chores {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Set<Promise<void>>();
  /** Submissions that the service must have held. */
  held = 0;
  erasures = 0;
  /** Rows of files. */
  imported = 0;

  constructor(
    private readonly week: Week,
    private readonly people: People,
    private readonly calls: Calls,
    private readonly random: () => number,
  ) {}

  /** No part of a minute, so that the end of a minute does not find the same work half-done each time. */
  start(): void {
    this.every(17, () => this.importFile());
    this.every(1, () => this.erase());
    this.every(2, () => this.hold());
    this.every(2, () => this.decide());
    this.every(7, () => this.replaceKey());
    this.every(7, () => this.readNotifications());
    this.every(11, () => this.askForLink());
    this.every(13, () => this.exportPerson());
  }

  /** Begins no more, and waits for what has begun. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.running);
  }

  private every(seconds: number, work: () => Promise<void>): void {
    const begin = (): void => {
      const run: Promise<void> = work().finally(() => this.running.delete(run));
      this.running.add(run);
    };
    this.timers.push(setInterval(begin, seconds * 1000));
  }

  /** Sends a file and looks at it each second until it is imported, as the console does. */
  private async importFile(): Promise<void> {
    const { session: key } = this.week.writer().account;
    const rows = Array.from({ length: ROWS }, () => `${newPhone(this.random)},Bia Lima,lista,${randomUUID()}`);
    const body = ['phone,name,tags,external_id', ...rows].join('\r\n');
    const path = `${ADMIN}/imports`;
    const begun = await this.calls.ask<{ id: string }>({
      kind: 'import',
      method: 'POST',
      path,
      key,
      body,
      statuses: [202],
    });
    for (let isRunning = begun !== undefined; isRunning;) {
      await sleep(1_000);
      const look = { kind: 'look', method: 'GET', path: `${path}/${begun?.id}`, key, statuses: [200] };
      isRunning = (await this.calls.ask<{ state: string }>(look))?.state === 'running';
    }
    this.imported += ROWS;
  }

  /** By the lead and by the phone, in turn. */
  private async erase(): Promise<void> {
    const { place, account } = this.week.writer();
    const person = this.people.take(place);
    if (!person) return;
    const isByPhone = this.random() < 0.5;
    const path = isByPhone ? '/people/erase' : `/leads/${person.leadId}/erase`;
    const body = isByPhone ? { phone: person.phone } : undefined;
    const call = { kind: 'erase', method: 'POST', path: ADMIN + path, key: account.session, body, statuses: [200] };
    if (!(await this.calls.send(call))) return;
    this.erasures++;
    this.calls.forget(account, person);
  }

  /** Another phone with a taken external_id, by a key that may not know: it is held. */
  private async hold(): Promise<void> {
    const { place, account } = this.week.writer();
    const person = this.people.pick(place);
    const externalId = person?.externalIds[0];
    if (!person || externalId === undefined) return;
    // For ever: the external_id must not become free.
    person.calls++;
    const body = { phone: newPhone(this.random), external_id: externalId };
    const call = { kind: 'held', method: 'POST', path: '/api/v1/leads', key: account.unreadKey, body, statuses: [202] };
    if (await this.calls.send(call)) this.held++;
  }

  /** The owner decides all that an account holds. */
  private async decide(): Promise<void> {
    const { session: key } = this.week.writer().account;
    const path = `${ADMIN}/held-submissions`;
    const list = { kind: 'decide', method: 'GET', path: `${path}?state=held`, key, statuses: [200] };
    for (const { id } of (await this.calls.ask<{ id: string }[]>(list)) ?? []) {
      const [what, body] = this.random() < 0.5 ? ['dismiss', undefined] : ['apply', { new_lead: true }];
      // Another look at the same account may have been faster.
      const statuses = [200, 404, 409];
      await this.calls.send({ kind: 'decide', method: 'POST', path: `${path}/${id}/${what}`, key, body, statuses });
    }
  }

  /** Makes a key and revokes it: two mails. */
  private async replaceKey(): Promise<void> {
    const { session: key } = this.week.writer().account;
    const path = `${ADMIN}/api-keys`;
    const body = { name: 'passageira', permissions: ['leads:read'] };
    const made = await this.calls.ask<{ id: string }>({
      kind: 'key',
      method: 'POST',
      path,
      key,
      body,
      statuses: [201],
    });
    if (!made) return;
    await this.calls.send({ kind: 'key', method: 'DELETE', path: `${path}/${made.id}`, key, statuses: [200] });
  }

  private async readNotifications(): Promise<void> {
    const { session: key } = this.week.writer().account;
    const path = `${ADMIN}/notifications`;
    type Entry = { readonly id: string; readonly read_at: string | null };
    const list = { kind: 'notice', method: 'GET', path, key, statuses: [200] };
    for (const { id, read_at: readAt } of (await this.calls.ask<Entry[]>(list)) ?? []) {
      if (readAt !== null) continue;
      await this.calls.send({ kind: 'notice', method: 'POST', path: `${path}/${id}/read`, key, statuses: [200, 204] });
    }
  }

  private async askForLink(): Promise<void> {
    const { email } = this.week.writer().account;
    const call = { kind: 'link', method: 'POST', path: `${ADMIN}/sign-in-links`, key: '', body: { email } };
    await this.calls.send({ ...call, statuses: [202] });
  }

  private async exportPerson(): Promise<void> {
    const { place, account } = this.week.writer();
    const person = this.people.pick(place, ({ leadId }) => leadId !== undefined);
    if (!person) return;
    person.calls++;
    const path = `${ADMIN}/leads/${person.leadId}/export`;
    await this.calls.send({ kind: 'export', method: 'GET', path, key: account.session, statuses: [200] });
    person.calls--;
  }
}
