import { readFileSync } from 'node:fs';
import { Unmet } from '../unmet';
import { settingsOf } from './settings';

const DATABASE = { PEERS_DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/postgres' };
const DIRECTUS = { DIRECTUS_URL: 'http://127.0.0.1:8055', DIRECTUS_ADMIN_TOKEN: 'segredo' };
const STRAPI = {
  STRAPI_URL: 'http://localhost:1337/',
  STRAPI_ADMIN_EMAIL: 'admin@example.com',
  STRAPI_ADMIN_PASSWORD: 'senha',
};
const ALL = { ...DATABASE, ...DIRECTUS, ...STRAPI };

const problemOf = (env: Record<string, string | undefined>): string => {
  try {
    settingsOf(env);
  } catch (error) {
    if (error instanceof Unmet) return error.message;
    throw error;
  }
  return '';
};

it('reads both peers', () => {
  expect(settingsOf(ALL)).toEqual({
    databaseUrl: DATABASE.PEERS_DATABASE_URL,
    directus: { port: 8055, adminToken: 'segredo' },
    strapi: { port: 1337, adminEmail: 'admin@example.com', adminPassword: 'senha' },
  });
});

it('one peer is enough', () => {
  expect(settingsOf({ ...DATABASE, ...DIRECTUS })).toMatchObject({ directus: { port: 8055 }, strapi: undefined });
  expect(settingsOf({ ...DATABASE, ...STRAPI })).toMatchObject({ directus: undefined, strapi: { port: 1337 } });
});

it.each<[string, Record<string, string | undefined>, string]>([
  ['no database', { ...ALL, PEERS_DATABASE_URL: undefined }, 'PEERS_DATABASE_URL is missing.'],
  ['an empty one', { ...ALL, PEERS_DATABASE_URL: ' ' }, 'PEERS_DATABASE_URL is missing.'],
  ['another server', { ...ALL, PEERS_DATABASE_URL: 'mysql://a' }, 'PEERS_DATABASE_URL must begin with postgres://.'],
  ['no peer', DATABASE, 'no peer is named: neither DIRECTUS_URL nor STRAPI_URL.'],
  ['a peer without its token', { ...ALL, DIRECTUS_ADMIN_TOKEN: '' }, 'DIRECTUS_ADMIN_TOKEN is missing.'],
  ['a token without its peer', { ...DATABASE, DIRECTUS_ADMIN_TOKEN: 'a' }, 'DIRECTUS_URL is missing.'],
  [
    'a peer without its administrator',
    { ...ALL, STRAPI_ADMIN_EMAIL: '', STRAPI_ADMIN_PASSWORD: '' },
    'STRAPI_ADMIN_EMAIL is missing; STRAPI_ADMIN_PASSWORD is missing.',
  ],
])('%s is refused with all that is wrong, and with what to do', (_, env, problem) => {
  const [first, ...others] = problemOf(env).split('\n');
  expect(first).toBe(problem);
  for (const name of Object.keys(ALL)) expect(others.join('\n')).toContain(`  ${name} `);
});

it.each([
  'http://10.0.0.1:8055',
  'https://127.0.0.1:8055',
  'http://127.0.0.1',
  'http://127.0.0.1.example.com:80',
  '8055',
])('a peer at %s is refused: nothing but this machine is loaded', (address) => {
  expect(problemOf({ ...ALL, DIRECTUS_URL: address })).toMatch(/^DIRECTUS_URL must be http:\/\/127\.0\.0\.1 /);
  expect(problemOf({ ...ALL, STRAPI_URL: address })).toMatch(/^STRAPI_URL must be http:\/\/127\.0\.0\.1 /);
});

it('the page names every setting', () => {
  const page = readFileSync('docs/benchmark.md', 'utf8');
  for (const name of Object.keys(ALL)) expect(page).toContain(name);
});
