import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions } from 'playwright-core';
import { MINUTE_MS, SECOND_MS } from '../../src/contract/durations';
import type { LeadDetail, OwnerLead } from '../../src/contract/lead';
import type { MemberView } from '../../src/contract/members/member';
import type { TimelineEntry } from '../../src/contract/timeline';
import type { HttpClient } from '../support/http-client';
import { PATIENCE_MS } from '../support/patience';
import type { Pipeline } from '../support/pipelines';
import { type Random, randomOf } from '../support/sheets/random';
import { consoleForAllTests } from './support/console';
import { type Found, Ledger, markOf, marksOf } from './support/ledger';
import { PersonAtWork, type Shop } from './support/people-at-work';

/** Three people work at once while leads arrive, connections are lost and sessions end. */

const MINUTES = Number(process.env.MINUTES ?? 1);
const SEED = Number(process.env.SEED ?? 1);

const under = consoleForAllTests('console_hour');

/** What is done within five minutes at the latest, as the ledger names it. */
const KINDS = [
  'call',
  'message',
  'return',
  'task',
  'done',
  'put off',
  'note',
  'move',
  'value',
  'tag',
  'assume',
  'appointment',
];

const DESK = { viewport: { width: 1366, height: 768 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const FIRST = ['Ana', 'Bruno', 'Carla', 'Davi', 'Elisa', 'Fábio', 'Gabi', 'Hugo'];
const LAST = ['Souza', 'Lima', 'Dias', 'Rocha', 'Prado', 'Nunes', 'Melo', 'Reis'];

/** Digits of a mobile phone in every spelling: with and without the ninth digit, as a Brazilian writes it or not. */
const spellings = (area: string, number: string): string[] => [
  `${area}9${number}`,
  `55${area}9${number}`,
  `+55 (${area}) 9${number.slice(0, 4)}-${number.slice(4)}`,
  `(${area}) 9 ${number.slice(0, 4)} ${number.slice(4)}`,
  `${area}${number}`,
  `+55 ${area} ${number}`,
];

interface Sender {
  readonly name: string;
  readonly area: string;
  readonly number: string;
  /** How often the partner API has acknowledged a submission of them. */
  acknowledged: number;
}

/** A site that sends leads, each until it is acknowledged. Some of the persons have written before. */
class Site {
  readonly senders: Sender[] = [];
  /** Answers that are neither an acknowledgement nor a reason to send again. */
  readonly wrong: string[] = [];
  private readonly begun: Promise<void>[] = [];
  private sent = 0;

  constructor(
    private readonly partner: HttpClient,
    private readonly random: Random,
  ) {}

  async send(): Promise<void> {
    const { random, senders } = this;
    const isKnown = senders.length > 3 && random.chance(0.4);
    const sender = isKnown ? random.pick(senders) : newSender(senders.length, random);
    if (!isKnown) senders.push(sender);
    const { name, area, number } = sender;
    const phone = random.pick(spellings(area, number));
    const body = {
      ...{ phone, name, external_id: `envio-${this.sent++}` },
      ...(random.chance(0.2) && { notes: 'Quer o preço.' }),
    };
    while (!(await isAcknowledged(this.partner, body))) await sleep(SECOND_MS);
    sender.acknowledged++;
  }

  /** Begins to send one more. */
  begin(): void {
    this.begun.push(this.send().catch((error: Error) => void this.wrong.push(error.message)));
  }

  async settled(): Promise<void> {
    await Promise.all(this.begun);
  }

  async sendUntil(end: number): Promise<void> {
    while (Date.now() < end) {
      await this.send();
      await sleep(this.random.int(100, this.random.chance(0.2) ? 300 : 4_000));
    }
  }
}

const newSender = (count: number, random: Random): Sender => ({
  name: `${random.pick(FIRST)} ${random.pick(LAST)} ${count}`,
  area: random.pick(['11', '21', '31', '85']),
  number: String(80_000_000 + count),
  acknowledged: 0,
});

/** Not while the service restarts, and not beyond the limit of a key. */
async function isAcknowledged(site: HttpClient, body: object): Promise<boolean> {
  const { status = 0, text = '' } = (await site.post('/leads', body).catch(() => undefined)) ?? {};
  if (status !== 0 && status !== 429 && status !== 503 && status > 202) throw new Error(`${status} ${text}`);
  return status >= 200 && status < 300;
}

/** Cuts connections and ends sessions, one after the other, and restarts the service once. */
async function troubleUntil(end: number, people: readonly PersonAtWork[], random: Random) {
  const troubles = { lost: 0, ended: 0, restarts: 0 };
  const middle = (Date.now() + end) / 2;
  while (Date.now() < end) {
    if (troubles.restarts === 0 && Date.now() > middle) {
      troubles.restarts++;
      await under.restart();
    }
    await sleep(random.int(3, 15) * SECOND_MS);
    const person = random.pick(people);
    if (random.chance(0.3)) {
      troubles.ended++;
      await person.endSession();
      continue;
    }
    troubles.lost++;
    await person.page.context().setOffline(true);
    await sleep(random.int(500, 8_000));
    await person.page.context().setOffline(false);
  }
  return troubles;
}

async function openShop(): Promise<Shop & { site: Site; people: PersonAtWork[] }> {
  const { id, owner, email } = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  // In an hour more is sent than an account may by default in a day.
  await under.operator.patch(`/accounts/${id}`, { limits: { submissions_per_day: 3_000 + 100 * MINUTES } });
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  const [pipeline] = (await owner.get<Pipeline[]>('/pipelines')).data;
  if (!pipeline) throw new Error('the account has no pipeline');
  const site = new Site(under.partner(data.key), randomOf(SEED));
  const shop = { under, accountId: id, owner, pipeline, ledger: new Ledger(), arrive: () => site.begin() };
  const [helena] = (await owner.get<MemberView[]>('/members')).data;
  const seller = async (name: string, address: string) => ({
    ...(await owner.post<MemberView>('/members', { name, email: address, role: 'seller' })).data,
    email: address,
  });
  const members: [{ id: string; email: string }, BrowserContextOptions][] = [
    [{ id: helena?.id ?? '', email }, DESK],
    [await seller('Bruno Lima', 'bruno@example.com'), DESK],
    [await seller('Clara Dias', 'clara@example.com'), PHONE],
  ];
  const people: PersonAtWork[] = [];
  for (const [index, [member, look]] of members.entries()) {
    const page = await under.newPage(look);
    await page.addInitScript(() => {
      // The tests have no network: a link that leaves the console is followed up to there.
      document.addEventListener('click', (event) => {
        if (event.target instanceof Element && event.target.closest('a[target], a[href^="tel:"]'))
          event.preventDefault();
      });
    });
    await page.goto(`${under.url}/console`);
    people.push(new PersonAtWork(shop, member, page, randomOf(SEED * 100 + index), look === PHONE));
  }
  return { ...shop, site, people };
}

/** Every lead of the account: what was done with it, and how many submissions it has, by its phone. */
async function readAll(owner: HttpClient): Promise<{ found: Found[]; submissions: [string, number][] }> {
  const found: Found[] = [];
  const submissions: [string, number][] = [];
  const read = async ({ id }: OwnerLead): Promise<void> => {
    const { phone, tags, updated_at: at } = (await owner.get<LeadDetail>(`/leads/${id}`)).data;
    const timeline = (await owner.pages<TimelineEntry>(`/leads/${id}/timeline?limit=100`)).flat();
    found.push(...timeline.flatMap((entry) => marksOf(id, entry)));
    found.push(...tags.map((tag) => ({ mark: markOf(id, `tag ${tag}`), at })));
    // The lead keeps the digits of the first spelling.
    const key = `${phone?.slice(2, 4)} ${phone?.slice(-8)}`;
    submissions.push([key, timeline.filter(({ type }) => type === 'submission').length]);
  };
  for (const page of await owner.pages<OwnerLead>('/leads?limit=10')) await Promise.all(page.map(read));
  return { found, submissions };
}

it(
  `${MINUTES} minutes: nothing is lost, and nothing is marked that nobody clicked`,
  async () => {
    const { owner, site, people, ledger } = await openShop();
    await Promise.all(people.map((person) => person.enter()));
    const end = Date.now() + MINUTES * MINUTE_MS;
    const [troubles] = await Promise.all([
      troubleUntil(end, people, randomOf(SEED + 1)),
      site.sendUntil(end),
      ...people.map((person) => person.workUntil(end)),
    ]);
    await site.settled();
    const { senders } = site;
    const { found, submissions } = await readAll(owner);
    const figures = {
      troubles,
      leads: senders.length,
      submissions: senders.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
      signedIn: people.map(({ signedIn }) => signedIn),
      marks: ledger.counts(),
      missed: people.map(({ missed }) => Object.fromEntries(missed)),
    };
    if (process.env.MINUTES) console.log(JSON.stringify(figures, undefined, 2));
    const { missing, unexplained } = ledger.compare(found);
    const wrong = [...site.wrong, ...people.flatMap((person) => person.wrong)];
    const sent = senders.map(({ area, number, acknowledged }) => [`${area} ${number}`, acknowledged]);
    expect({ wrong, missing, unexplained, submissions: submissions.sort() }).toEqual({
      ...{ wrong: [], missing: [], unexplained: [] },
      submissions: sent.sort(),
    });
    const confirmed = Object.values(figures.marks).reduce((sum, { confirmed: count }) => sum + count, 0);
    expect(confirmed).toBeGreaterThanOrEqual(5 * MINUTES);
    const isDone = (kind: string): boolean => (figures.marks[kind]?.confirmed ?? 0) > 0;
    if (MINUTES >= 5) expect(KINDS.filter((kind) => !isDone(kind))).toEqual([]);
  },
  MINUTES * MINUTE_MS + 2 * PATIENCE_MS,
);
