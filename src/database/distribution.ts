import type { Client } from 'pg';

/** Small, rarely written, read by every request: kept on every node (docs/scaling.md). */
const REFERENCE_TABLES = ['accounts'];
/**
 * Kept on the coordinator, through which every request comes: a key is found without asking a worker, and can be revoked while
 * one is down, which a table of every node would refuse.
 */
const COORDINATOR_TABLES = ['api_keys', 'api_key_uses'];
/** The log of migrations, and requests for sign-in links, which belong to no account, stay on the coordinator. */
const LOCAL_TABLES = ['migrations', 'sign_in_requests'];

/** A table of the service with the tables that its foreign keys point at. */
interface TableNode {
  readonly name: string;
  readonly parents: readonly string[];
}

/** Parents before children; tables without dependence by name. Throws when tables depend on each other in a circle. */
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

/** The tables of the schema and what their foreign keys point at. */
export async function listTables(client: Client): Promise<TableNode[]> {
  const { rows } = await client.query<TableNode>(
    `select c.relname::text as name,
            array(select distinct k.confrelid::regclass::text from pg_constraint k
                  where k.conrelid = c.oid and k.contype = 'f' order by 1) as parents
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
  return rows.filter(({ name }) => !LOCAL_TABLES.includes(name));
}

/** The reasons why the schema cannot be distributed; empty when there are none. */
export async function schemaProblems(client: Client): Promise<string[]> {
  const keys = await texts(
    client,
    `select i.indexrelid::regclass::text || ' does not start with account_id' as text
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and i.indisunique and c.relname <> all($1)
       and (select attname from pg_attribute where attrelid = c.oid and attnum = i.indkey[0]) <> 'account_id'`,
    [[...REFERENCE_TABLES, ...COORDINATOR_TABLES, ...LOCAL_TABLES]],
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

/** The reasons why this server cannot distribute; empty when there are none. */
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

const countRows = async (client: Client, tables: readonly string[]): Promise<Map<string, string>> => {
  const counts = new Map<string, string>();
  for (const table of tables) {
    const [count] = await texts(client, `select count(*)::text as text from ${client.escapeIdentifier(table)}`);
    counts.set(table, count ?? '');
  }
  return counts;
};

/**
 * Turns the database into a distributed one, empty or filled, in one transaction: reference tables first, then parents before
 * children, all co-located by account_id. Tables that are distributed already are left alone, so it may run again. Throws, with
 * nothing changed, when a check fails or a table has another number of rows afterwards. The service must not run meanwhile.
 */
export async function distribute(client: Client): Promise<string[]> {
  const problems = [...(await serverProblems(client)), ...(await schemaProblems(client))];
  if (problems.length > 0) throw new Error(`The database cannot be distributed:\n  ${problems.join('\n  ')}`);
  const tables = await listTables(client);
  const names = tables.map(({ name }) => name);
  const done = await texts(client, `select table_name::text as text from citus_tables`);
  const wanted = parentsFirst(tables).filter((name) => !done.includes(name));
  // Without this the first reference table would make its neighbours local to Citus, which cannot be changed later.
  await client.query('set citus.enable_local_reference_table_foreign_keys = off');
  await client.query('begin');
  try {
    const before = await countRows(client, names);
    await switchPoliciesOff(client);
    for (const name of wanted.filter((table) => REFERENCE_TABLES.includes(table))) {
      await client.query(`select create_reference_table($1)`, [name]);
    }
    const isShared = (name: string): boolean => [...REFERENCE_TABLES, ...COORDINATOR_TABLES].includes(name);
    let group = names.find((name) => done.includes(name) && !isShared(name));
    for (const name of wanted.filter((table) => !isShared(table))) {
      await client.query(`select create_distributed_table($1, 'account_id', colocate_with => $2)`, [
        name,
        group ?? 'none',
      ]);
      group ??= name;
    }
    for (const name of wanted.filter((table) => COORDINATOR_TABLES.includes(table)))
      await keepOnCoordinator(client, name);
    await verify(client, names, before);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  await client.query('analyze');
  return wanted;
}

/** Makes it a table that Citus knows and leaves where it is. Its foreign keys are made anew: Citus takes no table that has some. */
async function keepOnCoordinator(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ key: string; definition: string }>(
    `select quote_ident(conname) as key, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1::regclass and contype = 'f' order by 1`,
    [name],
  );
  const table = client.escapeIdentifier(name);
  for (const { key } of rows) await client.query(`alter table ${table} drop constraint ${key}`);
  await client.query('select citus_add_local_table_to_metadata($1)', [name]);
  for (const { key, definition } of rows)
    await client.query(`alter table ${table} add constraint ${key} ${definition}`);
}

/**
 * Row level security does not reach the shards: the name of the account, which `set_config` gives, stays on the coordinator, and every
 * list would be empty. It is switched off. The policies stay, in the form that Citus takes, for the way back (docs/scaling.md).
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

/** The audit trail stays as it is for half a year: of its policies only what names the account goes. */
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
    `select distinct colocation_id::text as text from citus_tables where citus_table_type = 'distributed'`,
  );
  if (groups.length !== 1) throw new Error('The tables are not all co-located.');
  const placed = await texts(client, `select table_name::text as text from citus_tables`);
  const missing = names.filter((name) => !placed.includes(name));
  if (missing.length > 0) throw new Error(`Not distributed: ${missing.join(', ')}`);
}
