import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

interface Service {
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

const { services } = parse(readFileSync('compose.yml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};

/** The values of a compose file's variables. */
export type Variables = Readonly<Record<string, string>>;

/** Fills in `${NAME:-default}` and `${NAME:?}` in a text. */
const filledIn = (text: string, variables: Variables): string =>
  text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, fallback: string) => {
    const value = variables[name] || (kind === '-' ? fallback : undefined);
    if (value === undefined) throw new Error(`${name} is not set`);
    return value;
  });

/** Returns the environment of a service of `compose.yml`, with the PostgreSQL on this port and without Redis. */
export function environmentOf(name: string, port: number, variables: Variables): Record<string, string> {
  const pairs = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
    key,
    filledIn(value, variables)
      .replace('@postgres:5432/', `@127.0.0.1:${port}/`)
      .replace(/^postgres$/, key === 'PGHOST' ? '127.0.0.1' : 'postgres')
      .replace('redis://redis:6379', ''),
  ]);
  return { ...(Object.fromEntries(pairs) as Record<string, string>), PGPORT: String(port) };
}

/** Returns the command that tells whether a service of `compose.yml` is healthy, for an instance on this port. */
export function healthCommandOf(name: string, port: number): readonly string[] {
  const [kind, ...command] = services[name]?.healthcheck?.test ?? [];
  if (kind !== 'CMD') throw new Error(`${name} has no check of its health`);
  return command.map((word) => word.replace('127.0.0.1:3000', `127.0.0.1:${port}`));
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Makes a script that runs the command of a service's container. */
function scriptOf(name: string, port: number, variables: Variables): string {
  const { entrypoint = [], command = [] } = services[name] ?? {};
  const words = [...entrypoint, ...command].map((word) =>
    word.replace('/roles.sql', resolve('ops/roles.sql')).replace('dist/src/', `${resolve('dist/src')}/`),
  );
  const settings = Object.entries(environmentOf(name, port, variables)).map(([key, value]) => `${key}=${value}`);
  return ['exec', 'env', ...settings, ...words].map(quoted).join(' ').replace("'exec'", 'exec');
}

/**
 * Writes a program `docker` into the folder, for the documented commands. `docker compose run` runs the command of the service.
 * `up` runs the commands before the instances, and `stop` runs `stop-instances` of the folder. `build` makes the file `built` there, and
 * `up` of one instance runs `replace`.
 */
export function writeDocker(folder: string, port: number, variables: Variables): void {
  for (const name of ['backup', 'restore', 'roles', 'migrate']) {
    writeFileSync(join(folder, `${name}.sh`), scriptOf(name, port, variables));
  }
  const program = `#!/bin/sh
set -eu
case "$*" in
  "compose run --rm -T "*) exec sh "${folder}/$5.sh" ;;
  "compose stop entrada-1 entrada-2") exec "${folder}/stop-instances" ;;
  "compose build") touch "${folder}/built" ;;
  "compose run --rm --no-deps migrate") exec sh "${folder}/migrate.sh" ;;
  "compose up --wait --no-deps entrada-"?) exec "${folder}/replace" "$5" ;;
  "compose up --detach") sh "${folder}/roles.sh" && sh "${folder}/migrate.sh" ;;
  *) echo "unexpected: docker $*" >&2; exit 1 ;;
esac
`;
  writeFileSync(join(folder, 'docker'), program, { mode: 0o755 });
}
