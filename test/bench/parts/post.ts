import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bench } from '../bench';
import { contendersOf, type PartResult } from '../result';
import { interleave } from '../rounds';
import { spread } from '../statistics';

/** POST of new leads against both yardsticks, and of known ones and repetitions against new ones. */
export async function post(bench: Bench): Promise<PartResult> {
  const { service, bare } = bench;
  const connections = 16;
  const rounds = await interleave(bench, {
    'POST new': { server: service, kind: 'new', connections },
    'POST new, bare': { server: bare, kind: 'new', connections },
    'POST new, naive TypeORM': { server: bare, prefix: '/naive', kind: 'new', connections },
    'POST again': { server: service, kind: 'again', connections },
    'POST known': { server: service, kind: 'known', connections },
    'POST replay': { server: service, kind: 'replay', connections },
  });
  rounds.check('POST new, bare');
  const flights = await flightsOf(bench);
  return {
    measures: [
      { goal: 'postBare', value: rounds.speed('POST new', 'POST new, bare') },
      { goal: 'postNaive', value: rounds.speed('POST new', 'POST new, naive TypeORM') },
      { goal: 'repeated', what: 'replay', value: rounds.speed('POST replay', 'POST new') },
      { goal: 'repeated', what: 'existing lead, made shortly before', value: rounds.speed('POST again', 'POST new') },
      { goal: 'repeated', what: 'existing lead, any of a million', value: rounds.speed('POST known', 'POST new') },
      ...Object.entries(flights).map(([what, count]) => ({ goal: 'flights', what, value: spread([count]) }) as const),
      { goal: 'cpu', what: 'POST new', value: rounds.cpu('POST new', 'POST new, bare') },
    ],
    contenders: contendersOf(rounds),
    notes: [],
  };
}

/** Counted in a separate process, which looks at each statement that it sends. */
async function flightsOf(bench: Bench): Promise<Record<string, number>> {
  const env = { ...process.env, DATABASE_URL: bench.serviceUrl, BENCH_KEY: bench.account('small').key };
  const { stdout } = await promisify(execFile)(process.execPath, [join(__dirname, '../trips.js')], { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Record<string, number>;
}
