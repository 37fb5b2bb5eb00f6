import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { DAY_MS } from '../../src/contract/durations';
import { Database } from '../../src/database/database';
import { startApp, type TestApp } from './app';
import { privateDatabase } from './database';
import { type Execution, readersOf, sessionSettings, SILENCE, watchExecutions } from './executions';
import { addLeads, addPast, HELD, HELD_DELIVERIES, type Place } from './many-leads';
import { phones } from './phones';
import { watchTraffic } from './traffic';
import type { Callers } from './day-callers';
import { wholeDay } from './whole-day';

const FOREIGN_KEY = /^(SELECT 1|DELETE) FROM ONLY/;

export interface Fresh {
  readonly url: string;
  readonly callers: Callers;
  readonly leads: number;
}

export interface FreshAndPrepared extends Fresh {
  /** The texts of the statements that were prepared on empty tables. */
  readonly prepared: ReadonlySet<string>;
}

interface Amounts {
  readonly leads: number;
  readonly accounts?: number;
  readonly isReversed?: boolean;
}

/**
 * Makes a database with full tables, of which nothing is ever analyzed. Between indexes of equal cost PostgreSQL chooses by the order
 * of their creation, which can be reversed.
 */
export async function freshDatabase(name: string, amounts: Amounts): Promise<Fresh> {
  const url = await privateDatabase(name);
  await neverAnalyze(url, amounts.isReversed);
  const callers = await callersOf(await start(url, 'force_generic_plan'));
  await fill(callers, amounts);
  return { url, callers, leads: amounts.leads };
}

/** Makes such a database with a service that has prepared its statements while the tables were empty. */
export async function preparedDatabase(name: string, amounts: Amounts): Promise<FreshAndPrepared> {
  const url = await privateDatabase(name);
  await neverAnalyze(url, amounts.isReversed);
  const callers = await callersOf(await start(url, 'force_generic_plan'));
  const { statements } = await watchTraffic(() => wholeDay(callers));
  const prepared = new Set(statements.filter((one) => one.name).map(({ text }) => text));
  await fill(callers, amounts);
  return { url, callers, prepared, leads: amounts.leads };
}

/** Returns the executions of a day. `watch` may watch it in its own way. */
export const watchDay = (
  { callers }: Fresh,
  watch = (day: () => Promise<unknown>): Promise<unknown> => day(),
): Promise<Execution[]> => watchExecutions(() => watch(() => wholeDay(callers)));

/** Returns what the prepared statements, and the checks of foreign keys, read too much. */
export async function excessesOfPrepared(fresh: FreshAndPrepared): Promise<string[]> {
  const isOfInterest = ({ text }: Execution): boolean => fresh.prepared.has(text) || FOREIGN_KEY.test(text);
  return excessesOf((await watchDay(fresh)).filter(isOfInterest), fresh.leads);
}

/** Returns what the statements of a new session read too much, which it plans on full tables. */
export async function excessesOfPlanned({ url, callers, leads }: Fresh): Promise<string[]> {
  const test = await start(url, 'auto');
  try {
    return excessesOf(await watchDay({ url, callers: { ...callers, test }, leads }), leads);
  } finally {
    await test.close();
  }
}

async function callersOf(test: TestApp): Promise<Callers> {
  const partner = await test.partner();
  return { test, partner, writer: await partner.withKey('leads:write'), nextPhone: phones() };
}

async function fill(callers: Callers, { leads, accounts }: Amounts): Promise<void> {
  const place = await placeOf(callers);
  await addLeads(callers.test, place, { count: leads, since: new Date(Date.now() - 36 * DAY_MS).toISOString() });
  await addPast(callers.test, place, leads, accounts);
}

/** Switches autovacuum off for every table. `isReversed` makes the indexes again in the opposite order. */
async function neverAnalyze(url: string, isReversed = false): Promise<void> {
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
  // A session's first insert reads the catalogue of each index too, which is 140 pages for a deal. So does an update whose page is full.
  [/^\s*(?:insert into|update)/i, () => 50],
  // A session's first search of words reads the catalogue of its configuration, which is 100 pages.
  [/to_tsquery\('simple'/, () => 100],
  // A new connection for readiness reads the catalogue of each table that the service writes, which is 9 pages a table.
  [/has_table_privilege/, () => 200],
  // Suggestions look at up to 200 tags, and whether a lead has each.
  [/select from lead_tags lt/, () => 200],
  // Counts.
  [/\bcount\(/, (leads) => 4 * leads],
  // Lists and searches read all held submissions of an account, which are few.
  [/held_submissions/, () => 5 * HELD],
  // Old deliveries are emptied once a day, and with their person; without statistics, all of the account are looked at.
  [/(?:update|delete from) deliveries d\b[^]*between [no]\.id and/, (leads) => 4 * leads],
  // A merge and an erasure look at all submissions of the account, without statistics.
  [/update submissions s set/, (leads) => 2 * leads],
  // Reading again looks at all held deliveries of the account, which are few.
  [/d\.source_id = \$2 and d\.settled_at is null and d\.result = 'held'/, () => 2 * HELD_DELIVERIES],
  // The digits of all deliveries that wait are searched for a phone, and those of thirty days ago are looked at once a day.
  [/w\.digits like|result = 'spam'\s+and received_at/, () => 2 * HELD_DELIVERIES],
  [/automation_runs r/, (leads) => 2 * leads],
  // The ledger of a person is searched day by day, for the 36 days of the account.
  [/generate_series\(0, d\.last - d\.first\)/, () => 36],
  // Listing or changing pipelines reads all stages and rules of the account; figures look for its stages of a kind.
  [/'is_?lost', s.is_lost|delete from stages|automations|canSchedule/i, () => 5_000],
  // A page of appointments looks at up to 2,000. Without statistics all of the period are sorted for them.
  [/"isWanted", a\.nth/, (leads) => 2 * leads],
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
  [/'responsible_for'|"isFull"[^]*r\.(member_id|recipient) = /, (leads) => 10 * leads],
  [/o\.recipient from outbox|delete from outbox where account_id = \$1 and recipient/, (leads) => leads],
  [/delete from sign_in_requests where id in/, () => 2_000],
  // A page of the partner's list is one row with up to fifty leads.
  [/with k as materialized/, () => 1_000],
  // A page of duplicates is one row with up to fifty people and their leads.
  [/'group', \(select/, () => 1_000],
  // The job for ended deals reads the deals of a hundred leads at a time, or a bitmap of all while they are few.
  [/insert into closings/, (leads) => 3 * leads],
  // The operator lists the mails of all accounts.
  [/from "?outbox/i, (leads) => leads],
];

/** Returns executions that read too much. The bound is a small constant plus some rows or pages per row found. */
export const excessesOf = (executions: readonly Execution[], leads: number): string[] =>
  executions
    .filter(({ text, rows, buffers, examined }) => {
      const more = MORE.reduce((sum, [what, count]) => (what.test(text) ? sum + count(leads) : sum), 0);
      return buffers > 100 + 40 * rows + 2 * more || examined > 250 + 40 * rows + more;
    })
    .map(({ text, rows, buffers, examined, plan }) => {
      const readers = readersOf(plan).join('; ');
      return `${rows} rows by ${examined} and ${buffers} pages: ${text.replaceAll(/\s+/g, ' ').slice(0, 150)} → ${readers}`;
    });
