import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { jobActor } from '../accounts/actor';
import { recordAudit } from '../audit/audit.queries';
import { DAY_MS } from '../contract/durations';
import { RESTORABLE_DAYS } from '../contract/limits';
import { sqlState } from '../database/errors';
import { commonRows, copyRows, requireSameShape } from '../database/move/moved-rows';
import { type Address, begin, betweenSides } from '../database/move/sides';
import { listAccountTables, listAllTables, type Table } from '../database/schema/account-tables';
import { migrationStatus } from '../database/schema/migrations';
import { rowsLine } from './command';
import { DRAIN_MS } from './end-account';

/** Who repeats erasures and opens the account, in its audit trail. */
export const MOVER = jobActor('move-account');

/**
 * `closes_at` of an account that is moved but not open. It has `ended_at` too, so that nothing but this command and the end of the account
 * finds it.
 */
const UNFINISHED = '1970-01-01T00:00:00.000Z';

interface AccountMove {
  readonly accountId: string;
  readonly from: Address;
  readonly to: Address;
  /** Whether the caller has said what was erased after a backup, if anything. */
  readonly hasErasures: boolean;
  /** Reads from the source what is to be done on the target before the account opens. */
  readonly prepare: (source: Client) => Promise<(target: Client) => Promise<void>>;
  readonly onLine: (line: string) => void;
}

/**
 * Copies an account to another database with the schema of this release, and opens it there. Only reads the source, where the account is
 * closed, or nobody else is connected: a restored backup. One transaction copies all rows and compares them; until the last transaction
 * the account is unknown to all routes. A stopped move runs again from the start.
 */
export async function moveAccount(move: AccountMove): Promise<void> {
  const { accountId, from, to, onLine } = move;
  for (const side of [from, to]) await requireThisRelease(side);
  await betweenSides(from, to, async (source, target) => {
    const found = await findSource(source, accountId);
    await waitForRequests(found, onLine);
    await begin(source, 'isolation level repeatable read, read only');
    await begin(target);
    const endedAt = await prepareTarget(source, target, accountId);
    const isBackup = !found.closesAt || (await isOlder(source, accountId, endedAt));
    if (isBackup && !move.hasErasures) throw new Error(IS_BACKUP);
    const finish = await move.prepare(source);
    await copyAccount(source, target, move, endedAt);
    await source.query('commit');
    await finish(target);
    if (found.closesAt && !(await findSource(source, accountId)).closesAt)
      throw new Error('--from: the account was restored meanwhile. Close it, and run this again.');
    await openAccount(target, accountId, isBackup);
    onLine(
      `The account is open at --to.${found.closesAt ? ' End it at --from: npm run close-account -- --account ' + accountId : ''}`,
    );
  });
}

const IS_BACKUP =
  '--from: this is a backup of the account. Name the file that `npm run close-account -- --export` wrote of its last state in --erasures: ' +
  'who was erased after the backup is erased again. Without such a file: --erasures none.';

async function requireThisRelease({ name, url }: Address): Promise<void> {
  const { pending, unknown } = await migrationStatus(url);
  if (unknown.length > 0) throw new Error(`${name}: the database is of a later release: use that one on both sides.`);
  if (pending.length > 0) throw new Error(`${name}: the database is of an earlier release: run npm run migrate there.`);
}

interface SourceAccount {
  readonly closesAt: Date | null;
  readonly now: Date;
}

/** Throws when the account is unknown, is being deleted, or may be changed meanwhile. */
async function findSource(source: Client, accountId: string): Promise<SourceAccount> {
  const { rows } = await source.query<SourceAccount & { endedAt: Date | null; others: number }>(
    `select closes_at as "closesAt", ended_at as "endedAt", clock_timestamp() as now,
            (select count(*)::int from pg_stat_activity s join pg_roles r on r.oid = s.usesysid
             where s.datname = current_database() and s.pid <> pg_backend_pid() and not r.rolsuper
               and (s.usename <> current_user or s.application_name = 'entrada service')) as others
     from public.accounts where id = $1`,
    [accountId],
  );
  const [found] = rows;
  if (!found) throw new Error(`--from: there is no account ${accountId}.`);
  if (found.endedAt) throw new Error('--from: the account is being deleted there.');
  if (!found.closesAt && found.others > 0)
    throw new Error(
      '--from: the account is open, and others are connected to the database (pg_stat_activity). Close it: POST /admin/v1/accounts/{id}/close.',
    );
  return found;
}

/** Requests that were let in before the account was closed may still write. */
async function waitForRequests({ closesAt, now }: SourceAccount, onLine: AccountMove['onLine']): Promise<void> {
  if (!closesAt) return;
  const rest = Number(closesAt) - RESTORABLE_DAYS * DAY_MS + DRAIN_MS - Number(now);
  if (rest <= 0) return;
  onLine('Waiting for the requests that were let in before the account was closed.');
  await sleep(rest);
}

/**
 * Makes sure that the target has no row of the account; deletes what a stopped move left. Returns when the account ended at the target; a
 * date of long ago if it never did.
 */
async function prepareTarget(source: Client, target: Client, accountId: string): Promise<Date> {
  const tables = await listAccountTables(target);
  requireSameShape(await listAllTables(source), await listAllTables(target));
  const { rows } = await target.query<{ isUnfinished: boolean | null; endedAt: Date | null }>(
    'select closes_at = $2 and ended_at is not null as "isUnfinished", ended_at as "endedAt" from accounts where id = $1 for update',
    [accountId, UNFINISHED],
  );
  const [present] = rows;
  const ended = await target.query<{ endedAt: Date }>(
    'select ended_at as "endedAt" from ended_accounts where id = $1 for update',
    [accountId],
  );
  if (present && (present.isUnfinished !== true || ended.rows.length > 0))
    throw new Error(present.endedAt ? IS_ENDING : '--to: the account is there already, and nothing was changed.');
  if (present) await deleteRows(target, tables, accountId);
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await target.query(`select from ${name} where account_id = $1 limit 1`, [accountId]);
    if (rowCount !== 0) filled.push(name);
  }
  if (filled.length > 0) throw new Error(`--to: there are rows of the account already: ${filled.join(', ')}`);
  await target.query('delete from ended_accounts where id = $1', [accountId]);
  return ended.rows[0]?.endedAt ?? present?.endedAt ?? new Date(UNFINISHED);
}

/** Whether nothing was done in the account at the source after this moment. */
async function isOlder(source: Client, accountId: string, moment: Date): Promise<boolean> {
  const { rowCount } = await source.query('select from audit_entries where account_id = $1 and at >= $2 limit 1', [
    accountId,
    moment,
  ]);
  return rowCount === 0;
}

const IS_ENDING = '--to: the account is being deleted there. Run `npm run close-account` to its end first.';

async function deleteRows(target: Client, tables: readonly Table[], accountId: string): Promise<void> {
  for (const { name } of tables.toReversed())
    await target.query(`delete from ${name} where account_id = $1`, [accountId]);
  await target.query('delete from accounts where id = $1', [accountId]);
}

/** Columns that say whether the account is closed. */
const STATE = ['closes_at', 'ended_at'];
const UNIQUE_VIOLATION = '23505';

async function copyAccount(
  source: Client,
  target: Client,
  { accountId, onLine }: AccountMove,
  endedAt: Date,
): Promise<void> {
  let [count, total] = [0, 0];
  for (const { table, where } of await movedTables(source, accountId)) {
    await copyRows(source, target, table, where).catch((cause: unknown) => {
      if (sqlState(cause) !== UNIQUE_VIOLATION) throw cause;
      const { constraint } = cause as { constraint?: string };
      throw new Error(`--to: there is such a row already, perhaps of another account (${constraint})`, { cause });
    });
    if (table.name === 'accounts')
      await target.query('update accounts set closes_at = $2, ended_at = $3 where id = $1', [
        accountId,
        UNFINISHED,
        endedAt,
      ]);
    const rows = await commonRows(source, target, table, where);
    if (!rows) throw new Error(`${table.name} is not the same on both sides.`);
    count += 1;
    total += Number(rows);
    onLine(rowsLine(table.name, rows));
  }
  await target.query('commit');
  onLine(`Copied ${total} rows of ${count} tables, counted and compared on both sides.`);
}

/** The row of the account, and its rows in every table, with SQL that finds them; referenced ones first. */
async function movedTables(source: Client, accountId: string) {
  const id = source.escapeLiteral(accountId);
  const accounts = (await listAllTables(source)).filter(({ name }) => name === 'accounts').map(withoutState);
  const tables = await listAccountTables(source);
  return [
    ...accounts.map((table) => ({ table, where: `where id = ${id}` })),
    ...tables.map((table) => ({ table, where: `where account_id = ${id}` })),
  ];
}

const withoutState = (table: Table): Table => ({
  ...table,
  columns: table.columns.filter((column) => !STATE.includes(column)),
  stored: table.stored.filter((column) => !STATE.includes(column)),
});

/** Mails that waited in a backup were sent, or given up, since. */
async function openAccount(target: Client, accountId: string, isBackup: boolean): Promise<void> {
  await begin(target);
  const { rowCount } = await target.query(
    `update accounts set closes_at = null, ended_at = null where id = $1 and closes_at = $2`,
    [accountId, UNFINISHED],
  );
  const ended = await target.query('select from ended_accounts where id = $1', [accountId]);
  if (rowCount === 0 || ended.rows.length > 0) throw new Error(IS_ENDING);
  if (isBackup)
    await target.query('delete from outbox where account_id = $1 and sent_at is null and dead_at is null', [accountId]);
  const { statement, values } = recordAudit(accountId, MOVER, 'account.restored', { type: 'account', id: accountId });
  await target.query(statement.text, [...values]);
  await target.query('commit');
}
