import { appStarter, startApp, type TestApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { type Execution, sessionSettings, watchExecutions } from '../support/executions';

/** What the operator's search of accounts costs follows what it finds, not how many accounts there are. */

const ACCOUNTS = 50_000;

const start = appStarter();
let test: TestApp;
let id: string;

beforeAll(async () => {
  const url = await privateDatabase('account_search_cost');
  const before = await startApp({ DATABASE_URL: url });
  for (const setting of sessionSettings(new URL(url).pathname.slice(1), 'auto')) await before.sql(setting);
  await before.close();
  test = await start({ DATABASE_URL: url });
  const partner = await test.partner();
  id = partner.accountId;
  // Every name has "Clínica"; one in a thousand the word of its thousand. Each account has its owner.
  await partner.sql(
    `insert into accounts select gen_random_uuid(), 'Clínica Souza ' || n || ' bairro' || n / 1000, owner_name, n || owner_email, n || owner_email_key,
       owner_since, plan_api, plan_auto_origin, licence_active, comercial_enabled, cursor_secret, created_at + n * interval '1 second'
     from accounts, generate_series(1, $2::int) n where id = $1`,
    ACCOUNTS,
  );
  await test.sql(
    `insert into members (account_id, id, email, email_key, role, active, created_at)
     select a.id, gen_random_uuid(), 'dona' || a.owner_email, 'dona' || a.owner_email_key, 'owner', true, a.created_at
     from accounts a where not exists (select from members m where m.account_id = a.id)`,
  );
  await test.sql('vacuum analyze');
});

async function search(q: string): Promise<{ found: number; executions: Execution[] }> {
  let found = 0;
  const executions = await watchExecutions(async () => {
    const { status, data } = await test.operator.get<object[]>(`/accounts?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    found = data.length;
  });
  return { found, executions: executions.filter(({ text }) => text.includes('accounts')) };
}

it.each([
  ['a word of few names', 'bairro7', 50],
  ['a word of all names beside one of few', 'clinica 49123', 1],
  ['the beginning of one address', 'dona49123', 1],
  ['a word of none', 'padaria', 0],
])('%s', async (_, q, count) => {
  const { found, executions } = await search(q);
  expect(found).toBe(count);
  expect(executions).not.toEqual([]);
  for (const { examined, buffers } of executions) {
    expect(examined).toBeLessThan(10_000);
    expect(buffers).toBeLessThan(10_000);
  }
});

it('an id', async () => {
  const { found, executions } = await search(id);
  expect(found).toBe(1);
  for (const { examined, buffers } of executions) expect([examined < 20, buffers < 100]).toEqual([true, true]);
});

it('a word of all names reads each account about once', async () => {
  const { found, executions } = await search('clinica');
  expect(found).toBe(50);
  for (const { examined } of executions) expect(examined).toBeLessThan(3 * ACCOUNTS);
});
