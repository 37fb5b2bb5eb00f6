import { spawnSync } from 'node:child_process';
import { RedisServer } from '../../fault/support/redis';
import type { Bench } from '../bench';
import type { GoalId } from '../goals';
import type { Kind } from '../requests';
import { contendersOf, type PartResult } from '../result';
import { interleave, type Rounds } from '../rounds';
import { ServerProcess } from '../servers';

const CASES = [
  { kind: 'new', name: 'POST new', goal: 'redisPost' },
  { kind: 'get', name: 'GET by id', goal: 'redisGet' },
  { kind: 'list', name: 'list of 50', goal: 'redisList' },
] as const satisfies readonly { kind: Kind; name: string; goal: GoalId }[];

/** What it costs to count the calls in Redis: the service with a Redis of the benchmark's own against the service without. */
export async function redis(bench: Bench): Promise<PartResult> {
  const { status } = spawnSync('redis-server', ['--version']);
  if (status !== 0) throw new Error('The part redis needs redis-server (Debian: apt-get install redis-server).');
  const server = await RedisServer.start();
  try {
    const service = await ServerProcess.service(bench.serviceUrl, { redis: server });
    try {
      return await compared(bench, service);
    } finally {
      await service.stop();
    }
  } finally {
    await server.kill();
  }
}

async function compared(bench: Bench, withRedis: ServerProcess): Promise<PartResult> {
  const works = CASES.flatMap(({ kind, name }) => {
    const work = { kind, connections: 16, targets: bench.accountsOf(kind === 'list' ? 'big' : 'many') };
    return [
      [name, { ...work, server: bench.service }],
      [shared(name), { ...work, server: withRedis }],
    ] as const;
  });
  const rounds = await interleave(bench, Object.fromEntries(works));
  for (const { name } of CASES) rounds.check(name);
  return {
    measures: CASES.map(({ name, goal }) => ({ goal, value: rounds.speed(shared(name), name) })),
    contenders: contendersOf(rounds),
    notes: [`CPU per request with Redis: ${CASES.map(({ name }) => costOf(rounds, name)).join('; ')}.`],
  };
}

function costOf(rounds: Rounds, name: string): string {
  const ratio = rounds.cpu(shared(name), name).median.toFixed(2);
  const own = Math.round(rounds.spread(shared(name), (slot) => slot.redisCpu).median);
  return `${name} ${own} µs in Redis itself, service, PostgreSQL and Redis ÷ without ${ratio}`;
}

const shared = (name: string): string => `${name}, with Redis`;
