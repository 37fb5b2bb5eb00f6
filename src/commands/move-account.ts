import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { jobActor } from '../accounts/actor';
import { recordAudit } from '../audit/audit.queries';
import { DAY_MS } from '../contract/durations';
import { RESTORABLE_DAYS } from '../contract/limits';
import { LOCK_NOT_AVAILABLE, sqlState } from '../database/errors';
import { commonRows, copyRows, requireSameShape } from '../database/move/moved-rows';
import { type Address, begin, betweenSides } from '../database/move/sides';
import { listAccountTables, listAllTables, type Table } from '../database/schema/account-tables';
import { migrationStatus } from '../database/schema/migrations';
import { rowsLine } from './command';
import { DRAIN_MS } from './end-account';

/** Who repeats erasures and opens the account, in its audit trail. */
export const MOVER = jobActor('move-account');

/**
 * The `closes_at` of an account that is moved but not open is in this year, and each run has its own, so that it opens only what it has
 * copied. Such an account has `ended_at` too, so that nothing but this command and the end of the account finds it.
 */
const UNFINISHED = { from: '1970-01-01T00:00:00.000Z', to: '1971-01-01T00:00:00.000Z' };
const newMark = (): Date => new Date(randomInt(Date.parse(UNFINISHED.to)));

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
 * closed, or nobody else is connected: a restored backup. One transaction copies all rows. They are compared under a lock of the account at
 * the source, which lasts until it is open at the target, so that nothing is restored or written between. Until the last transaction the
 * account is unknown to all routes. A stopped move runs again from the start.
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
    const mark = newMark();
    const tables = await movedTables(source, accountId);
    onLine('Copying.');
    await copyAccount(source, target, accountId, { tables, mark, endedAt });
    await source.query('commit');
    await lockSource(source, accountId, found);
    await compareAccount(source, target, { tables, onLine });
    if (isBackup) await leaveBehind(target, accountId);
    await finish(target);
    await openAccount(target, accountId, mark);
    await source.query('commit');
    onLine('The account is open at --to.');
    if (found.closesAt)
      onLine(
        `Do not restore it at --from. End it there: npm run close-account -- --account ${accountId} --now --name ${JSON.stringify(found.name)}`,
      );
    if (isBackup) onLine('Everybody has to sign in again.');
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
  readonly name: string;
  readonly closesAt: Date | null;
  readonly now: Date;
}

/** Throws when the account is unknown, is being deleted, or may be changed meanwhile. */
async function findSource(source: Client, accountId: string): Promise<SourceAccount> {
  const { rows } = await source.query<SourceAccount & { endedAt: Date | null; others: number }>(
    `select name, closes_at as "closesAt", ended_at as "endedAt", clock_timestamp() as now,
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
    `select closes_at >= $2 and closes_at < $3 and ended_at is not null as "isUnfinished", ended_at as "endedAt"
     from accounts where id = $1 for update`,
    [accountId, UNFINISHED.from, UNFINISHED.to],
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
  return ended.rows[0]?.endedAt ?? present?.endedAt ?? new Date(UNFINISHED.from);
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
  accountId: string,
  { tables, mark, endedAt }: { readonly tables: readonly MovedTable[]; readonly mark: Date; readonly endedAt: Date },
): Promise<void> {
  for (const { table, where } of tables) {
    await copyRows(source, target, table, where).catch((cause: unknown) => {
      if (sqlState(cause) !== UNIQUE_VIOLATION) throw cause;
      const { constraint } = cause as { constraint?: string };
      throw new Error(`--to: there is such a row already, perhaps of another account (${constraint})`, { cause });
    });
    if (table.name === 'accounts')
      await target.query('update accounts set closes_at = $2, ended_at = $3 where id = $1', [accountId, mark, endedAt]);
  }
  await target.query('commit');
}

/** Throws when the account was restored at the source since it was found, even if it is closed again. */
async function lockSource(source: Client, accountId: string, found: SourceAccount): Promise<void> {
  await begin(source);
  const { rows } = await source
    .query<{ closesAt: Date | null }>('select closes_at as "closesAt" from accounts where id = $1 for update', [
      accountId,
    ])
    .catch((cause: unknown) => {
      if (sqlState(cause) !== LOCK_NOT_AVAILABLE) throw cause;
      throw new Error('--from: another run of this command has the account. Run this again after its end.', { cause });
    });
  if (rows[0]?.closesAt?.getTime() !== found.closesAt?.getTime())
    throw new Error('--from: the account was restored meanwhile. Close it, and run this again.');
}

async function compareAccount(
  source: Client,
  target: Client,
  { tables, onLine }: Pick<AccountMove, 'onLine'> & { readonly tables: readonly MovedTable[] },
): Promise<void> {
  let total = 0;
  await begin(target, 'read only');
  for (const { table, where } of tables) {
    const rows = await commonRows(source, target, table, where);
    if (!rows) throw new Error(`--from: ${table.name} was changed meanwhile. Run this again.`);
    total += Number(rows);
    onLine(rowsLine(table.name, rows));
  }
  await target.query('commit');
  onLine(`Copied ${total} rows of ${tables.length} tables, counted and compared on both sides.`);
}

interface MovedTable {
  readonly table: Table;
  /** SQL that finds the rows of the account. */
  readonly where: string;
}

/** The row of the account, and its rows in every table; referenced ones first. */
async function movedTables(source: Client, accountId: string): Promise<MovedTable[]> {
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

/** Sessions of a backup may have ended since, and mails that waited were sent, or given up. */
async function leaveBehind(target: Client, accountId: string): Promise<void> {
  await begin(target);
  for (const table of ['sessions', 'sign_in_links'])
    await target.query(`delete from ${table} where account_id = $1`, [accountId]);
  await target.query('delete from outbox where account_id = $1 and sent_at is null and dead_at is null', [accountId]);
  await target.query('commit');
}

async function openAccount(target: Client, accountId: string, mark: Date): Promise<void> {
  await begin(target);
  const { rowCount } = await target.query(
    `update accounts set closes_at = null, ended_at = null where id = $1 and closes_at = $2`,
    [accountId, mark],
  );
  const ended = await target.query('select from ended_accounts where id = $1', [accountId]);
  if (ended.rows.length > 0) throw new Error(IS_ENDING);
  if (rowCount === 0) throw new Error('--to: another run of this command has begun, and opens the account.');
  const { statement, values } = recordAudit(accountId, MOVER, 'account.restored', { type: 'account', id: accountId });
  await target.query(statement.text, [...values]);
  await target.query('commit');
}
