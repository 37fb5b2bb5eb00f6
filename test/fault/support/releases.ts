import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { version } from '../../../package.json';
import { mustRun } from './processes';

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The last commit of 1.1.0. Its version was set when its development began; later versions are set by the commit of the release. */
const NOT_MARKED: Readonly<Record<string, string>> = { '1.1.0': 'f2c0b0044db8fa9ef95ed31b5469624ae475daaa' };

/** The commit of the previous release: `PREVIOUS_RELEASE`, or the last one in which package.json got the version of another release. */
export function previousRelease(): string {
  const named = process.env.PREVIOUS_RELEASE;
  if (named) return git('rev-parse', '--verify', `${named}^{commit}`);
  const changes = git('log', '--format=%H', '-G^  "version":', '--', 'package.json').split('\n');
  for (const commit of changes) {
    const there = versionAt(commit);
    if (there !== version && !there.endsWith('-dev')) return NOT_MARKED[there] ?? commit;
  }
  throw new Error('git has no previous release');
}

const versionAt = (commit: string): string =>
  (JSON.parse(git('show', `${commit}:package.json`)) as { version: string }).version;

/** Builds a commit in a separate folder, with its own dependencies. */
export async function buildRelease(commit: string, folder: string): Promise<void> {
  mkdirSync(folder);
  const steps = ['git archive "$1" | tar -x -C "$0"', 'cd "$0"', 'npm ci --prefer-offline', 'npm run build'];
  await mustRun('sh', ['-ec', steps.join('\n'), folder, commit]);
}
