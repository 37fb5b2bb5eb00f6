import { access, constants, link, open, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { SECOND_MS } from '../contract/durations';
import { LOCK_NOT_AVAILABLE, sqlState, TRANSIENT } from '../database/errors';
import { listAccountTables, type Table } from '../database/schema/account-tables';
import { misused, rowsLine } from './command';

/** Rows that one transaction deletes. */
const BATCH = 1_000;
/** Milliseconds after the close for requests and batches of jobs that were let in before it. */
export const DRAIN_MS = 15 * SECOND_MS;
const MAX_ATTEMPTS = 6;

interface AccountEnd {
  readonly accountId: string;
  /** Ends it before its day, and also when it is not closed: the account with this name. */
  readonly now?: { readonly name: string } | undefined;
  /** File for everything of the account, written before anything is deleted. */
  readonly exportTo?: string | undefined;
  readonly onLine: (line: string) => void;
}

/**
 * Deletes all rows of a closed account, and leaves its id and the moment in `ended_accounts`. The role must own the tables: the service's
 * may not delete the audit trail. It may be killed at any moment, and runs again. Deletes in small transactions, children before
 * parents; the last one deletes the row of `accounts` when its lock shows that every table is empty.
 */
export async function endAccount(client: Client, end: AccountEnd): Promise<void> {
  const { accountId, exportTo, onLine } = end;
  await requireOwner(client);
  await client.query(`set lock_timeout = '10s'`);
  const tables = await listAccountTables(client);
  if (exportTo) await requireWritable(exportTo);
  const drain = await inTransaction(client, () => markEnded(client, end));
  if (drain > 0) onLine('The account is closed. Waiting for the requests that were let in before.');
  await sleep(drain);
  if (exportTo) {
    await exportAccount(client, tables, accountId, exportTo).catch((cause: unknown) => {
      throw new Error(`--export: ${(cause as Error).message}. ${ENDED_WITHOUT_FILE}`, { cause });
    });
    onLine(`Written: ${exportTo}`);
  }
  await inTransaction(client, () => beginEmptying(client, accountId));
  const rows = new Map<string, number>();
  do await emptyTables(client, tables, accountId, rows);
  while (!(await inTransaction(client, () => deleteWhenEmpty(client, tables, accountId))));
  // On many machines no key to accounts keeps a late row out.
  await emptyTables(client, tables, accountId, rows);
  for (const [name, count] of rows) onLine(rowsLine(name, count));
  onLine(`Nothing is left of the account ${accountId} but the row of ended_accounts.`);
}

async function requireOwner(client: Client): Promise<void> {
  const { rows } = await client.query<{ role: string; isOwner: boolean }>(
    `select current_user as role, pg_has_role(c.relowner, 'usage') as "isOwner" from pg_class c where c.oid = to_regclass('public.ended_accounts')`,
  );
  const [found] = rows;
  if (!found) throw new Error('DATABASE_URL: the database is not of this release: run npm run migrate first.');
  if (!found.isOwner)
    throw new Error(
      `DATABASE_URL names the role ${found.role}, which may not delete everything: use entrada_owner (docs/operations.md, "Roles").`,
    );
}

interface FoundAccount {
  readonly name: string;
  readonly closesAt: Date | null;
  readonly endedAt: Date | null;
  readonly now: Date;
}

/** From its commit on the account cannot be restored. Returns the milliseconds until nothing that was let in before still runs. */
async function markEnded(client: Client, { accountId, now, exportTo }: AccountEnd): Promise<number> {
  const { rows } = await client.query<FoundAccount>(
    `select name, closes_at as "closesAt", ended_at as "endedAt", date_trunc('milliseconds', clock_timestamp()) as now
     from accounts where id = $1 for update`,
    [accountId],
  );
  const [account] = rows;
  const { rowCount } = await client.query('select from ended_accounts where id = $1', [accountId]);
  const isBeingEmptied = rowCount !== 0;
  if (!account && !isBeingEmptied) throw new Error(`There is no account ${accountId}.`);
  if (exportTo && isBeingEmptied)
    throw new Error('--export: rows of the account are deleted already, so the file would not have everything.');
  if (!account) return 0;
  if (!account.endedAt) expectDue(account, now);
  const closedAt = account.closesAt && account.closesAt < account.now ? account.closesAt : account.now;
  await client.query('update accounts set closes_at = $2, ended_at = coalesce(ended_at, $3) where id = $1', [
    accountId,
    closedAt,
    account.now,
  ]);
  return Math.max(0, Number(closedAt) + DRAIN_MS - Number(account.now));
}

/** Throws unless the account may be emptied by now. */
function expectDue(account: FoundAccount, now: AccountEnd['now']): void {
  if (now) {
    if (now.name !== account.name) misused(`--name is not the name of the account.`);
    return;
  }
  if (!account.closesAt)
    throw new Error(
      'The account is not closed: close it with POST /admin/v1/accounts/{id}/close, or end it at once with --now.',
    );
  if (account.closesAt > account.now)
    throw new Error(
      `The account can be restored until ${account.closesAt.toISOString()}: run this then, or end it at once with --now.`,
    );
}

const ENDED_WITHOUT_FILE = 'Nothing is deleted, but the account cannot be restored: run this again with another file.';

/** Throws before the account ends when the file could not be written. Writes nothing. */
async function requireWritable(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK).catch((cause: unknown) => {
    throw new Error(`--export: ${(cause as Error).message}`, { cause });
  });
}

/** Writes one line of JSON for each row. The file has its name only when it is whole and on the disk. */
async function exportAccount(client: Client, tables: readonly Table[], accountId: string, path: string): Promise<void> {
  const part = `${path}.part`;
  // What an interrupted run left may have another mode.
  await rm(part, { force: true });
  const file = await open(part, 'wx', 0o600);
  try {
    await client.query('begin isolation level repeatable read, read only');
    const account = { name: 'accounts', key: 'id' };
    for (const { name, key } of [account, ...tables.map((table) => ({ name: table.name, key: 'account_id' }))]) {
      // JSON has no control characters in its texts, so no line is quoted. Line breaks around values are blanks to JSON.
      const line = `translate(json_build_object('table', ${client.escapeLiteral(name)}, 'row', t)::text, e'\\n\\r', '  ')`;
      const rows = `select ${line} from ${name} t where t.${key} = ${client.escapeLiteral(accountId)}`;
      const copied = client.query(to(`copy (${rows}) to stdout with (format csv, quote e'\\x01', delimiter e'\\x02')`));
      await writeFile(file, copied);
    }
    await client.query('commit');
    await file.sync();
    // Unlike a renaming, this replaces no file.
    await link(part, path);
  } finally {
    await file.close();
    await rm(part, { force: true });
  }
  const folder = await open(dirname(path));
  await folder.sync().finally(() => folder.close());
}

/**
 * From its commit on `npm run move-account`, which checks under the same lock, does not open the account. Throws when it has opened it
 * before.
 */
async function beginEmptying(client: Client, accountId: string): Promise<void> {
  const { rows } = await client.query<{ isOpen: boolean }>(
    'select ended_at is null as "isOpen" from accounts where id = $1 for update',
    [accountId],
  );
  if (rows[0]?.isOpen) throw new Error('The account was moved here meanwhile, and is open.');
  await client.query(
    `insert into ended_accounts (id, ended_at) values ($1, date_trunc('milliseconds', clock_timestamp())) on conflict do nothing`,
    [accountId],
  );
}

async function emptyTables(
  client: Client,
  tables: readonly Table[],
  accountId: string,
  rows: Map<string, number>,
): Promise<void> {
  await forgetInOthers(client, accountId);
  for (const { name, primaryKey } of tables.toReversed())
    for await (const count of batchesOf(client, { name, key: primaryKey.slice(1), accountId }))
      rows.set(name, (rows.get(name) ?? 0) + count);
}

/** Deletes the rows in the order of the primary key, which begins with the account: a scan from the start would read deleted ones again. */
async function* batchesOf(
  client: Client,
  { name, key, accountId }: { readonly name: string; readonly key: readonly string[]; readonly accountId: string },
): AsyncGenerator<number> {
  const columns = key.join(', ');
  const placeholders = (first: number): string => key.map((_, index) => `$${first + index}`).join(', ');
  let after: readonly string[] = [];
  for (let end: readonly string[] | undefined = []; end;) {
    const isAfter: string = after.length > 0 ? `and (${columns}) > (${placeholders(2)})` : '';
    const from = `from ${name} where account_id = $1 ${isAfter}`;
    const last: string[][] = (
      await client.query<string[], string[]>({
        text: `select ${key.map((column) => `${column}::text`).join(', ')} ${from} order by ${columns} offset ${BATCH - 1} limit 1`,
        values: [accountId, ...after],
        rowMode: 'array',
      })
    ).rows;
    end = last[0];
    const until: string = end ? `and (${columns}) <= (${placeholders(2 + after.length)})` : '';
    const values = [accountId, ...after, ...(end ?? [])];
    const { rowCount } = await retried(() => client.query(`delete ${from} ${until}`, values));
    if (rowCount) yield rowCount;
    after = end ?? [];
  }
}

/** A sign-in mail of another account names each account of its reader. */
async function forgetInOthers(client: Client, accountId: string): Promise<void> {
  const { rows } = await client.query<{ account_id: string; id: string }>(
    `select account_id, id from outbox where kind = 'sign_in_link' and account_id <> $1
       and params @> jsonb_build_object('links', jsonb_build_array(jsonb_build_object('account_id', $2::text)))`,
    [accountId, accountId],
  );
  for (const { account_id, id } of rows)
    await retried(() =>
      client.query(
        `update outbox set params = jsonb_set(params, '{links}',
           jsonb_path_query_array(params, '$.links[*] ? (@.account_id != $id)', jsonb_build_object('id', $3::text)))
         where account_id = $1 and id = $2`,
        [account_id, id, accountId],
      ),
    );
}

/** Returns whether the row of the account is gone. A late row in another table is found under the lock, for which its writer waits. */
async function deleteWhenEmpty(client: Client, tables: readonly Table[], accountId: string): Promise<boolean> {
  await client.query('select from accounts where id = $1 for update', [accountId]);
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${name} where account_id = $1 limit 1`, [accountId]);
    if (rowCount !== 0) return false;
  }
  await client.query('delete from accounts where id = $1', [accountId]);
  return true;
}

/** Commits when the work returns, rolls back when it throws; runs as `retried`. */
const inTransaction = <T>(client: Client, work: () => Promise<T>): Promise<T> =>
  retried(async () => {
    await client.query('begin');
    try {
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  });

/** Runs it again when a transaction of the service was in its way. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const mayPass = [...TRANSIENT, LOCK_NOT_AVAILABLE].includes(sqlState(error) ?? '');
      if (!mayPass || attempt === MAX_ATTEMPTS) throw error;
      await sleep(attempt * SECOND_MS);
    }
  }
}
