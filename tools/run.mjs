// Runs the program of a folder here, from the top level: `node tools/run.mjs redocly lint dist/openapi.json`. Installs it before,
// if it is missing or its lock file is newer. Each folder is a project of its own, so that `npm ci` installs what most people need.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const [name, ...args] = process.argv.slice(2);
const folder = `tools/${name}`;

function run(program, words, cwd) {
  const { status } = spawnSync(program, words, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

const installed = `${folder}/node_modules/.package-lock.json`;
const writtenAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);
if (writtenAt(installed) < writtenAt(`${folder}/package-lock.json`)) run('npm', ['ci'], folder);
run(join(folder, 'node_modules/.bin', name), args);
