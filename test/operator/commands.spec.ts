import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { engines, scripts } from '../../package.json';

const file = (name: string): string => readFileSync(name, 'utf8');
const commands: Readonly<Record<string, string>> = scripts;

/** Returns the program that `npm run <name>:prod` executes in place of its shell. */
const built = (name: string): string[] => commands[`${name}:prod`]?.split(' && exec ')[1]?.split(' ') ?? [];

it('runs a built service by the same command everywhere', () => {
  expect(built('start')).toEqual(['node', '--max-semi-space-size=64', 'dist/src/main.js']);
  expect(commands.start).toBe(`npm run build && exec ${built('start').join(' ')}`);
  const [, started = ''] = /^CMD (.*)$/m.exec(file('Dockerfile')) ?? [];
  expect(JSON.parse(started)).toEqual(built('start'));
  const { services } = parse(file('compose.yml'), { merge: true }) as {
    services: Record<string, { command: string[] }>;
  };
  expect(services.migrate?.command).toEqual(built('migrate'));
  for (const [unit, name] of [
    ['entrada@', 'start'],
    ['entrada-migrate@', 'migrate'],
  ]) {
    expect(file(`ops/${unit}.service`)).toMatch(
      new RegExp(`^ExecStart=(?:/usr/bin/env PORT=%i )?/usr/bin/${built(name ?? '').join(' ')}$`, 'm'),
    );
  }
});

it('keeps no shell between npm and a command that waits for signals, and says what to do without a build', () => {
  for (const name of ['start', 'migrate', 'import', 'move', 'move-account', 'distribute']) {
    expect(commands[`${name}:prod`]).toMatch(/^node scripts\/built\.mjs && exec node (--\S+ )?dist\/src\/[\w-]+\.js$/);
  }
});

it('has no script that only a POSIX shell understands, except exec, which cmd.exe finds in exec.cmd', () => {
  for (const [name, command] of Object.entries(scripts)) {
    for (const part of command.split('&&'))
      expect([name, part.trim()]).toEqual([name, expect.stringMatching(PORTABLE)]);
  }
  const [comment, call, ...more] = file('exec.cmd').split('\r\n');
  expect([comment, call, more]).toEqual([expect.stringMatching(/^@rem /), '@%*', ['']]);
});

it('compiles what it runs, in a clone where nothing is built', () => {
  for (const [name, command] of Object.entries(scripts)) {
    const parts = command.split(' && ').map((part) => part.replace('npm run build', commands.build ?? ''));
    const before = parts.slice(0, parts.findIndex((part) => RUNS.test(part)) + 1).join(' && ');
    const [, folder] = RUNS.exec(before) ?? [];
    if (!folder) continue;
    expect([name, before]).toEqual([
      name,
      expect.stringMatching(folder === 'src' ? /build\.mjs service|built\.mjs/ : `build.mjs ${folder}`),
    ]);
  }
  // Commands that start the service also need its pages. The other suites build in their setups (test/support/current-build.ts).
  for (const name of ['start', 'bench', 'soak', 'test:citus']) {
    expect([name, commands[name]]).toEqual([name, expect.stringMatching(/^npm run build && /)]);
  }
});

/** Matches a command that runs the build of a folder. */
const RUNS = /node (?:--\S+ )?dist\/(src|bench|test\/\w+)\//;

/** Matches a program with plain words: no variables, quotes, lists of commands or background jobs. */
const PORTABLE = /^[\w-]+( [\w.:/=-]+)*( > [\w./-]+)?$/;

it('agrees on the versions of Node.js: the recommended one, the maintained one, and the one whose support has ended', () => {
  const versions = engines.node.split(' || ').map((range) => range.replace(/^\D+|\.0$/g, ''));
  const majors = versions.map((version) => Number.parseInt(version, 10));
  const [ended, maintained, recommended] = versions;
  const [, before, newest] = majors;
  expect(versions).toHaveLength(3);
  const readme = file('README.md');
  expect(readme).toContain(
    `Node.js ${newest} (recommended; ${recommended} or later) or ${before} (${maintained} or later)`,
  );
  expect(readme).toContain(`Node.js ${ended} or later`);
  const images = file('Dockerfile').match(/^FROM node:(\d+)\./gm);
  expect(new Set(images)).toEqual(new Set([`FROM node:${newest}.`]));
  const tried = /set -- (.*)$/m.exec(file('.ci/nodes'))?.[1]?.split(' ');
  expect(tried?.map((version) => Number.parseInt(version, 10))).toEqual(majors.toReversed());
});
