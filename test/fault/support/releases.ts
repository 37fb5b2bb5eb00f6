import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { version } from '../../../package.json';
import { mustRun } from './processes';

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The commit of the previous release: `PREVIOUS_RELEASE`, or the last one in which package.json got the version of another release. */
export function previousRelease(): string {
  const named = process.env.PREVIOUS_RELEASE;
  if (named) return git('rev-parse', '--verify', `${named}^{commit}`);
  const changes = git('log', '--format=%H', '-G^  "version":', '--', 'package.json').split('\n');
  const found = changes.find(isOfOtherRelease);
  if (!found) throw new Error('git log knows no previous release: fetch the whole history, or name PREVIOUS_RELEASE');
  return found;
}

function isOfOtherRelease(commit: string): boolean {
  const there = JSON.parse(git('show', `${commit}:package.json`)) as { version: string };
  return there.version !== version && !there.version.endsWith('-dev');
}

/** Builds a commit in a separate folder, with its own dependencies. */
export async function buildRelease(commit: string, folder: string): Promise<void> {
  mkdirSync(folder);
  const steps = ['git archive "$1" | tar -x -C "$0"', 'cd "$0"', 'npm ci --prefer-offline', 'npm run build'];
  await mustRun('sh', ['-ec', steps.join('\n'), folder, commit]);
}
