import { AMONG_ACCOUNTS } from '../../src/accounts/search-accounts';
import { Database } from '../../src/database/database';
import { type Query, queriesOf, type Sendable } from '../../src/database/query';
import { Transaction } from '../../src/database/transaction';
import { appForAllTests } from '../support/app';
import { privateDatabase } from '../support/database';
import { watchTraffic } from '../support/traffic';
import { unnamedIn, withoutOne } from '../support/named-accounts';
import { phones } from '../support/phones';
import { wholeDay } from '../support/whole-day';

/** What holds for every statement of a whole day of partners, staff, owners, the operator and the jobs. */

/** Statements without a known account: look-ups of an account, and reads of jobs and the operator over all accounts. */
const ACROSS_ACCOUNTS = [
  'from api_keys k join accounts a on a.id = k.account_id where k.hash = $1',
  `from imports where ${AMONG_ACCOUNTS}`,
  `from outbox where ${AMONG_ACCOUNTS}`,
  'FROM outbox OutboxMail WHERE ((OutboxMail.id = $1))',
  'FROM outbox OutboxMail WHERE ((NOT(OutboxMail.dead_at IS NULL)))',
  'FROM outbox OutboxMail WHERE ((OutboxMail.dead_at IS NULL)',
  'FROM outbox OutboxMail WHERE ((NOT(OutboxMail.sent_at IS NULL)))',
  `from automations a where ${AMONG_ACCOUNTS}`,
  'DELETE FROM sessions WHERE expires_at <',
  'DELETE FROM sessions WHERE (remembered = $1 AND last_used_at <= $2)',
  `from rotas r where ${AMONG_ACCOUNTS}`,
  'from accounts a where a.owner_email_key = $1 union select a.id, a.name from members m join accounts a on a.id = m.account_id where m.email_key = $1',
  'DELETE FROM sign_in_links WHERE expires_at <',
  'UPDATE api_keys SET revoked_at = ends_at WHERE (revoked_at IS NULL AND ends_at <=',
];

/** Aliases of rows that a statement looks up or receives, and joins with a table. */
const ROWS_OF_ACCOUNT = ['named', 'old'];

const test = appForAllTests(async () => ({ DATABASE_URL: await privateDatabase('named_accounts') }));
/** The statements of the service, without duplicates. */
let statements: readonly string[];
let tables: readonly string[];
/** The queries of its transactions. */
const sent: Query<unknown>[] = [];

beforeAll(async () => {
  const partner = await test.partner();
  const callers = { test, partner, writer: await partner.withKey('leads:write'), nextPhone: phones() };
  const spies = [
    jest.spyOn(Transaction.prototype, 'send'),
    jest.spyOn(Transaction.prototype, 'commit'),
    jest.spyOn(Database.prototype, 'write'),
  ];
  const traffic = await watchTraffic(() => wholeDay(callers));
  for (const spy of spies) {
    for (const [given] of spy.mock.calls) sent.push(...queriesOf(given as Sendable));
    spy.mockRestore();
  }
  statements = [...new Set(traffic.statements.map(({ text }) => text))];
  const named = await test.sql<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id'`,
  );
  tables = [...named.map(({ name }) => name), ...ROWS_OF_ACCOUNT];
});

const plain = (text: string): string => text.replaceAll('"', '').replaceAll(/\s+/g, ' ');
const isAcross = (text: string): boolean => ACROSS_ACCOUNTS.some((part) => plain(text).includes(part));

it('names the account for each table', () => {
  expect(statements).not.toEqual([]);
  const unnamed = statements.map((text) => [plain(text), unnamedIn(text, tables)] as const);
  expect(unnamed.filter(([text, names]) => names.length > 0 && !isAcross(text))).toEqual([]);
});

it('every statement that is allowed to name none is really sent', () => {
  const found = statements.filter((text) => unnamedIn(text, tables).length > 0).map(plain);
  expect(ACROSS_ACCOUNTS.filter((part) => !found.some((text) => text.includes(part)))).toEqual([]);
});

it('the test would find any one of these conditions missing', () => {
  const shortened = statements.filter((text) => !isAcross(text)).flatMap(withoutOne);
  expect(shortened).not.toEqual([]);
  expect(shortened.filter((text) => unnamedIn(text, tables).length === 0).map(plain)).toEqual([]);
});

/** Writes that publish nothing, with the reason. */
const SILENT: Readonly<Record<string, string>> = {
  set_copy: 'a number that no console shows; the merge around it tells of the lead',
  delete_lead: 'the merge around it tells of the lead, which leaves the lists',
  follow_handling_of_lead: 'a moment that no console shows; the activity, move or appointment tells',
  follow_handling_of_deals: 'the same',
  handle_other_deals: 'the same',
  unmark_shared_deals: 'a mark for the metrics; the merge tells',
  mark_shared_deals: 'a mark for the metrics; the new deal tells',
};

const WRITES = /\b(?:insert into|update|delete from) (leads|deals|notifications)\b/i;

it('publishes to open consoles what it changes of leads, deals or notifications', () => {
  const seen = new Map<string, string>();
  for (const { statement, change } of sent) {
    const [, table] = WRITES.exec(statement.text) ?? [];
    if (table) seen.set(statement.name ?? statement.text, change ? `${table}: ${change.kind}s` : 'silent');
  }
  const silent = [...seen].filter(([, how]) => how === 'silent').map(([name]) => name);
  expect(silent.sort()).toEqual(Object.keys(SILENT).sort());
  const wrong = [...seen].filter(([, how]) => how !== 'silent' && !/^(\w+): \1$/.test(how));
  expect(wrong).toEqual([]);
});
