// `npm run start:dev`: builds and starts the service, and again after each change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { build } from './build.mjs';

/** An editor writes several files at once. */
const SETTLED_MS = 100;

const isBuilt = () => build(['service', 'pages']);

let service;
let isStopping = false;

const isRunning = (child) => child?.exitCode === null && child.signalCode === null;

function start() {
  service = spawn(process.execPath, ['dist/src/main.js'], { stdio: 'inherit' });
  const started = service;
  started.on('exit', (code) => {
    if (isStopping) process.exit(code ?? 1);
    if (started === service) console.error('The service has ended. It starts again after the next change.');
  });
}

async function restart() {
  const ending = service;
  service = undefined;
  if (isRunning(ending)) {
    ending.kill('SIGINT');
    await once(ending, 'exit');
  }
  if (!isStopping) start();
}

let building = Promise.resolve();
let isDue = false;

const rebuild = async () => {
  isDue = false;
  if (await isBuilt()) await restart();
};

for (const folder of ['src', 'migrations', 'console', 'reference']) {
  watch(folder, { recursive: true }, () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      building = building.then(rebuild).catch((error) => console.error(error.message));
    }, SETTLED_MS);
  });
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isStopping = true;
    if (!isRunning(service)) process.exit();
    service.kill(signal);
  });
}

await isBuilt();
start();
