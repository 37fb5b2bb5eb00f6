import { Unmet } from '../unmet';

/** A peer on this machine, and who sets it up there. */
export interface DirectusSettings {
  readonly port: number;
  readonly adminToken: string;
}

export interface StrapiSettings {
  readonly port: number;
  readonly adminEmail: string;
  readonly adminPassword: string;
}

/** The running peers, at least one, and the address of the PostgreSQL that all contenders use. */
export interface PeersSettings {
  readonly databaseUrl: string;
  readonly directus: DirectusSettings | undefined;
  readonly strapi: StrapiSettings | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DIRECTUS = ['DIRECTUS_URL', 'DIRECTUS_ADMIN_TOKEN'] as const;
const STRAPI = ['STRAPI_URL', 'STRAPI_ADMIN_EMAIL', 'STRAPI_ADMIN_PASSWORD'] as const;

const HOW = `
npm run bench -- peers measures Entrada beside a running Directus, a running Strapi, or both, on one PostgreSQL:

  PEERS_DATABASE_URL      that server, as a superuser, in whatever database: postgres://postgres@127.0.0.1:5432/postgres
  DIRECTUS_URL            http://127.0.0.1:8055
  DIRECTUS_ADMIN_TOKEN    the ADMIN_TOKEN of its "directus bootstrap"; the command makes collections, rights and leads with it
  STRAPI_URL              http://127.0.0.1:1337
  STRAPI_ADMIN_EMAIL      of its "strapi admin:create-user"; the command makes an API token and leads with it
  STRAPI_ADMIN_PASSWORD   the same

Strapi keeps its content types in files: "npm run bench -- strapi-model FOLDER" writes them into its project, before "strapi build".
docs/benchmark.md says step by step how both are installed and started.`;

/** The settings of the environment. Throws `Unmet` that names everything that is missing or wrong, and says how to set up the peers. */
export function settingsOf(env: Environment): PeersSettings {
  const problems: string[] = [];
  const given = (name: string): string => env[name]?.trim() ?? '';
  const group = (names: readonly string[]): boolean => {
    const missing = names.filter((name) => !given(name));
    const isAsked = missing.length < names.length;
    if (isAsked) problems.push(...missing.map((name) => `${name} is missing`));
    return isAsked;
  };
  const port = (name: string): number => {
    const found = portOf(given(name));
    if (given(name) && !found)
      problems.push(`${name} must be http://127.0.0.1 with a port: all contenders share this machine`);
    return found ?? 0;
  };
  if (!given('PEERS_DATABASE_URL')) problems.push('PEERS_DATABASE_URL is missing');
  else if (!/^postgres(ql)?:\/\//.test(given('PEERS_DATABASE_URL'))) {
    problems.push('PEERS_DATABASE_URL must begin with postgres://');
  }
  const directus = group(DIRECTUS)
    ? { port: port('DIRECTUS_URL'), adminToken: given('DIRECTUS_ADMIN_TOKEN') }
    : undefined;
  const [adminEmail, adminPassword] = [given('STRAPI_ADMIN_EMAIL'), given('STRAPI_ADMIN_PASSWORD')];
  const strapi = group(STRAPI) ? { port: port('STRAPI_URL'), adminEmail, adminPassword } : undefined;
  if (!directus && !strapi) problems.push('no peer is named: neither DIRECTUS_URL nor STRAPI_URL');
  if (problems.length > 0) throw new Unmet(`${problems.join('; ')}.\n${HOW}`);
  return { databaseUrl: given('PEERS_DATABASE_URL'), directus, strapi };
}

/** The port of an address of this machine; undefined for any other address. */
function portOf(address: string): number | undefined {
  const [, port] = /^http:\/\/(?:127\.0\.0\.1|localhost):(\d+)\/?$/.exec(address) ?? [];
  return port === undefined ? undefined : Number(port);
}
