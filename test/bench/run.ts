import { Bench } from './bench';
import { PARTS } from './parts/parts';
import { comparePeers } from './peers/compare';
import { writeStrapiModel } from './peers/strapi-model';
import { runProgram } from './program';
import { publish } from './publish';
import { runPart } from './run-part';
import { Unmet } from './unmet';

/** `npm run bench -- [--quick] [part ...]`: measures the parts, or all of them, and writes the results. Exits with 1 when a goal is missed. */
async function main(args: string[]): Promise<void> {
  const [command, folder] = args;
  if (command === 'strapi-model' && folder) return writeStrapiModel(folder);
  const mode = args.includes('--quick') ? 'quick' : 'full';
  const asked = args.filter((arg) => arg !== '--quick');
  // Its contenders are on another PostgreSQL than the parts, and it has no goals.
  if (asked.includes('peers')) return comparePeers(mode === 'quick', (line) => console.log(line));
  const unknown = asked.filter((name) => name !== 'seed' && !(name in PARTS));
  if (unknown.length > 0) throw new Unmet(`no part ${unknown.join()}: ${Object.keys(PARTS).join(', ')}`);
  const names = asked.length > 0 ? asked : Object.keys(PARTS).filter((name) => !PARTS[name]?.onlyWhenAsked);
  const bench = await Bench.open(mode, (line) => console.log(line));
  try {
    for (const name of names) if (!(await measured(bench, name))) process.exitCode = 1;
  } finally {
    await bench.close();
  }
}

async function measured(bench: Bench, name: string): Promise<boolean> {
  const part = PARTS[name];
  if (!part) return true;
  const say = (line: string): void => bench.say(line);
  return runPart(
    name,
    () => part.run(bench),
    (result) => publish(bench, name, result),
    say,
  );
}

runProgram(() => main(process.argv.slice(2)));
