import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench';
import { DATA } from '../cluster';
import { flushTime, newLeadScript, pgbench, WRITERS } from '../pgbench';
import type { PartResult } from '../result';
import { plan, refuseNoise } from '../rounds';
import { median, ratios } from '../statistics';

const CONNECTIONS = 8;

/** Compares POST of new leads with the same statements sent by pgbench, which is what PostgreSQL alone could do. */
export async function database(bench: Bench): Promise<PartResult> {
  const script = join(DATA, 'new-lead.sql');
  writeFileSync(script, await newLeadScript());
  await bench.cluster.sql(WRITERS, bench.database);
  const { rounds, seconds } = plan(bench);
  const post = async (duration: number): Promise<number> =>
    (await bench.slot({ server: bench.service, kind: 'new', connections: 16, seconds: duration })).rate;
  await post(1);
  const [posts, transactions]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    transactions.push(await pgbench(bench.url, script, CONNECTIONS, seconds));
    posts.push(await post(seconds));
  }
  refuseNoise('pgbench', transactions, transactions.map(Math.round).join(' '));
  return {
    measures: [{ goal: 'postDatabase', value: ratios(posts, transactions) }],
    notes: [
      `pgbench (\`-M prepared\`, ${CONNECTIONS} connections, both flights of a new lead as pipelines): ${Math.round(median(transactions))} transactions a second. A flush of 8 kB takes ${await flushTime(DATA)} µs (\`pg_test_fsync\`, fdatasync).`,
    ],
  };
}
