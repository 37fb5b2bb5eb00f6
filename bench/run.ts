import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Bench } from './bench';
import { DATA } from './cluster';
import { PARTS } from './parts/parts';
import { runProgram } from './program';
import { missedIn, reportOf, tablesOf } from './report';
import type { PartResult } from './result';
import { Wobble } from './rounds';
import { Unmet } from './unmet';

/** `npm run bench -- [--quick] [part ...]` measures these parts, or all. Exits with 1 when a goal is missed. */
async function main(args: string[]): Promise<void> {
  const isQuick = args.includes('--quick');
  const asked = args.filter((arg) => arg !== '--quick');
  const unknown = asked.filter((name) => !(name in PARTS));
  if (unknown.length > 0) throw new Unmet(`no part ${unknown.join()}: ${Object.keys(PARTS).join(', ')}`);
  const bench = await Bench.open(isQuick ? 'quick' : 'full');
  const results: PartResult[] = [];
  try {
    for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) {
      const result = await measured(bench, name);
      if (!result || missedIn(result).length > 0) process.exitCode = 1;
      if (result) results.push(result);
      writeFileSync(join(DATA, 'report.md'), reportOf(bench, results));
    }
  } finally {
    await bench.close();
  }
}

async function measured(bench: Bench, name: string): Promise<PartResult | undefined> {
  const begin = performance.now();
  try {
    const result = await PARTS[name]?.(bench);
    if (!result) return undefined;
    console.log(`${tablesOf([result])}\n${name}: done in ${Math.round((performance.now() - begin) / 1000)} s`);
    for (const goal of missedIn(result)) console.log(`${name}: missed: ${goal}`);
    return result;
  } catch (error) {
    console.log(`${name}: refused: ${error instanceof Wobble ? error.message : inspect(error)}`);
    return undefined;
  }
}

runProgram(() => main(process.argv.slice(2)));
