import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { newPhone } from '../requests';
import { ADMIN, type Calls, ownerCall } from './calls';
import type { People } from './people';
import type { Week } from './week';

/** Rows of an imported file: a few hundred people, as in a spreadsheet. */
const ROWS = 250;

/** Occasional work: imports, erasures, held submissions, keys, sign-in links. */
export class Chores {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Set<Promise<void>>();
  /** Number of submissions that the service must have held. */
  held = 0;
  erasures = 0;
  /** Number of imported rows. */
  imported = 0;

  constructor(
    private readonly week: Week,
    private readonly people: People,
    private readonly calls: Calls,
    private readonly random: () => number,
  ) {}

  /** Longer intervals do not divide a minute, so that its end does not find the same work half-done each time. */
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

  /** Starts no more work and waits for running work. */
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

  /** Sends a file and polls it each second until it is imported, as the console does. */
  private async importFile(): Promise<void> {
    const { account } = this.week.writer();
    const rows = Array.from({ length: ROWS }, () => `${newPhone(this.random)},Bia Lima,lista,${randomUUID()}`);
    const file = ['phone,name,tags,external_id', ...rows].join('\r\n');
    const begun = await this.calls.ask<{ id: string }>(ownerCall('import', account, 'POST /imports', [202], file));
    for (let isRunning = begun !== undefined; isRunning;) {
      await sleep(1_000);
      const look = ownerCall('look', account, `GET /imports/${begun?.id}`, [200]);
      isRunning = (await this.calls.ask<{ state: string }>(look))?.state === 'running';
    }
    this.imported += ROWS;
  }

  /** Erases a person by the lead or by the phone, at random. */
  private async erase(): Promise<void> {
    const { place, account } = this.week.writer();
    const person = this.people.take(place);
    if (!person) return;
    const call =
      this.random() < 0.5
        ? ownerCall('erase', account, 'POST /people/erase', [200], { phone: person.phone })
        : ownerCall('erase', account, `POST /leads/${person.leadId}/erase`, [200]);
    if (!(await this.calls.send(call))) return;
    this.erasures++;
    this.calls.forget(account, person);
  }

  /** Sends another phone with a taken external_id by a key that may not read, so that the submission is held. */
  private async hold(): Promise<void> {
    const { place, account } = this.week.writer();
    const person = this.people.pick(place);
    const externalId = person?.externalIds[0];
    if (!person || externalId === undefined) return;
    // The count stays up: an erasure would make the external_id free.
    person.calls++;
    const body = { phone: newPhone(this.random), external_id: externalId };
    const call = { kind: 'held', method: 'POST', path: '/api/v1/leads', key: account.unreadKey, body, statuses: [202] };
    if (await this.calls.send(call)) this.held++;
  }

  /** Decides all held submissions of an account as its owner. */
  private async decide(): Promise<void> {
    const { account } = this.week.writer();
    const list = ownerCall('decide', account, 'GET /held-submissions?state=held', [200]);
    for (const { id } of (await this.calls.ask<{ id: string }[]>(list)) ?? []) {
      const [what, body] = this.random() < 0.5 ? ['dismiss', undefined] : ['apply', { new_lead: true }];
      // Another decision for the same account may have been faster.
      const statuses = [200, 404, 409];
      await this.calls.send(ownerCall('decide', account, `POST /held-submissions/${id}/${what}`, statuses, body));
    }
  }

  /** Makes a key and revokes it, which sends two mails. */
  private async replaceKey(): Promise<void> {
    const { account } = this.week.writer();
    const body = { name: 'passageira', permissions: ['leads:read'] };
    const made = await this.calls.ask<{ id: string }>(ownerCall('key', account, 'POST /api-keys', [201], body));
    if (made) await this.calls.send(ownerCall('key', account, `DELETE /api-keys/${made.id}`, [200]));
  }

  private async readNotifications(): Promise<void> {
    const { account } = this.week.writer();
    type Entry = { readonly id: string; readonly read_at: string | null };
    const entries = await this.calls.ask<Entry[]>(ownerCall('notice', account, 'GET /notifications', [200]));
    for (const { id, read_at: readAt } of entries ?? [])
      if (readAt === null)
        await this.calls.send(ownerCall('notice', account, `POST /notifications/${id}/read`, [200, 204]));
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
    await this.calls.send(ownerCall('export', account, `GET /leads/${person.leadId}/export`, [200]));
    person.calls--;
  }
}
