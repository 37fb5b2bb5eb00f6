import { setTimeout as sleep } from 'node:timers/promises';
import { SOURCES_PERCENT_OF_DAY } from '../../src/contract/limits';
import type { ListedDelivery, NewSourceView, SourceView } from '../../src/contract/source';
import { tally, times } from '../support/race';
import { forAllTests } from '../support/setup';
import { deliveryOf, type Sent, textsIn } from './support/deliveries';
import { MAIN } from './support/instance';
import { until } from './support/processes';
import { type Partner, report, Stack } from './support/stack';

const DELIVERIES = 1_000;
const SENDERS = 24;
/** Leads that the account's day permits at first: sources use it up about halfway. */
const DAY = 750;
/** Milliseconds until a tool sends again what got no 200. */
const AGAIN_MS = 250;
/** Each tenth delivery is sent twice at once, as tools do that got no answer in time. */
const TWICE = 10;
const PATIENCE_MS = 120_000;
const TEST_MS = 600_000;

const stack = forAllTests(() => Stack.start({ env: { LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: String(DAY) } }));

/** Tools that send until each delivery has got a 200. */
class Senders {
  readonly statuses: number[] = [];
  acknowledged = 0;
  isOver = false;
  private turn = 0;

  constructor(private readonly path: string) {}

  async sendAll(all: readonly Sent[]): Promise<void> {
    const queue = all.entries();
    await Promise.all(
      times(SENDERS, async () => {
        for (const [n, sent] of queue) {
          await Promise.all(times(n % TWICE === 0 ? 2 : 1, () => this.sendOne(sent)));
          this.acknowledged++;
        }
      }),
    );
  }

  private async sendOne(sent: Sent): Promise<void> {
    while (!this.isOver) {
      const status = await this.attempt(sent).catch(() => 0);
      this.statuses.push(status);
      if (status === 200) return;
      await sleep(AGAIN_MS);
    }
  }

  private async attempt({ body, contentType }: Sent): Promise<number> {
    const { url } = stack.instance(this.turn++);
    const headers = { 'Content-Type': contentType };
    const answer = await fetch(url + this.path, { method: 'POST', body, headers, signal: AbortSignal.timeout(15_000) });
    await answer.arrayBuffer();
    return answer.status;
  }
}

/** The faults, each of which begins when so many deliveries are acknowledged. */
const faults = (senders: Senders): (readonly [acknowledged: number, fault: () => Promise<unknown> | void])[] => [
  [80, () => killInstance(0)],
  [160, killPostgres],
  [240, () => killInstance(1)],
  [320, () => raiseDay(senders)],
  [650, stayAway],
  [750, () => killInstance(0)],
  [850, killPostgres],
];

/** Waits for the new start, which would end if PostgreSQL were killed beneath it. */
async function killInstance(index: number): Promise<void> {
  const instance = stack.instance(index);
  const killed = instance.pid;
  instance.kill();
  await until('a new process', PATIENCE_MS, () => instance.pid !== killed);
  await instance.untilLive();
}

async function killPostgres(): Promise<void> {
  await stack.cluster.kill();
  await sleep(500);
  await stack.cluster.start();
}

async function stayAway(): Promise<void> {
  await stack.cluster.stop('fast');
  await sleep(10_000);
  await stack.cluster.start();
}

/** Waits until the day is used up and nothing more is taken, and raises it by a new start of each instance. */
async function raiseDay({ statuses }: Senders): Promise<void> {
  await until('refusals of all senders', PATIENCE_MS, () => {
    const last = statuses.slice(-2 * SENDERS);
    return last.length === 2 * SENDERS && last.every((status) => status === 429);
  });
  const [day] = await stack.sql<{ used: number }>('select max(used) as used from daily_submissions');
  expect(day?.used).toBe((DAY * SOURCES_PERCENT_OF_DAY) / 100);
  for (const instance of stack.instances)
    await instance.replaceBy(MAIN, { LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: String(10 * DELIVERIES) });
}

/** Sends all, while the faults happen. Returns the statuses of the answers, 0 for none. */
async function sendThroughFaults(path: string, all: readonly Sent[]): Promise<Record<string, number>> {
  const senders = new Senders(path);
  const sending = senders.sendAll(all);
  try {
    for (const [acknowledged, fault] of faults(senders)) {
      await until(`${acknowledged} deliveries`, PATIENCE_MS, () => senders.acknowledged >= acknowledged);
      await fault();
    }
    await sending;
  } finally {
    senders.isOver = true;
  }
  return tally(senders.statuses);
}

const ofSource = async (partner: Partner, sourceId: string): Promise<ListedDelivery[]> =>
  (await partner.owner(0).pages<ListedDelivery>(`/sources/${sourceId}/deliveries?limit=100`)).flat();

/** The text of each message in the record of the person with its phone. */
async function textsOfLeads({ accountId }: Partner): Promise<string[]> {
  const leads = await stack.sql<{ key: string; notes: string | null }>(
    `select c.phone_key as key, l.notes from leads l
     join conversations c on c.account_id = $1 and c.id = l.conversation_id where l.account_id = $1`,
    [accountId],
  );
  return leads.flatMap(({ key, notes }) => textsIn(notes ?? '').map((text) => `${key} ${text}`));
}

/** The texts of what the account shows as held, by field or, of what could not be read, by byte. */
async function textsHeld(partner: Partner): Promise<string[]> {
  const held = (await partner.owner(1).pages<ListedDelivery>('/deliveries?result=held&limit=100')).flat();
  const rows = await stack.sql<{ id: string; body: string }>(
    `select id, encode(body, 'escape') as body from deliveries where account_id = $1 and result = 'held'`,
    [partner.accountId],
  );
  const bodies = new Map(rows.map(({ id, body }) => [id, body]));
  return held.flatMap(({ id }) => textsIn(bodies.get(id) ?? ''));
}

async function countsOf({ accountId }: Partner) {
  const [counts] = await stack.sql<Record<'leads' | 'conversations' | 'submissions' | 'used', number>>(
    `select (select count(*)::int from leads where account_id = $1) as leads,
            (select count(*)::int from conversations where account_id = $1) as conversations,
            (select count(*)::int from submissions where account_id = $1) as submissions,
            (select sum(used)::int from daily_submissions where account_id = $1) as used`,
    [accountId],
  );
  return counts;
}

it(
  '1,000 deliveries, five kills, PostgreSQL away, the day used up: each one is a lead, a duplicate or held, and none twice',
  async () => {
    const partner = await stack.partner();
    const made = await partner.owner(0).post<NewSourceView>('/sources', { kind: 'webhook', name: 'site' });
    const { id, address } = made.data;
    const all = times(DELIVERIES, deliveryOf);
    const begin = performance.now();
    const statuses = await sendThroughFaults(new URL(address).pathname, all);
    const seconds = (performance.now() - begin) / 1_000;

    const deliveries = await ofSource(partner, id);
    const results = tally(deliveries.map(({ result }) => result));
    const counts = await countsOf(partner);
    report({
      fault: 'deliveries',
      deliveries: DELIVERIES,
      statuses,
      results,
      ...counts,
      restarts: stack.deaths,
      seconds,
    });

    const messages = all.flatMap((one) => one.messages);
    const applied = messages.filter(({ phoneKey }) => phoneKey !== null);
    const held = messages.filter(({ phoneKey }) => phoneKey === null);
    const people = new Set(applied.map(({ phoneKey }) => phoneKey)).size;
    const sorted = (texts: readonly string[]): string[] => [...texts].sort();
    expect(sorted(await textsOfLeads(partner))).toEqual(sorted(applied.map((one) => `${one.phoneKey} ${one.text}`)));
    expect(sorted(await textsHeld(partner))).toEqual(sorted(held.map(({ text }) => text)));
    const { duplicate = 0, ...others } = results;
    expect(others).toEqual({ created: people, updated: applied.length - people, held: held.length });
    expect(duplicate).toBeGreaterThanOrEqual(DELIVERIES / TWICE);
    expect(counts).toEqual({
      leads: people,
      conversations: people,
      submissions: applied.length,
      used: messages.length,
    });
    const source = (await partner.owner(0).get<SourceView>(`/sources/${id}`)).data;
    expect(source).toMatchObject({ received_7_days: messages.length, problems_7_days: held.length });
    expect(stack.deaths).toBe(3);
    expect(Object.keys(statuses).sort()).toEqual(['0', '200', '429', '503']);
  },
  TEST_MS,
);
