import { AMONG_ACCOUNTS } from '../../src/accounts/search-accounts';
import { COORDINATOR_TABLES } from '../../src/database/cluster/distribution';
import { startApp, type TestApp } from '../support/app';
import { privateDatabase, testDatabase } from '../support/database';
import { phones } from '../support/phones';
import { wholeDay } from '../support/whole-day';
import { REPORT_COMMANDS, type RemoteTransaction, shardsOf, watchRemoteCommands } from './remote-commands';

/** Parts of the statements by which jobs and the operator search all accounts. Writes then go account by account. */
const OVER_ALL_SHARDS = [
  `from imports where ${AMONG_ACCOUNTS}`,
  `from outbox where ${AMONG_ACCOUNTS}`,
  'from outbox o where o.',
  'select account_id as accountId from outbox where id = $1',
  `from automations a where ${AMONG_ACCOUNTS}`,
  `from rotas r where ${AMONG_ACCOUNTS}`,
  `from hand_overs h where ${AMONG_ACCOUNTS}`,
  `from sources where ${AMONG_ACCOUNTS}`,
  'from backlog()',
];

/** Writes to tables of the coordinator. With rows of an account on a worker they commit in two phases. */
const TO_COORDINATOR = new RegExp(`\\b(insert into|update|delete from) "?(${COORDINATOR_TABLES.join('|')})\\b`, 'i');

/** Statements of the tests themselves. */
const OF_TESTS = ['from generate_series(1, 3)'];

let test: TestApp;
let transactions: readonly RemoteTransaction[];

beforeAll(async () => {
  const url = await privateDatabase('citus_statements');
  const before = await startApp({ DATABASE_URL: url });
  await before.sql(REPORT_COMMANDS(testDatabase('citus_statements')));
  await before.close();
  test = await startApp({ DATABASE_URL: url });
  const partner = await test.partner();
  const callers = { test, partner, writer: await partner.withKey('leads:write'), nextPhone: phones() };
  const all = await watchRemoteCommands(() => wholeDay(callers));
  transactions = all.filter(({ statements }) => !has(statements, OF_TESTS));
});
afterAll(() => test.close());

const plain = (text: string): string => text.replaceAll('"', '').replaceAll(/\s+/g, ' ');
const has = (statements: readonly string[], parts: readonly string[]): boolean =>
  statements.some((text) => parts.some((part) => plain(text).includes(part)));
const commandsOf = (transaction: RemoteTransaction) => transaction.commands.map(plain);

it('a whole day of partners, staff, owners, the operator and the jobs is seen', () => {
  expect(transactions.length).toBeGreaterThan(200);
  expect(new Set(transactions.flatMap(({ statements }) => statements)).size).toBeGreaterThan(150);
});

it('each statement of a request is one task: it goes to one shard of each table', () => {
  const wide = transactions
    .filter(({ statements }) => !has(statements, OVER_ALL_SHARDS))
    .filter((transaction) => shardsOf(transaction).size > 1);
  expect(wide.map(({ statements }) => statements.map(plain))).toEqual([]);
});

it('each search over all accounts is really sent, and goes to all shards', () => {
  const wide = transactions.filter((transaction) => shardsOf(transaction).size > 1);
  const seen = OVER_ALL_SHARDS.filter((part) => wide.some(({ statements }) => has(statements, [part])));
  expect(seen).toEqual(OVER_ALL_SHARDS);
});

it('no statement pulls rows to the coordinator, and none sends them back by COPY', () => {
  const pulled = transactions.filter((one) => commandsOf(one).some((text) => /^COPY|intermediate_result/i.test(text)));
  expect(pulled.map(({ statements }) => statements.map(plain))).toEqual([]);
});

it('a transaction takes two phases only where it writes a table of the coordinator and rows of the account', () => {
  const twoPhases = transactions.filter((one) =>
    commandsOf(one).some((text) => text.startsWith('PREPARE TRANSACTION')),
  );
  expect(twoPhases.length).toBeGreaterThan(3);
  const others = twoPhases.filter(({ statements }) => !statements.some((text) => TO_COORDINATOR.test(text)));
  expect(others.map(({ statements }) => statements.map(plain))).toEqual([]);
});

it('no request asks a worker who calls: keys, accounts and sessions are read on the coordinator', () => {
  const asked = transactions
    .flatMap(commandsOf)
    .filter((text) => new RegExp(`public\\.(${COORDINATOR_TABLES.join('|')})_\\d`).test(text));
  expect(asked).toEqual([]);
});
