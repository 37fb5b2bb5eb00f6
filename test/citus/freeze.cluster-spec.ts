import { setTimeout as sleep } from 'node:timers/promises';
import { appForAllTests, OPERATOR_TOKEN, type Partner } from '../support/app';
import { asService, privateDatabase, testDatabase } from '../support/database';
import { HttpClient } from '../support/http-client';
import type { Submitted } from '../support/lead-calls';
import { phones } from '../support/phones';
import { tally } from '../support/race';
import { forAllTests } from '../support/setup';
import { StartedService } from '../support/started-service';
import { until } from '../support/waiting';
import { WorkerProxy } from './haproxy';
import { freezeWorker, partnersOnEach, workerUrls } from './placement';

const SECONDS = Number(process.env.FREEZE_SECONDS ?? 40);
/** Milliseconds between the calls of an account, of each kind. */
const EVERY_MS = 4_000;
const NAME = 'citus_freeze';

const url = forAllTests(async () => ({ of: await privateDatabase(NAME) }));
const test = appForAllTests(() => ({ DATABASE_URL: url.of }));

/** Starts the built service, with its jobs; it is watched by a balancer and by Prometheus. */
async function startWatched() {
  const service = new StartedService(undefined, {
    DATABASE_URL: asService(url.of),
    OPERATOR_TOKEN,
    LIMIT_IP_PER_MINUTE: '100000',
  });
  const address = await service.prints(/listens on (http:[^\s"]+)/);
  const get = async (path: string): Promise<string> =>
    (await fetch(address + path, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } })).text();
  const watching = setInterval(() => {
    void get('/health/ready');
    void get('/metrics');
  }, 1_000);
  const stop = async (): Promise<void> => {
    clearInterval(watching);
    await service.stop();
  };
  return { get, stop, partner: ({ key }: Partner) => new HttpClient(`${address}/api/v1`, key) };
}

const nextPhone = phones();

interface Answered {
  readonly status: number;
  /** Seconds from the first call to this one, and to its answer. */
  readonly at: readonly [sent: number, answered: number];
  readonly id?: string;
}

/** Sends a submission and a list of each account every four seconds, without waiting for their answers. */
async function callsOf(apis: readonly HttpClient[], seconds: number) {
  const [posts, lists]: [Promise<Answered>[], Promise<Answered>[]] = [[], []];
  const gap = EVERY_MS / apis.length;
  const begun = performance.now();
  const since = (): number => Math.round((performance.now() - begun) / 100) / 10;
  while (since() < seconds) {
    for (const api of apis) {
      const sent = since();
      posts.push(
        api.post<Submitted>('/leads', { phone: nextPhone.mobile() }).then((made) => ({
          status: made.status,
          at: [sent, since()] as const,
          id: made.status === 201 ? made.data.lead.id : undefined,
        })),
      );
      lists.push(api.get('/leads?limit=20').then(({ status }) => ({ status, at: [sent, since()] as const })));
      await sleep(gap);
    }
  }
  return { posts: await Promise.all(posts), lists: await Promise.all(lists) };
}

type Calls = Awaited<ReturnType<typeof callsOf>>;

const statuses = ({ posts, lists }: Calls) => ({
  POST: tally(posts.map(({ status }) => status)),
  list: tally(lists.map(({ status }) => status)),
});

/** When the failed calls were sent and answered. */
const failures = ({ posts, lists }: Calls): string =>
  Object.entries({ POST: posts, list: lists })
    .flatMap(([kind, all]) => all.filter(({ status }) => status >= 400).map(({ at }) => ` ${kind} ${at.join('-')} s`))
    .join();

/** Counts the acknowledged leads that are not in the database. */
async function lost({ posts }: Calls): Promise<number> {
  const ids = posts.flatMap(({ id }) => id ?? []);
  const [found] = await test.sql<{ n: number }>('select count(*)::int as n from leads where id = any($1)', [ids]);
  return ids.length - (found?.n ?? 0);
}

it.each([
  { what: 'all processes of a worker are frozen', proxied: false, backendsOnly: false },
  { what: 'all processes of a worker are frozen, behind HAProxy', proxied: true, backendsOnly: false },
  { what: 'a worker answers HAProxy and none of its statements ends', proxied: true, backendsOnly: true },
])('$what: accounts of the other worker notice nothing', async ({ what, proxied, backendsOnly }) => {
  const proxy = proxied ? await WorkerProxy.start(test) : undefined;
  const service = await startWatched();
  try {
    const [[frozen, ofFrozen], [, ofOther]] = [...(await partnersOnEach(test, 6))] as [
      [string, Partner[]],
      [string, Partner[]],
    ];
    const [apis, others] = [ofFrozen.map(service.partner), ofOther.map(service.partner)];
    for (const api of [...apis, ...others]) expect((await api.get('/leads')).status).toBe(200);
    await freezeWorker(workerUrls().get(frozen) ?? '', SECONDS, backendsOnly ? testDatabase(NAME) : undefined);
    await sleep(1_000);
    const [harmed, unharmed] = await Promise.all([callsOf(apis, SECONDS), callsOf(others, SECONDS)]);
    console.info(
      `${what}: its accounts ${JSON.stringify(statuses(harmed))}, others ${JSON.stringify(statuses(unharmed))}${failures(unharmed)}`,
    );
    await until(async () => (await apis[0]?.get('/leads'))?.status === 200);
    expect(await lost(harmed)).toBe(0);
    expect(await lost(unharmed)).toBe(0);
    expect(Object.keys(statuses(harmed).POST)).not.toEqual(['201']);
    expect(statuses(unharmed)).toEqual({
      POST: { 201: unharmed.posts.length },
      list: { 200: unharmed.lists.length },
    });
  } finally {
    await service.stop();
    await proxy?.stop(test);
  }
});
