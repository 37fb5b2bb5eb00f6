import { inspect } from 'node:util';
import { Bench } from './bench';
import { PARTS } from './parts/parts';
import { publish } from './publish';
import { Wobble } from './rounds';

/** `npm run bench -- [--quick] [part ...]`: measures the parts, or all of them, and writes what they found. */
async function main(args: string[]): Promise<void> {
  const mode = args.includes('--quick') ? 'quick' : 'full';
  const asked = args.filter((arg) => arg !== '--quick');
  const unknown = asked.filter((name) => name !== 'seed' && !(name in PARTS));
  if (unknown.length > 0) throw new Error(`no part ${unknown.join()}: ${Object.keys(PARTS).join(', ')}`);
  const names = asked.length > 0 ? asked : Object.keys(PARTS).filter((name) => !PARTS[name]?.onlyWhenAsked);
  const bench = await Bench.open(mode, (line) => console.log(line));
  const stop = (): void => void bench.close().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    for (const name of names) await runPart(bench, name);
  } finally {
    await bench.close();
  }
}

async function runPart(bench: Bench, name: string): Promise<void> {
  const part = PARTS[name];
  if (!part) return;
  const begin = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await part.run(bench);
      await publish(bench, name, result);
      bench.say(`${name}: done in ${Math.round((performance.now() - begin) / 1000)} s`);
      return;
    } catch (error) {
      const isNoise = error instanceof Wobble;
      bench.say(isNoise ? `${name}: ${error.message}` : `${name}: ${inspect(error)}`);
      if (isNoise && attempt < 2) continue;
      bench.say(`${name}: ${isNoise ? 'refused' : 'failed'}, nothing of it is published`);
      process.exitCode = 1;
      return;
    }
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
