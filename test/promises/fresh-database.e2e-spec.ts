import { IS_OPEN } from '../../src/accounts/account.queries';
import { AMONG_ACCOUNTS } from '../../src/accounts/search-accounts';
import { Database } from '../../src/database/database';
import { type Query, queriesOf, type Sendable } from '../../src/database/query';
import { Transaction } from '../../src/database/transaction';
import type { Execution } from '../support/executions';
import { excessesOf, type Fresh, freshDatabase, watchDay } from '../support/fresh-database';
import { unnamedIn } from '../support/named-accounts';
import { exactDocument, documentedRoutes } from '../support/document';
import { type Traffic, watchTraffic } from '../support/traffic';

/** What holds for every statement of a whole day: of partners, staff, owners, the operator and the jobs. */

let fresh: Fresh;
let executions: readonly Execution[];
let statements: readonly string[];
let queries: readonly Query<unknown>[];
const requested = new Set<string>();

beforeAll(async () => {
  fresh = await freshDatabase('fresh', { leads: 2_000, accounts: 1_000 });
  const spies = [
    jest.spyOn(Transaction.prototype, 'send'),
    jest.spyOn(Transaction.prototype, 'commit'),
    jest.spyOn(Database.prototype, 'write'),
  ];
  fresh.callers.test.app
    .getHttpServer()
    .prependListener('request', ({ method, url }: { method: string; url: string }) =>
      requested.add(`${method} ${url.split('?')[0]}`),
    );
  let traffic: Traffic | undefined;
  executions = await watchDay(fresh, async (day) => (traffic = await watchTraffic(day)));
  statements = [...new Set(traffic?.statements.map(({ text }) => text))];
  queries = spies.flatMap((spy) => spy.mock.calls.flatMap(([given]) => queriesOf(given as Sendable)));
  for (const spy of spies) spy.mockRestore();
});
afterAll(() => fresh?.callers.test.close());

/** A database is as fast on its first day as later. `test/long/fresh-database` has more leads, and plans of empty tables. */
it('it reads only what it needs of full tables without statistics', () => {
  expect(excessesOf(executions, fresh.leads)).toEqual([]);
});

/** Routes without a statement of an account. */
const WITHOUT_STATEMENT = ['GET /health/live', 'GET /health/ready'];

it('the day has every route of the API reference', () => {
  const routes = documentedRoutes(exactDocument('http://entrada.test'));
  const isCalled = (route: string): boolean => {
    const pattern = new RegExp(`^${route.replaceAll(/\{[^}]+\}/g, '(?=[^/]*[-0-9])[^/]+')}$`);
    return [...requested].some((one) => pattern.test(one));
  };
  expect(routes.filter((route) => !isCalled(route) && !WITHOUT_STATEMENT.includes(route))).toEqual([]);
});

/** Statements without a known account: look-ups of an account, and reads of jobs and the operator over all accounts. */
const ACROSS_ACCOUNTS = [
  `from api_keys k join accounts a on a.id = k.account_id and ${IS_OPEN} where k.hash = $1`,
  `from imports where ${AMONG_ACCOUNTS}`,
  `from bulk_jobs where ${AMONG_ACCOUNTS}`,
  `from outbox where ${AMONG_ACCOUNTS}`,
  'select account_id as accountId from outbox where id = $1',
  'from outbox o where o.dead_at is not null and',
  'from outbox o where o.dead_at is null and',
  'from outbox o where o.sent_at is not null and',
  `from automations a where ${AMONG_ACCOUNTS}`,
  'DELETE FROM sessions WHERE expires_at <',
  'DELETE FROM sessions WHERE (remembered = $1 AND last_used_at <= $2)',
  `from rotas r where ${AMONG_ACCOUNTS}`,
  'from source_addresses a join accounts c on c.id = a.account_id where a.hash = $1',
  `from sources where ${AMONG_ACCOUNTS}`,
  `from members m join accounts a on a.id = m.account_id and ${IS_OPEN} where m.email_key = $1 and m.active) s`,
  'select a.id, a.created_at from members m cross join lateral',
  'DELETE FROM sign_in_links WHERE expires_at <',
  'UPDATE api_keys SET revoked_at = ends_at WHERE (revoked_at IS NULL AND ends_at <=',
];

/** Aliases of rows that a statement looks up or receives, and joins with a table. */
const ROWS_OF_ACCOUNT = ['named', 'old'];

it('it names the account for each table', async () => {
  const named = await fresh.callers.test.sql<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id'`,
  );
  const tables = [...named.map(({ name }) => name), ...ROWS_OF_ACCOUNT];
  expect(statements.length).toBeGreaterThan(0);
  const unnamed = statements
    .map((text) => [text.replaceAll('"', '').replaceAll(/\s+/g, ' '), unnamedIn(text, tables)] as const)
    .filter(([, names]) => names.length > 0);
  expect(unnamed.filter(([text]) => !ACROSS_ACCOUNTS.some((part) => text.includes(part)))).toEqual([]);
});

it('no update or delete has what a distributed database refuses: volatile functions, and a clock where it may not be asked', () => {
  const changing = statements.filter((text) => /(?<!\bdo )\b(?:update|delete from) "?\w+/i.test(text));
  expect(changing.length).toBeGreaterThan(0);
  expect(changing.filter((text) => /\b(?:clock_timestamp|timeofday|random|gen_random_uuid)\(/i.test(text))).toEqual([]);
  const set = changing.map((text) => /\bset\b([^;]*?)(?:\bwhere\b|$)/i.exec(text)?.[1] ?? '');
  const CLOCK_IN_CHOICE = /(?:\bcoalesce\([^;=]*|\bcase\b(?:(?!\bend\b)[^;])*)\b(?:now|statement_timestamp)\(/i;
  expect(set.filter((text) => CLOCK_IN_CHOICE.test(text))).toEqual([]);
});

/** Writes that publish nothing, with the reason. */
const SILENT: Readonly<Record<string, string>> = {
  set_copy_and_source: 'the merge around it tells of the lead',
  delete_lead: 'the merge around it tells of the lead, which leaves the lists',
  follow_handling_of_lead: 'a moment that no console shows; the activity, move or appointment tells',
  follow_handling_of_deals: 'the same',
  handle_other_deals: 'the same',
  end_deals: 'the lead tells, which is gone',
  end_merged_deals: 'the lead of the merge tells',
  handle_deals_of_survivor: 'the same',
  move_deals: 'the same',
  delete_old_notifications: 'in every account at night, mostly none; a page shows them until it is opened again',
  move_notifications: 'each one that there is, and there may be none',
  place_lead: 'the lead tells, whose number is corrected',
  make_lead_first: 'the same; this one keeps what consoles show',
  move_deals_to_conversation: 'a place for the metrics',
  unmark_shared_deals: 'a mark for the metrics; the merge tells',
  mark_shared_deals: 'a mark for the metrics; the new deal tells',
};

const WRITES = /\b(?:insert into|update|delete from) (leads|deals|notifications)\b/i;

it('where it writes leads, deals or notifications, it tells the open consoles of that kind', () => {
  const told = queries.flatMap(({ statement, changes: [change] = [] }) => {
    const [, table] = WRITES.exec(statement.text) ?? [];
    return table ? [{ name: statement.name ?? statement.text, table, kind: change && `${change.kind}s` }] : [];
  });
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter(({ name, table, kind }) => kind !== table && !(kind === undefined && name in SILENT))).toEqual([]);
});
