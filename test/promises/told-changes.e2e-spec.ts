import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../src/database/database';
import { type Query, queriesOf, type Sendable } from '../../src/database/query';
import { Transaction } from '../../src/database/transaction';
import { appForAllTests } from '../support/app';
import { privateDatabase } from '../support/database';
import { phones } from '../support/phones';
import { wholeDay } from '../support/whole-day';

/** Every statement that changes leads, deals or notifications publishes the change to open consoles. */

const test = appForAllTests(async () => ({ DATABASE_URL: await privateDatabase('told_changes') }));

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

/** Returns every query of a whole day. */
async function sentQueries(): Promise<Query<unknown>[]> {
  const sent: Query<unknown>[] = [];
  const spies = [
    jest.spyOn(Transaction.prototype, 'send'),
    jest.spyOn(Transaction.prototype, 'commit'),
    jest.spyOn(Database.prototype, 'write'),
  ];
  const partner = await test.partner();
  await wholeDay({ test, partner, writer: await partner.withKey('leads:write'), nextPhone: phones() });
  for (const spy of spies) {
    for (const [given] of spy.mock.calls) sent.push(...queriesOf(given as Sendable));
    spy.mockRestore();
  }
  return sent;
}

it('every statement of a whole day that writes leads, deals or notifications tells of that kind', async () => {
  const sent = await sentQueries();
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

it('no entity writes them past the queries', () => {
  const WRITE = /\.(?:insert|update|delete|upsert|save)\((?:Lead|Deal|Notification)\b/;
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.filter((file) => WRITE.test(readFileSync(join('src', file), 'utf8')))).toEqual([]);
});
