import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { OPERATOR_TOKEN } from '../fault/support/stack';
import { fillAccount, FULL_LEAD_ID, largestCalls, send } from '../support/full-account';
import { forAllTests } from '../support/setup';
import { type Held, heldOf, withHeldLoop } from './support/held-loop';
import { Target } from './support/target';

/** Limit in milliseconds of work: each call must hold the loop for less. */
const MOST_MS = 200;
const AT_ONCE = 60;
/** Milliseconds between two readiness checks, as a balancer sends them. */
const ASK_EVERY_MS = 250;

const target = forAllTests(() => Target.start());
const service = forAllTests(() => withHeldLoop(target));

/** Results of the largest call of a route. */
interface Seen extends Held {
  readonly route: string;
  readonly status: number;
  readonly kB: number;
  /** Statuses of sixty calls at once, counted. `ready` counts the readiness checks meanwhile. */
  readonly statuses: string;
  readonly ready: string;
}

it(`no route at its largest input holds the loop for ${MOST_MS} ms, and with ${AT_ONCE} at once the service is ready`, async () => {
  // Readiness fails on a database that can lose acknowledged writes.
  await target.cluster.set('synchronous_commit', 'on');
  const { id: accountId, owner } = await target.account();
  const { key } = (
    await owner.post<{ key: string }>('/api-keys', { name: 'site', permissions: ['leads:read', 'pipeline:read'] })
  ).data;
  const database = new Client({ connectionString: target.cluster.url('service', 'postgres') });
  await database.connect();
  const refused = await fillAccount((text, values) => database.query(text, values), accountId);
  const { rows } = await database.query<{ id: string; pipeline_id: string }>(
    `select s.id, s.pipeline_id from stages s join pipelines p on p.account_id = $1 and p.id = s.pipeline_id and p.is_default
     where s.account_id = $1 order by s.position limit 1`,
    [accountId],
  );
  await database.end();
  const [stage] = rows;
  const full = { pipelineId: stage?.pipeline_id ?? '', stageId: stage?.id ?? '', leadId: FULL_LEAD_ID, accountId };

  const credentials = { url: service.url, accountId, key, operatorToken: OPERATOR_TOKEN };
  const seen: Seen[] = [];
  for (const call of largestCalls(full, refused)) {
    await heldOf(service);
    const { status, bytes } = await send(credentials, call);
    const held = await heldOf(service);
    const ready: number[] = [];
    let isOver = false;
    const asking = (async () => {
      while (!isOver) {
        ready.push((await fetch(`${service.url}/health/ready`)).status);
        await sleep(ASK_EVERY_MS);
      }
    })();
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(credentials, call)));
    isOver = true;
    await asking;
    const { route } = call;
    const kB = Math.round(bytes / 1_024);
    seen.push({
      route,
      status,
      kB,
      ...held,
      statuses: counted(answers.map((one) => one.status)),
      ready: counted(ready),
    });
  }
  console.table(seen);
  expect(seen.filter(({ status }) => ![200, 202].includes(status))).toEqual([]);
  expect(seen.filter(({ workMs }) => workMs >= MOST_MS)).toEqual([]);
  expect(seen.filter(({ ready }) => !/^200: \d+$/.test(ready))).toEqual([]);
  expect(seen.filter(({ statuses }) => /(^|, )5/.test(statuses))).toEqual([]);
});

/** Counts equal values: `200: 58, 429: 2`. */
const counted = (values: readonly number[]): string =>
  [...new Set(values)]
    .sort()
    .map((value) => `${value}: ${values.filter((one) => one === value).length}`)
    .join(', ');
