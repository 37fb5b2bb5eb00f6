import { randomUUID } from 'node:crypto';
import { newPhone, pick, seededExternalId, seededPhone, digits } from '../requests';
import { POOL_OF_TAGS } from '../seed.sql';
import { shuffled } from '../statistics';
import { ADMIN, type Calls } from './calls';
import type { Sent } from './mix';
import type { People, Person } from './people';
import type { SoakAccount } from './world';

const PARTNER = '/api/v1';

/** Requests of the console when its pages are opened (console/pages). */
const PAGES: readonly ((ids: { leadId: string; phone: string }) => string)[] = [
  () => '/account',
  () => '/notifications?limit=1',
  () => '/notifications?limit=1',
  () => '/notifications',
  () => '/pipelines',
  () => '/metrics?from=2025-06-01&to=2026-06-01',
  () => '/held-submissions?state=held',
  () => '/imports',
  () => '/audit',
  () => '/api-keys',
  () => '/sessions',
  () => '/leads/duplicates',
  ({ phone }) => `/leads?phone=${phone}`,
  ({ leadId }) => `/leads/${leadId}`,
];

/** Requests of partners and owners, to random accounts and about random people. */
export class Week {
  private readonly writers: readonly number[];
  private readonly readers: readonly SoakAccount[];

  constructor(
    private readonly accounts: readonly SoakAccount[],
    private readonly people: People,
    private readonly calls: Calls,
    private readonly random: () => number,
  ) {
    this.writers = accounts.flatMap(({ role }, index) => (role === 'many' ? [index] : []));
    this.readers = accounts.filter(({ role }) => role === 'big');
  }

  /** Picks an account for writes, and its place. */
  writer(): { readonly place: number; readonly account: SoakAccount } {
    const place = pick(this.writers, this.random);
    return { place, account: this.accounts[place] as SoakAccount };
  }

  /** Sends a request that was due at this moment. */
  async send(kind: Sent, due: number): Promise<void> {
    const { place, account } = this.writer();
    if (kind === 'new' || kind === 'new, unread') return this.newPerson(kind, place, account, due);
    if (kind === 'list') return this.list(due);
    if (kind === 'known' || kind === 'replay') return this.seeded(kind, account, due);
    const person = this.people.pick(place, ({ leadId }) => leadId !== undefined);
    // An account has no people only in the first moments.
    if (!person?.leadId) return this.newPerson('new', place, account, due);
    person.calls++;
    try {
      if (kind === 'again') await this.submit(kind, account, person, due);
      else await this.about(kind, account, person, person.leadId, due);
    } finally {
      person.calls--;
    }
  }

  private async newPerson(
    kind: 'new' | 'new, unread',
    place: number,
    account: SoakAccount,
    due: number,
  ): Promise<void> {
    const person: Person = { account: place, phone: newPhone(this.random), externalIds: [], calls: 0 };
    if (await this.submit(kind, account, person, due)) this.people.add(person);
  }

  private async submit(
    kind: 'new' | 'new, unread' | 'again',
    account: SoakAccount,
    person: Person,
    due: number,
  ): Promise<boolean> {
    const externalId = randomUUID();
    const body = { phone: person.phone, external_id: externalId, ...this.form() };
    const [key, statuses] = kind === 'new, unread' ? [account.unreadKey, [202]] : [account.key, [200, 201]];
    const answer = await this.calls.send({ kind, method: 'POST', path: `${PARTNER}/leads`, key, body, statuses }, due);
    if (!answer) return false;
    this.calls.acknowledge(account, person, externalId);
    if (kind === 'new') person.leadId = (JSON.parse(answer.text()) as { data: { id: string } }).data.id;
    return true;
  }

  private async seeded(kind: 'known' | 'replay', { key, leads }: SoakAccount, due: number): Promise<void> {
    const n = 1 + Math.floor(this.random() * leads);
    const form = { ...this.form(), notes: 'Ligou de novo.', external_id: randomUUID() };
    const body = { phone: seededPhone(n), ...(kind === 'known' ? form : { external_id: seededExternalId(n) }) };
    await this.calls.send({ kind, method: 'POST', path: `${PARTNER}/leads`, key, body, statuses: [200] }, due);
  }

  /** Lists leads of an account that is only read, so that pages are as long at the end as at the beginning. */
  private async list(due: number): Promise<void> {
    const { key } = pick(this.readers, this.random);
    const since = new Date(Date.parse('2025-06-01T12:00:00Z') + this.random() * 300 * 86_400_000).toISOString();
    const path = `${PARTNER}/leads?limit=50&updated_since=${since}`;
    await this.calls.send({ kind: 'list', method: 'GET', path, key, statuses: [200] }, due);
  }

  private async about(
    kind: Exclude<Sent, 'new' | 'new, unread' | 'again' | 'list' | 'known' | 'replay'>,
    { key, session, ids, stages }: SoakAccount,
    { phone }: Person,
    leadId: string,
    due: number,
  ): Promise<void> {
    const { random } = this;
    const at = `${PARTNER}/leads`;
    const [add, remove] = shuffled(POOL_OF_TAGS, random);
    const tags = { add_tags: [add], remove_tags: [remove] };
    const call = {
      get: { method: 'GET', path: `${at}/${random() < 0.5 ? leadId : pick(ids, random)}`, key },
      lookup: { method: 'POST', path: `${at}/lookup`, key, body: { phone } },
      change: { method: 'PATCH', path: `${at}/${leadId}`, key, body: { name: `Ana ${digits(4, random)}`, ...tags } },
      move: { method: 'POST', path: `${at}/${leadId}/stage`, key, body: { stage_id: pick(stages, random) } },
      owner: { method: 'GET', path: ADMIN + pick(PAGES, random)({ leadId, phone }), key: session },
    }[kind];
    await this.calls.send({ kind, ...call, statuses: [200] }, due);
  }

  private form(): object {
    const { random } = this;
    return {
      name: 'Ana Souza',
      email: `ana${digits(9, random)}@example.com`,
      tags: [pick(POOL_OF_TAGS.slice(0, 5), random), pick(POOL_OF_TAGS.slice(5), random)],
      attribution: { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'inverno' },
    };
  }
}
