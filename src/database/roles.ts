import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

/** The passwords of the role that owns the tables and of the one that the service runs as. */
interface RolePasswords {
  readonly owner: string;
  readonly app: string;
}

/** The two ways into a database: `owner` for migrations, `app`, held to row level security, for the service. */
export interface RoleUrls {
  readonly owner: string;
  readonly app: string;
}

/** `ops/roles.sql`, as seen from the source and from the compiled service. */
const SCRIPT = ['../../ops/roles.sql', '../../../ops/roles.sql'].map((path) => join(__dirname, path));

/** Makes the two roles in the administrator's database, or brings them up to date; tables of other roles get the new owner. */
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
