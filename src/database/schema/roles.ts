import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

interface RolePasswords {
  readonly owner: string;
  readonly app: string;
}

/** Addresses of a database: `owner` for migrations, `app`, under row level security, for the service. */
export interface RoleUrls {
  readonly owner: string;
  readonly app: string;
}

/** `ops/roles.sql`, relative to the source and to the compiled service. */
const SCRIPT = ['../../../ops/roles.sql', '../../../../ops/roles.sql'].map((path) => join(__dirname, path));

/** Creates or updates the two roles in the administrator's database; the owner gets the tables of other roles. */
export async function makeRoles(adminUrl: string, passwords: RolePasswords): Promise<RoleUrls> {
  const script = SCRIPT.find((path) => existsSync(path));
  if (!script) throw new Error('ops/roles.sql is missing.');
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(
      `select set_config('entrada.owner_password', $1, false), set_config('entrada.app_password', $2, false)`,
      [passwords.owner, passwords.app],
    );
    await client.query(readFileSync(script, 'utf8'));
  } finally {
    await client.end();
  }
  const as = (username: string, password: string): string =>
    Object.assign(new URL(adminUrl), { username, password }).toString();
  return { owner: as('entrada_owner', passwords.owner), app: as('entrada_app', passwords.app) };
}
