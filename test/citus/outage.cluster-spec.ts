import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from '../../src/contract/health';
import { appForAllTests, OPERATOR_TOKEN, type Partner } from '../support/app';
import { privateDatabase } from '../support/database';
import { until } from '../support/waiting';
import { Load } from './load';
import { killWorker, partnersOnEach, untilAnswers, workerUrls } from './placement';

const test = appForAllTests(async () => ({ DATABASE_URL: await privateDatabase('citus_outage') }));

const ready = async () => {
  const answer = await fetch(`${test.url}/health/ready`);
  return [answer.status, ((await answer.json()) as { data: Health }).data] as const;
};

/** Returns `worker_up` by node. */
const workersUp = async (): Promise<Record<string, string>> => {
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
  const text = await (await fetch(`${test.url}/metrics`, { headers })).text();
  return Object.fromEntries(
    [...text.matchAll(/^worker_up\{node="(.*)"\} (\d)$/gm)].map(([, node = '', up = '']) => [node, up]),
  );
};

it('a worker is killed under load and comes back: nothing acknowledged is lost, and accounts elsewhere notice nothing', async () => {
  const [[dead, ofDead], [living, ofLiving]] = [...(await partnersOnEach(test, 4))] as [
    [string, Partner[]],
    [string, Partner[]],
  ];
  const url = workerUrls().get(dead) ?? '';
  const load = new Load([...ofDead, ...ofLiving]);
  try {
    await sleep(3_000);
    await killWorker(url, 6);
    await until(async () => ((await ofDead[0]?.api.get('/pipelines'))?.status ?? 0) >= 500);

    // Keys and accounts are on the coordinator. The other rows of these calls are on the living worker.
    const [partner] = ofLiving;
    const key = await partner?.owner.post<{ id: string; key: string }>('/api-keys', {
      name: 'n',
      permissions: ['leads:read'],
    });
    expect(key?.status).toBe(201);
    expect((await partner?.owner.delete(`/api-keys/${key?.data.id}`))?.status).toBe(200);
    const changed = await test.operator.patch(`/accounts/${partner?.accountId}`, { plan: { auto_origin: false } });
    expect(changed.status).toBe(200);
    const [status, health] = await ready();
    expect([status, health]).toMatchObject([200, { ready: true, durability: 'on' }]);
    await until(async () => (await workersUp())[dead] === '0');
    expect(await workersUp()).toEqual({ [dead]: '0', [living]: '1' });

    await untilAnswers(url);
    await until(async () => (await ofDead[0]?.api.get('/pipelines'))?.status === 200);
    await until(async () => (await workersUp())[dead] === '1');
    await sleep(2_000);
  } finally {
    await load.stop();
  }
  expect(load.count).toBeGreaterThan(100);
  expect(await load.lost()).toEqual([]);
  expect(Object.keys(load.answers(ofLiving)).sort()).toEqual(['200', '201']);
  expect(Object.keys(load.answers(ofDead)).sort()).toEqual(['200', '201', '500']);
  console.info(
    `${load.count} acknowledged, 0 lost; beside the outage ${JSON.stringify(load.answers(ofLiving))}, in it ${JSON.stringify(load.answers(ofDead))}`,
  );
});

it('a shard is moved under load: no call fails, and nothing is lost', async () => {
  const [[from, partners], [to]] = [...(await partnersOnEach(test, 4))] as [[string, Partner[]], [string, unknown]];
  const load = new Load(partners);
  try {
    await sleep(1_000);
    const places = [from, to].flatMap((place) => [
      place.slice(0, place.lastIndexOf(':')),
      Number(place.split(':').at(-1)),
    ]);
    const shard = `get_shard_id_for_distribution_column('leads', $1::uuid)`;
    await test.sql(`select citus_move_shard_placement(${shard}, $2, $3, $4, $5, 'force_logical')`, [
      partners[0]?.accountId,
      ...places,
    ]);
    await sleep(1_000);
  } finally {
    await load.stop();
  }
  expect(Object.keys(load.answers(partners)).sort()).toEqual(['200', '201']);
  expect(await load.lost()).toEqual([]);
  console.info(`moved from ${from} to ${to}: ${JSON.stringify(load.answers(partners))}, 0 lost`);
});
