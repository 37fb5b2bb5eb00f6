import { MINUTE_MS } from '../../src/contract/durations';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Folder of the generators' packages, which have their own list. The clients are next to them, because some import them. */
const CLIENTS = resolve('dist/generators');
const DOCUMENTS = ['openapi', 'partner'] as const;

const run = promisify(execFile);
const program = (name: string, ...args: string[]): Promise<unknown> =>
  run(join(CLIENTS, 'node_modules', '.bin', name), args, { cwd: CLIENTS, env: { ...process.env, DO_NOT_TRACK: '1' } });

const documentOf = (name: string): string => join(CLIENTS, `${name}.json`);

const KUBB = (document: string, folder: string): string => `
  import { defineConfig } from '@kubb/core';
  import { pluginClient } from '@kubb/plugin-client';
  import { pluginOas } from '@kubb/plugin-oas';
  import { pluginTs } from '@kubb/plugin-ts';
  export default defineConfig({
    root: ${JSON.stringify(CLIENTS)},
    input: { path: ${JSON.stringify(document)} },
    output: { path: ${JSON.stringify(folder)}, format: false, lint: false },
    plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'fetch' })],
  });`;

/** Makes a client in a folder. Calls each generator as its documentation says. */
const GENERATORS: Record<string, (document: string, folder: string) => Promise<unknown>> = {
  'openapi-typescript': (document, folder) => program('openapi-typescript', document, '-o', join(folder, 'schema.ts')),
  'hey-api': (document, folder) =>
    program('openapi-ts', '-i', document, '-o', folder, '-c', '@hey-api/client-fetch', '--no-log-file'),
  orval: (document, folder) =>
    program('orval', '--input', document, '--output', join(folder, 'client.ts'), '--client', 'fetch'),
  kubb: (document, folder) => {
    const config = `${folder}.config.ts`;
    writeFileSync(config, KUBB(document, folder));
    return program('kubb', 'generate', '-c', config);
  },
};

const OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  skipLibCheck: true,
  types: [],
  allowImportingTsExtensions: true,
};

/** Compiles a client and returns the errors. */
async function errorsIn(folder: string): Promise<string> {
  const project = `${folder}.tsconfig.json`;
  writeFileSync(project, JSON.stringify({ compilerOptions: OPTIONS, include: [`${folder}/**/*.ts`] }));
  return program('tsc', '-p', project).then(
    () => '',
    (error: unknown) => (error as { stdout: string }).stdout,
  );
}

/** Milliseconds to install the generators, beside the browser suite on a busy machine. */
const INSTALL_MS = 20 * MINUTE_MS;

beforeAll(async () => {
  rmSync(CLIENTS, { recursive: true, force: true });
  mkdirSync(CLIENTS, { recursive: true });
  copyFileSync(join(__dirname, 'package.json'), join(CLIENTS, 'package.json'));
  copyFileSync('.npmrc', join(CLIENTS, '.npmrc'));
  // The date fixes the dependencies, as a lock file would.
  await run('npm', ['install', '--no-package-lock', '--before', '2026-11-26'], { cwd: CLIENTS });
  await run(process.execPath, [join('dist', 'src', 'openapi.js'), CLIENTS]);
}, INSTALL_MS);

it.each(
  Object.entries(GENERATORS).flatMap(([name, make]) => DOCUMENTS.map((document) => [name, document, make] as const)),
)('%s makes a client of %s.json that compiles', async (name, document, make) => {
  const folder = join(CLIENTS, `${document}-${name}`);
  await make(documentOf(document), folder);
  expect(await errorsIn(folder)).toBe('');
});
