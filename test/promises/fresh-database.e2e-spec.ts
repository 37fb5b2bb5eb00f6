import { DAY_MS } from '../../src/contract/durations';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Database } from '../../src/database/database';
import { startApp, type TestApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { type Execution, readersOf, sessionSettings, SILENCE, watchExecutions } from '../support/executions';
import { watchTraffic } from '../support/traffic';
import { addLeads, addPast, HELD, type Place } from '../support/many-leads';
import { shortOrLong } from '../support/long';
import { phones } from '../support/phones';
import { type Callers, wholeDay } from '../support/whole-day';

const FOREIGN_KEY = /^(SELECT 1|DELETE) FROM ONLY/;

/**
 * A database is as fast on its first day as later. Statements planned on empty tables, or without statistics, use the right index.
 * Nothing is ever analyzed here. Between indexes of equal cost PostgreSQL chooses by the order of their creation: both orders must
 * work.
 */
describe.each([
  { order: 'as they are made', isReversed: false, leads: shortOrLong(8_000, 20_000) },
  { order: 'the other way round', isReversed: true, leads: shortOrLong(5_000, 10_000) },
])('on a fresh database, with its indexes $order,', ({ isReversed, leads }) => {
  let url: string;
  let callers: Callers;
  let prepared: ReadonlyMap<string, string>;

  beforeAll(async () => {
    url = await privateDatabase(isReversed ? 'fresh_reversed' : 'fresh');
    await neverAnalyze(url, isReversed);
    const test = await start(url, 'force_generic_plan');
    const partner = await test.partner();
    callers = { test, partner, writer: await partner.withKey('leads:write'), nextPhone: phones() };
    const { statements } = await watchTraffic(() => wholeDay(callers));
    prepared = new Map(statements.flatMap(({ name, text }) => (name ? [[text, name]] : [])));
    const place = await placeOf(callers);
    await addLeads(test, place, { count: leads, since: new Date(Date.now() - 36 * DAY_MS).toISOString() });
    await addPast(test, place, leads);
  });
  afterAll(() => callers?.test.close());

  it('statements that were prepared on empty tables, and checks of foreign keys, read only what they need of full tables', async () => {
    const executions = await watchExecutions(() => wholeDay(callers));
    const ofInterest = executions.filter(({ text }) => prepared.has(text) || FOREIGN_KEY.test(text));
    expect(excessesOf(ofInterest, leads)).toEqual([]);
  });

  it('statements that are planned on full tables without statistics read only what they need', async () => {
    const test = await start(url, 'auto');
    try {
      const executions = await watchExecutions(() => wholeDay({ ...callers, test }));
      expect(excessesOf(executions, leads)).toEqual([]);
    } finally {
      await test.close();
    }
  });

  it('these are all named statements', () => {
    // The name of a statement for a number of rows ends in that number.
    const names = [...prepared.values()].map((name) => name.replace(/_\d+$/, ''));
    // This service has no mail server.
    expect(namesInSource().filter((name) => !names.includes(name))).toEqual([
      // No lead is old enough.
      'move_rota',
      'hold_mail',
      'hand_over_mail',
      'mark_mail_sent',
    ]);
  });
});

/** Switches autovacuum off for every table. `isReversed` makes the indexes again in the opposite order. */
async function neverAnalyze(url: string, isReversed: boolean): Promise<void> {
  const test = await startApp({ DATABASE_URL: url });
  const relations = await test.sql<{ name: string; kind: 'r' | 'i' }>(
    `select relname as name, relkind as kind from pg_class
     where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace order by oid desc`,
  );
  for (const { name, kind } of relations) {
    if (kind === 'r') await test.sql(`alter table ${name} set (autovacuum_enabled = off)`);
    else if (isReversed) await test.sql(`reindex index concurrently "${name}"`);
  }
  await test.close();
}

/** Starts the service with one new session for reads and one for writes. A session keeps its plans. */
async function start(url: string, planCacheMode: 'auto' | 'force_generic_plan'): Promise<TestApp> {
  const before = await startApp({ DATABASE_URL: url });
  for (const setting of sessionSettings(new URL(url).pathname.slice(1), planCacheMode)) await before.sql(setting);
  await before.close();
  const test = await startApp({ DATABASE_URL: url });
  await test.sql(SILENCE);
  const database = test.app.get(Database);
  const { driver } = test.app.get(DataSource);
  for (const pool of [Reflect.get(database, 'reads'), Reflect.get(driver, 'master')] as Pool[]) pool.options.max = 1;
  return test;
}

async function placeOf({ partner }: Callers): Promise<Place> {
  const [pipeline] = (await partner.api.get<{ id: string }[]>('/pipelines')).data;
  return { accountId: partner.accountId, pipelineId: pipeline?.id ?? '', stageId: (await partner.stages()).Novo ?? '' };
}

/** Statements that must read more rows than they find, even with statistics, and how many more. */
const MORE: readonly (readonly [what: RegExp, rows: (leads: number) => number])[] = [
  // The first insert of a session reads the catalogue of each index too, which is 140 pages for a deal.
  [/^\s*insert into/i, () => 50],
  // Counts.
  [/\bcount\(/, (leads) => 4 * leads],
  // Lists and searches read all held submissions of an account, which are few.
  [/held_submissions/, () => 5 * HELD],
  [/automation_runs r/, (leads) => 2 * leads],
  // The ledger of a person is searched day by day, for the 36 days of the account.
  [/generate_series\(0, d\.last - d\.first\)/, () => 36],
  // Listing or changing pipelines reads all stages and rules of the account.
  [/'isScheduling', s.is_scheduling|delete from stages|automations/, () => 5_000],
  // A page of imports counts their rows, up to 20,000 of one.
  [/'file_name', i\.file_name/, () => 20_000],
  // An import is deleted with all its rows.
  [/delete from import_rows/, () => 200],
  // Deletes the rows of the previous hour, once an hour.
  [/DELETE FROM "sign_in_requests" WHERE .*"requested_at"/, () => 2_000],
  // Waiting work of all accounts is counted up to a bound. The first call also compiles the function.
  [/backlog\(\)/, () => 1_000],
  // A page of the owner's list reads up to 2,000 leads and a few keys of each. Without statistics it may walk all deals.
  [/found as materialized/, (leads) => 12_000 + 4 * leads],
  // A member's notifications are searched among the newest thousand of the account.
  [/notifications s\s+where s\.account_id/, (leads) => 3_000 + 2 * leads],
  // A batch of a thousand marks, each with its foreign key.
  [/insert into notification_reads/, () => 5_000],
  // The data of a member, which is rarely handed out or emptied, without statistics.
  [/'responsible_for'/, (leads) => 10 * leads],
  [/o\.recipient from outbox|delete from outbox where account_id = \$1 and recipient/, (leads) => leads],
  [/delete from sign_in_requests where id in/, () => 2_000],
  // A page of the partner's list is one row with up to fifty leads.
  [/with k as materialized/, () => 1_000],
  // The operator lists the mails of all accounts.
  [/from "?outbox/i, (leads) => leads],
];

/** Returns executions that read too much. The bound is a small constant plus some rows or pages per row found. */
const excessesOf = (executions: readonly Execution[], leads: number): string[] =>
  executions
    .filter(({ text, rows, buffers, examined }) => {
      const more = MORE.reduce((sum, [what, count]) => (what.test(text) ? sum + count(leads) : sum), 0);
      return buffers > 100 + 40 * rows + 2 * more || examined > 250 + 40 * rows + more;
    })
    .map(({ text, rows, buffers, examined, plan }) => {
      const readers = readersOf(plan).join('; ');
      return `${rows} rows by ${examined} and ${buffers} pages: ${text.replaceAll(/\s+/g, ' ').slice(0, 150)} → ${readers}`;
    });

function namesInSource(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /(?<!\.spec)\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join('src', file), 'utf8');
      return [...text.matchAll(/\b(?:prepared|leadUpdate|insertEach|readerTogether)\(\s*'(\w+)'/g)].map(
        ([, name]) => name ?? '',
      );
    });
}
