import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench';
import { DATA } from '../cluster';
import { type CpuProfile, endOf, type Share, sharesByFunction, sharesByOwner } from '../profile';
import type { Kind } from '../requests';
import type { PartResult } from '../result';
import { ServerProcess } from '../servers';

const KINDS: readonly Kind[] = ['get', 'new', 'list'];
const SECONDS = 10;
/** Seconds until V8 has compiled the code that is used often. */
const WARM_UP = 15;
const FOLDER = join(DATA, 'profile');

/** Where the time of the service's process goes, by V8's sampling profiler; the profiles stay in .data/bench/profile. */
export async function profiled(bench: Bench): Promise<PartResult> {
  rmSync(FOLDER, { recursive: true, force: true });
  const notes: string[] = [];
  for (const kind of KINDS) {
    const profile = await profileOf(bench, kind);
    notes.push(`Self time of \`${kind}\` by owner: ${listed(sharesByOwner(profile), 14)}.`);
    notes.push(`Self time of \`${kind}\` by function: ${listed(sharesByFunction(profile), 25)}.`);
  }
  return { measures: [], contenders: [], notes };
}

async function profileOf(bench: Bench, kind: Kind): Promise<CpuProfile> {
  const folder = join(FOLDER, kind);
  mkdirSync(folder, { recursive: true });
  const server = await ServerProcess.service(bench.serviceUrl, {
    execArgv: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
  });
  await bench.slot({
    server,
    kind,
    connections: 16,
    seconds: WARM_UP + SECONDS,
    targets: bench.accountsOf(kind === 'list' ? 'big' : 'many'),
  });
  await server.stop();
  const [file] = readdirSync(folder);
  return endOf(JSON.parse(readFileSync(join(folder, file ?? ''), 'utf8')) as CpuProfile, SECONDS);
}

const listed = (found: readonly Share[], count: number): string =>
  found
    .slice(0, count)
    .map(({ name, share }) => `${name} ${(100 * share).toFixed(1)} %`)
    .join(', ');
