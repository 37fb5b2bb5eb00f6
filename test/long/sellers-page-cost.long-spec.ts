import { appStarter, type Partner, startApp, type TestApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { readersOf, sessionSettings, watchExecutions } from '../support/executions';
import { addLeads } from '../support/many-leads';
import { memberCalls, type SignedIn } from '../support/member-calls';

/** Leads of the smaller account: a third is the seller's, a third nobody's, a third a colleague's. The larger one has twice as many. */
const LEADS = 9_000;

interface Account {
  readonly seller: SignedIn;
  readonly pipelineId: string;
}

const start = appStarter();
let small: Account;
let large: Account;

beforeAll(async () => {
  const url = await privateDatabase('sellers_page_cost');
  const before = await startApp({ DATABASE_URL: url });
  for (const setting of sessionSettings(new URL(url).pathname.slice(1), 'auto')) await before.sql(setting);
  await before.close();
  const test = await start({ DATABASE_URL: url });
  small = await accountOf(test, await test.partner(), LEADS);
  large = await accountOf(test, await test.partner(), 2 * LEADS);
  await test.sql('analyze');
});

async function accountOf(test: TestApp, partner: Partner, count: number): Promise<Account> {
  const { accountId } = partner;
  const { join } = memberCalls(test);
  const [seller, colleague] = [await join(partner, 'seller', 'Ana'), await join(partner, 'seller', 'Bia')];
  const [pipeline] = (await partner.api.get<{ id: string }[]>('/pipelines')).data;
  const place = { accountId, pipelineId: pipeline?.id ?? '', stageId: (await partner.stages()).Novo ?? '' };
  await addLeads(test, place, { count, since: '2026-01-01' });
  await test.sql(
    `update leads set name = 'Maria Silva', responsible_id = (array[$2::uuid, $3::uuid, null])[1 + mod(phone::bigint, 3)]
     where account_id = $1`,
    [accountId, seller.id, colleague.id],
  );
  await test.sql(
    `insert into lead_words (account_id, lead_id, word)
     select account_id, id, unnest(array['maria', 'silva']) from leads where account_id = $1`,
    [accountId],
  );
  await partner.owner.patch('/account', { sellers_see: 'own' });
  return { seller, pipelineId: place.pipelineId };
}

const PAGES: Record<string, (account: Account) => string> = {
  list: () => '/leads',
  'list of own leads': () => '/leads?responsible=me',
  'list of nobody’s leads': () => '/leads?responsible=none',
  'list by origin': () => '/leads?origin=organic',
  'list by pipeline': ({ pipelineId }) => `/leads?pipeline_id=${pipelineId}`,
  'list by change': () => '/leads?order=changed',
  'search for a word': () => '/leads?q=maria',
  'search for two words': () => '/leads?q=maria silva',
  board: ({ pipelineId }) => `/pipelines/${pipelineId}/board`,
  'board of own leads': ({ pipelineId }) => `/pipelines/${pipelineId}/board?responsible=me`,
  'board of a word': ({ pipelineId }) => `/pipelines/${pipelineId}/board?q=maria`,
  'board of an origin': ({ pipelineId }) => `/pipelines/${pipelineId}/board?origin=organic`,
};

it.each(Object.keys(PAGES))('a seller’s %s reads no more of a larger account', async (name) => {
  const read = async (account: Account) => {
    const path = PAGES[name]?.(account) ?? '';
    const executions = await watchExecutions(async () => {
      expect((await account.seller.api.get(path)).status).toBe(200);
    });
    const examined = executions.reduce((sum, one) => sum + one.examined, 0);
    return { examined, plans: executions.map(({ text, plan }) => [text.slice(0, 200), ...readersOf(plan)]) };
  };
  const [few, many] = [await read(small), await read(large)];
  expect(few.examined).toBeGreaterThan(50);
  expect([name, many.examined <= 1.1 * few.examined, many.examined <= 1.1 * few.examined ? [] : many.plans]).toEqual([
    name,
    true,
    [],
  ]);
});
