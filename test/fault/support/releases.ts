import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mustRun } from './processes';

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The commit of the previous release: `PREVIOUS_RELEASE`, or the last commit in which package.json had another version. */
export function previousRelease(): string {
  const named = process.env.PREVIOUS_RELEASE;
  if (named) return git('rev-parse', '--verify', `${named}^{commit}`);
  const change = git('log', '-1', '--format=%H', '-G^  "version":', '--', 'package.json');
  return git('rev-parse', '--verify', `${change}^`);
}

/** Builds a commit in a separate folder, with its own dependencies. */
export async function buildRelease(commit: string, folder: string): Promise<void> {
  mkdirSync(folder);
  const steps = ['git archive "$1" | tar -x -C "$0"', 'cd "$0"', 'npm ci --prefer-offline', 'npm run build'];
  await mustRun('sh', ['-ec', steps.join('\n'), folder, commit]);
}
