import { migrate } from '../../../src/database/migrations';
import { makeRoles } from '../../../src/database/roles';
import { openAccount } from '../account';
import type { Bench } from '../bench';
import type { PartResult } from '../result';
import { LoadProcess, ServerProcess } from '../servers';
import { ratios, spread } from '../statistics';

const DATABASE = 'bench_fresh';
const ROUNDS = 5;
/** How long leads are written before the measurement, and how long it takes, in seconds. */
const AGE = 25;
const SLOT = 5;

/**
 * New leads of one account on a database that was empty a moment ago and was never analyzed, against the same database after
 * `vacuum analyze`. The benchmark's cluster runs no autovacuum: what differs is the plans.
 */
export async function fresh(bench: Bench): Promise<PartResult> {
  const before: number[] = [];
  const after: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await bench.cluster.sql(`drop database if exists ${DATABASE} with (force)`);
    await bench.cluster.sql(`create database ${DATABASE}`);
    const passwords = { owner: 'of-the-tables', app: 'of-the-service' };
    const { owner, app } = await makeRoles(bench.cluster.url(DATABASE), passwords);
    await migrate(owner);
    const server = await ServerProcess.service(app);
    const load = new LoadProcess([{ key: (await openAccount(server)).key, leads: 0, ids: [] }]);
    try {
      await rateOf(load, server, AGE);
      before.push(await rateOf(load, server, SLOT));
      await bench.cluster.sql('vacuum analyze', DATABASE);
      after.push(await rateOf(load, server, SLOT));
    } finally {
      load.stop();
      await server.stop();
    }
  }
  await bench.cluster.sql(`drop database ${DATABASE}`);
  const median = (rates: readonly number[]): number => Math.round(spread(rates).median);
  return {
    measures: [{ goal: 'fresh', value: ratios(before, after) }],
    contenders: [],
    notes: [
      `POST new, 16 connections, one account, on a database that was empty ${AGE} seconds ago: ${median(before)} requests/s; after \`vacuum analyze\`: ${median(after)}.`,
    ],
  };
}

/** Requests per second. Throws when any answer was wrong. */
async function rateOf(load: LoadProcess, { port }: ServerProcess, seconds: number): Promise<number> {
  const outcome = await load.run({ port, prefix: '', kind: 'new', targets: [0], connections: 16, seconds });
  if (Object.keys(outcome.failures).length > 0) throw new Error(`fresh: ${JSON.stringify(outcome.failures)}`);
  return outcome.requests / outcome.seconds;
}
