import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Bench } from './bench';
import { DATA } from './cluster';
import { machine } from './machine';
import { picture } from './picture';
import { figures, partsOn, terminalLines, withFigures } from './report';
import type { PartResult, Results } from './result';

const FILE = join(DATA, 'results.json');
const PAGE = resolve('docs/benchmark.md');
const PICTURE = resolve('docs/benchmark.svg');

/**
 * Stores a part's result with those of earlier runs, prints it, and writes the page and its picture. They stay as they are after a quick
 * look, and while they show a part that this machine has not measured: the figures of one table come from one machine.
 */
export async function publish(bench: Bench, name: string, result: PartResult): Promise<void> {
  const kept = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Results>) : {};
  const results: Results = { ...kept[bench.mode], [name]: { ...result, at: new Date().toISOString().slice(0, 16) } };
  writeFileSync(FILE, JSON.stringify({ ...kept, [bench.mode]: results }, null, 2));
  for (const line of terminalLines(result)) bench.say(line);
  if (bench.isQuick) return;
  const old = readFileSync(PAGE, 'utf8');
  const missing = partsOn(old).filter((part) => !(part in results));
  if (missing.length > 0) return bench.say(`docs/benchmark.md stays: it also shows ${missing.join(', ')}`);
  const page = withFigures(old, figures(machine(bench), results));
  writeFileSync(PAGE, await format(page, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
  writeFileSync(PICTURE, picture(results));
}
