import type { Client } from 'pg';

/**
 * Tables of authentication, kept on the coordinator, through which every request comes. Requests are authenticated, and
 * accounts, keys and sessions written, while a worker is down. As reference tables they would make every node take part
 * in each write and account lock, in turn (docs/scaling.md).
 */
export const COORDINATOR_TABLES = [
  'accounts',
  'api_keys',
  'api_key_uses',
  'key_refusals',
  'key_refusal_days',
  'members',
  'sessions',
  'sign_in_links',
  'source_addresses',
];
/** Tables without an account; they stay on the coordinator. */
export const LOCAL_TABLES = ['migrations', 'sign_in_requests', 'installation', 'ended_accounts'];

/** Shards of each table unless asked otherwise: the most workers that it can ever have. */
export const SHARDS = 128;
/** The most that Citus allows. */
export const MOST_SHARDS = 64_000;

interface TableNode {
  readonly name: string;
  readonly parents: readonly string[];
}

/** Sorts parents before children, independent tables by name. Throws when tables depend on each other in a circle. */
export function parentsFirst(tables: readonly TableNode[]): string[] {
  const ordered: string[] = [];
  let rest = [...tables].sort((a, b) => (a.name < b.name ? -1 : 1));
  while (rest.length > 0) {
    const isReady = ({ name, parents }: TableNode): boolean =>
      parents.every((parent) => parent === name || ordered.includes(parent));
    const ready = rest.filter(isReady);
    if (ready.length === 0) throw new Error(`Tables depend on each other: ${rest.map(({ name }) => name).join(', ')}`);
    ordered.push(...ready.map(({ name }) => name));
    rest = rest.filter((table) => !ready.includes(table));
  }
  return ordered;
}

const texts = async (client: Client, sql: string, values: unknown[] = []): Promise<string[]> =>
  (await client.query<{ text: string }>(sql, values)).rows.map(({ text }) => text);

/** Lists the tables of the schema and what their foreign keys reference. */
export async function listTables(client: Client): Promise<TableNode[]> {
  const { rows } = await client.query<TableNode>(
    `select c.relname::text as name,
            array(select distinct k.confrelid::regclass::text from pg_constraint k
                  where k.conrelid = c.oid and k.contype = 'f' order by 1) as parents
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
  return rows.filter(({ name }) => !LOCAL_TABLES.includes(name));
}

/** Lists the reasons why the schema cannot be distributed; empty when there are none. */
export async function schemaProblems(client: Client): Promise<string[]> {
  const keys = await texts(
    client,
    `select i.indexrelid::regclass::text || ' does not start with account_id' as text
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and i.indisunique and c.relname <> all($1)
       and (select attname from pg_attribute where attrelid = c.oid and attnum = i.indkey[0]) <> 'account_id'
     order by i.indexrelid`,
    [[...COORDINATOR_TABLES, ...LOCAL_TABLES]],
  );
  const triggers = await texts(
    client,
    `select c.oid::regclass || ' has the trigger ' || t.tgname as text
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
  );
  const serials = await texts(
    client,
    `select table_name || '.' || column_name || ' is numbered by a sequence' as text from information_schema.columns
     where table_schema = 'public' and (column_default like 'nextval%' or is_identity = 'YES') and table_name <> all($1)`,
    [LOCAL_TABLES],
  );
  return [...keys, ...triggers, ...serials];
}

/** Lists the reasons why this server cannot distribute; empty when there are none. */
export async function serverProblems(client: Client): Promise<string[]> {
  const extension = await client.query(`select 1 from pg_extension where extname = 'citus'`);
  if (extension.rowCount === 0)
    return ['the extension citus is not installed in this database (create extension citus)'];
  const problems: string[] = [];
  const { rows } = await client.query<{ coordinator: boolean; workers: number; prepared: string }>(
    `select citus_is_coordinator() as coordinator, (select count(*)::int from citus_get_active_worker_nodes()) as workers,
            current_setting('max_prepared_transactions') as prepared`,
  );
  if (!rows[0]?.coordinator) problems.push('this node is not the coordinator');
  if (!rows[0]?.workers) problems.push('there is no active worker (citus_add_node)');
  if (rows[0]?.prepared === '0') problems.push('max_prepared_transactions is 0');
  return problems;
}

/** Lists the reasons why the tables cannot have so many shards; undefined means as many as they have, or `SHARDS`. */
async function shardProblems(client: Client, shards: number | undefined): Promise<string[]> {
  const { rows } = await client.query<{ workers: number; present: number }>(
    `select (select count(*)::int from citus_get_active_worker_nodes()) as workers,
            (select count(*)::int from pg_dist_shard where logicalrelid =
               (select logicalrelid from pg_dist_partition where partmethod = 'h' limit 1)) as present`,
  );
  const { workers, present } = rows[0] ?? { workers: 0, present: 0 };
  const wanted = shards ?? (present || SHARDS);
  if (present > 0) return wanted === present ? [] : [`each table has ${present} shards, ${UNCHANGEABLE}`];
  if (wanted < workers) return [`${wanted} shards are too few for ${workers} workers: some would stay empty`];
  return lockProblems(client, Math.ceil(wanted / workers));
}

const UNCHANGEABLE = 'which cannot be changed; make the database a single one first (docs/scaling.md)';

/** The distribution locks every table and index that it makes until its end: a worker's lock table must have room for them. */
async function lockProblems(client: Client, shardsOfWorker: number): Promise<string[]> {
  const { rows } = await client.query<{ relations: number; room: number }>(
    `select (select sum(1 + 2 * (c.reltoastrelid <> 0)::int + (select count(*) from pg_index i where i.indrelid = c.oid))::int from pg_class c
             where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)) as relations,
            (select min(result::int) from run_command_on_workers($$select current_setting('max_locks_per_transaction')::int
               * (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int)$$) where success) as room`,
    [[...COORDINATOR_TABLES, ...LOCAL_TABLES]],
  );
  const { relations, room } = rows[0] ?? { relations: 0, room: 0 };
  const needed = shardsOfWorker * relations;
  if (needed <= room) return [];
  return [
    `a worker needs ${needed} locks and has ${room}: raise max_locks_per_transaction there, or ask for fewer shards`,
  ];
}

/** Finds misplaced tables: Citus moves new children of accounts to the coordinator. */
async function placementProblems(client: Client): Promise<string[]> {
  const names = await texts(
    client,
    `select c.relname::text as text from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace
       and ((p.partmethod = 'h') = (c.relname = any($1)) or p.repmodel <> 's') order by 1`,
    [COORDINATOR_TABLES],
  );
  return names.map(
    (name) => `${name} is placed in another way; make the database a single one first (docs/scaling.md)`,
  );
}

/** Tables that Citus knows. Its view also asks for sizes, which other sessions do not see before COMMIT. */
const PLACED = 'select logicalrelid::regclass::text as text from pg_dist_partition';

const countRows = async (client: Client, tables: readonly string[]): Promise<Map<string, string>> => {
  const counts = new Map<string, string>();
  for (const table of tables) {
    const [count] = await texts(client, `select count(*)::text as text from ${client.escapeIdentifier(table)}`);
    counts.set(table, count ?? '');
  }
  return counts;
};

/**
 * Distributes the database, empty or filled, in one transaction; all tables are co-located by account_id. Coordinator
 * tables come first, then parents before children; distributed tables are skipped, so it may run again. Throws, with
 * nothing changed, when a check fails or the number of rows of a table differs afterwards. The service must not run
 * meanwhile. `shards` must be those that the database has, if it has some.
 */
export async function distribute(client: Client, shards?: number): Promise<string[]> {
  const problems = [...(await serverProblems(client)), ...(await schemaProblems(client))];
  if (problems.length === 0)
    problems.push(...(await placementProblems(client)), ...(await shardProblems(client, shards)));
  if (problems.length > 0) throw new Error(`The database cannot be distributed:\n  ${problems.join('\n  ')}`);
  const tables = await listTables(client);
  const names = tables.map(({ name }) => name);
  const done = await texts(client, PLACED);
  const wanted = parentsFirst(tables).filter((name) => !done.includes(name));
  await client.query('begin');
  try {
    const before = await countRows(client, names);
    await switchPoliciesOff(client);
    await dropKeysToCoordinator(client);
    for (const name of wanted.filter(isOfCoordinator)) await keepOnCoordinator(client, name);
    await client.query(`select set_config('citus.shard_count', $1, true)`, [String(shards ?? SHARDS)]);
    let group = names.find((name) => done.includes(name) && !isOfCoordinator(name));
    for (const name of wanted.filter((table) => !isOfCoordinator(table))) {
      await client.query(`select create_distributed_table($1, 'account_id', colocate_with => $2)`, [
        name,
        group ?? 'none',
      ]);
      group ??= name;
    }
    await verify(client, names, before);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  // By name: Citus warns of each catalog in a bare `analyze`.
  for (const name of names) await client.query(`analyze ${client.escapeIdentifier(name)}`);
  return wanted;
}

const isOfCoordinator = (name: string): boolean => COORDINATOR_TABLES.includes(name);

/**
 * A row on a worker cannot reference the coordinator. An account is deleted when nothing is left of it (`end-account.ts`), so the keys'
 * promise still holds.
 */
async function dropKeysToCoordinator(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; key: string }>(
    `select conrelid::regclass::text as name, quote_ident(conname) as key from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and confrelid = any($1::regclass[]) and conrelid <> all($1::regclass[])`,
    [COORDINATOR_TABLES],
  );
  for (const { name, key } of rows) await client.query(`alter table ${name} drop constraint ${key}`);
}

/**
 * Adds a table, and those joined by foreign keys, to the metadata of Citus without moving it. A transaction that writes
 * it and a worker then commits in two phases; otherwise the worker's part alone might be kept.
 */
async function keepOnCoordinator(client: Client, name: string): Promise<void> {
  if ((await texts(client, PLACED)).includes(name)) return;
  const { rowCount } = await client.query(
    `select 1 from pg_constraint where contype = 'f' and $1::regclass in (conrelid, confrelid)`,
    [name],
  );
  // Citus requires the cascade where there are foreign keys, and does nothing with it where there are none.
  await client.query(`select citus_add_local_table_to_metadata($1, cascade_via_foreign_keys => $2)`, [
    name,
    rowCount !== 0,
  ]);
}

/**
 * Switches off row level security, which does not reach the shards: `set_config` stays on the coordinator. Keeps the
 * policies, in a form that Citus accepts, for the way back (docs/scaling.md).
 */
async function switchPoliciesOff(client: Client): Promise<void> {
  const tables = await texts(
    client,
    `select quote_ident(tablename) as text from pg_policies where schemaname = 'public' and policyname = 'own_account'`,
  );
  for (const table of tables) {
    await client.query(
      `alter policy own_account on ${table} using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`,
    );
    await client.query(`alter table ${table} disable row level security`);
  }
  await client.query(KEEP_AUDIT_ENTRIES);
}

/** Keeps audit entries unchanged for half a year; only the account's name leaves their policies. */
const KEEP_AUDIT_ENTRIES = `
  alter policy own_account_read on audit_entries using (true);
  alter policy own_account_add on audit_entries with check (true);
  alter policy own_account_expire on audit_entries using (at < now() - interval '6 months')`;

async function verify(client: Client, names: readonly string[], before: ReadonlyMap<string, string>): Promise<void> {
  const after = await countRows(client, names);
  const changed = names.filter((name) => before.get(name) !== after.get(name));
  if (changed.length > 0) throw new Error(`Rows were lost or doubled in: ${changed.join(', ')}`);
  const groups = await texts(
    client,
    `select distinct colocationid::text as text from pg_dist_partition where partmethod = 'h'`,
  );
  if (groups.length !== 1) throw new Error('The tables are not all co-located.');
  const placed = await texts(client, PLACED);
  const missing = names.filter((name) => !placed.includes(name));
  if (missing.length > 0) throw new Error(`Not distributed: ${missing.join(', ')}`);
}

/** Settings of each node that keep statements and their values out of its log (docs/operations.md). */
export const QUIET_LOGS: Readonly<Record<string, string>> = {
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_transaction_sample_rate: '0',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_lock_waits: 'off',
  'citus.log_remote_commands': 'off',
  'citus.log_multi_join_order': 'off',
  'citus.log_distributed_deadlock_detection': 'off',
};

/** Returns a line for each node whose log may hold personal data, with the settings that differ. */
export async function talkativeNodes(client: Client): Promise<string[]> {
  const wanted = client.escapeLiteral(JSON.stringify(QUIET_LOGS));
  const others = `select string_agg(s.name || ' = ' || s.setting, ', ' order by s.name)
    from pg_settings s join json_each_text(${wanted}::json) w on w.key = s.name and w.value <> s.setting`;
  const { rows } = await client.query<{ node: string; settings: string | null }>(
    `select n.nodename || ':' || n.nodeport as node, nullif(r.result, '') as settings
     from run_command_on_all_nodes($1) r join pg_dist_node n on n.nodeid = r.nodeid where r.success order by 1`,
    [others],
  );
  return rows.flatMap(({ node, settings }) => (settings === null ? [] : [`${node}: ${settings}`]));
}
