import { existsSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { WRONG_LIST_ENTRIES } from '../../test/support/list-entries';

/** Answers to the load. The database must agree with them. */
export interface Told {
  readonly acknowledged: string;
  readonly erased: string;
  /** Numbers of held submissions, erased people, imported rows and delivered mails. */
  readonly held: number;
  readonly erasures: number;
  readonly imported: number;
  readonly mails: number;
}

export interface Check {
  readonly what: string;
  readonly looked: number;
  /** Number of wrong rows. */
  readonly wrong: number;
}

const LINES = 20_000;

const LOST = `
  select count(*) as looked, count(*) filter (where s.id is null) as wrong
  from (select account_id, external_id from told_acknowledged except select account_id, external_id from told_erased) a
  left join submissions s on s.account_id = a.account_id and s.external_id = a.external_id`;

const KEPT = `
  select count(*) as looked, count(s.id) as wrong
  from told_erased e left join submissions s on s.account_id = e.account_id and s.external_id = e.external_id`;

/** Returns the difference between a count and the answers to the load. */
const counted = (told: string, from: string): string =>
  `select ${told}::bigint as looked, abs(${told}::bigint - count(*)) as wrong from ${from}`;

/** Checks that all acknowledged data is in the database, and no other. */
export async function check(sql: Client, told: Told): Promise<Check[]> {
  await load(sql, 'told_acknowledged', told.acknowledged);
  await load(sql, 'told_erased', told.erased);
  const ask = async (what: string, text: string, values: unknown[] = []): Promise<Check> => {
    const [row] = (await sql.query<{ looked: string; wrong: string }>(text, values)).rows;
    return { what, looked: Number(row?.looked), wrong: Number(row?.wrong) };
  };
  return [
    await ask('acknowledged submissions that are not in the ledger', LOST),
    await ask('submissions of erased people that still are', KEPT),
    await ask('held submissions, told and stored', counted('$1', 'held_submissions'), [told.held]),
    await ask(
      'erased people, told and in the audit trail',
      counted('$1', `audit_entries where action = 'person.erased'`),
      [told.erasures],
    ),
    await ask(
      'rows of imports, sent and applied',
      counted('$1', `import_rows where result in ('created', 'updated')`),
      [told.imported],
    ),
    await ask('mails, arrived and marked as sent', counted('$1', 'outbox where sent_at is not null'), [told.mails]),
    await ask('mails that were given up', `select count(*) as looked, count(dead_at) as wrong from outbox`),
    await wrongEntries(sql),
  ];
}

/** Counts list entries that differ from their leads, also in their time. */
async function wrongEntries(sql: Client): Promise<Check> {
  const accounts = (await sql.query<{ id: string }>('select id from accounts')).rows;
  let wrong = 0;
  for (const { id } of accounts) wrong += (await sql.query(WRONG_LIST_ENTRIES, [[id]])).rows.length;
  const [all] = (await sql.query<{ n: string }>('select count(*) as n from list_entries')).rows;
  return { what: 'entries of lists that are missing, too many, or not at updated_at', looked: Number(all?.n), wrong };
}

async function load(sql: Client, table: string, file: string): Promise<void> {
  await sql.query(`create temp table ${table} (account_id uuid, external_id text)`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  for (let start = 0; start < lines.length; start += LINES) {
    const cells = lines.slice(start, start + LINES).map((line) => line.split(','));
    await sql.query(`insert into ${table} select * from unnest($1::uuid[], $2::text[])`, [
      cells.map(([account]) => account),
      cells.map(([, externalId]) => externalId),
    ]);
  }
  await sql.query(`analyze ${table}`);
}
