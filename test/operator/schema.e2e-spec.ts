import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { DataSource, getMetadataArgsStorage } from 'typeorm';
import '../../src/app.module';
import { personalColumnsOf } from '../../src/database/columns';
import { dataSourceOptions } from '../../src/database/schema/data-source';
import { migrate, revertLatest } from '../../src/database/schema/migrations';
import { startApp } from '../support/app';
import { databaseUrl } from '../support/database';
import { textUnder } from '../support/doc-page';

const NAME = `entrada_schema_${process.pid}`;

async function onServer(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  await work(client).finally(() => client.end());
}

/** Returns columns, constraints and indexes of the whole schema as text. */
async function schema(url = databaseUrl()): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(`
    select line from (
      select format('%s.%s %s %s', table_name, column_name, udt_name, is_nullable) as line
      from information_schema.columns where table_schema = 'public'
      union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public') s
    where line not like 'migrations%' and line not like '%public.migrations%' order by line`);
  await client.end();
  return rows.map(({ line }) => line);
}

describe('on an empty database', () => {
  beforeEach(() => onServer(async (client) => void (await client.query(`create database ${NAME}`))));
  afterEach(() => onServer(async (client) => void (await client.query(`drop database ${NAME} with (force)`))));

  it('can be applied, reverted to the first migration, and applied again with the same result', async () => {
    const url = databaseUrl(NAME);
    const [, ...later] = await migrate(url);
    const up = await schema(url);
    expect(up).toEqual(await schema());
    for (const _ of later) await revertLatest(url);
    expect(await migrate(url)).toEqual(later);
    expect(await schema(url)).toEqual(up);
  });

  it('is applied once when several processes start at the same moment', async () => {
    const run = promisify(execFile);
    const env = { ...process.env, DATABASE_URL: databaseUrl(NAME) };
    const results = await Promise.all([1, 2, 3].map(() => run(process.execPath, ['dist/src/migrate.js'], { env })));
    expect(results.map(({ stdout }) => stdout.split(':')[0]?.trim()).sort()).toEqual([
      'Applied',
      'Nothing to apply.',
      'Nothing to apply.',
    ]);
  });
});

it('has the account id first in every key of account data', async () => {
  const lines = await schema();
  const keys = lines.filter((line) => /PRIMARY KEY|UNIQUE|FOREIGN KEY|CREATE UNIQUE INDEX/.test(line));
  const exceptions = keys.filter((line) => !/\((account_id|id\))/.test(line.replace(/REFERENCES.*/, '')));
  expect(exceptions).toEqual([
    'CREATE UNIQUE INDEX api_keys_hash ON public.api_keys USING btree (hash)',
    'CREATE UNIQUE INDEX installation_pkey ON public.installation USING btree (is_only)',
    'CREATE UNIQUE INDEX source_addresses_hash ON public.source_addresses USING btree (hash)',
    'installation PRIMARY KEY (is_only)',
  ]);
  const plainId = keys.filter((line) => /\(id\)/.test(line.replace(/REFERENCES.*/, '')));
  expect(plainId).toEqual([
    'CREATE UNIQUE INDEX accounts_pkey ON public.accounts USING btree (id)',
    'CREATE UNIQUE INDEX ended_accounts_pkey ON public.ended_accounts USING btree (id)',
    'CREATE UNIQUE INDEX sign_in_requests_pkey ON public.sign_in_requests USING btree (id)',
    'accounts PRIMARY KEY (id)',
    'ended_accounts PRIMARY KEY (id)',
    'sign_in_requests PRIMARY KEY (id)',
  ]);
});

/** Tables of account data without row level security; docs/operations.md, "Roles", has the reasons. */
const OUTSIDE = [
  'api_keys',
  'automations',
  'bulk_jobs',
  'hand_overs',
  'imports',
  'members',
  'outbox',
  'rotas',
  'sessions',
  'sign_in_links',
  'source_addresses',
  'sources',
];

it('has row level security on every table of account data, except those that the documentation names', async () => {
  const client = new Client({ connectionString: databaseUrl() });
  await client.connect();
  const { rows } = await client.query<{ name: string; isGuarded: boolean; policies: string[] }>(`
    select c.relname as name, c.relrowsecurity as "isGuarded",
           array(select expr from pg_policy,
                 unnest(array[pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)]) expr
                 where polrelid = c.oid and polpermissive and expr is not null) as policies
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`);
  await client.end();
  const guarded = rows.filter(({ isGuarded }) => isGuarded);
  expect(guarded).not.toEqual([]);
  const own =
    /^\(+account_id = (\( SELECT )?\(NULLIF\(current_setting\('app.account_id'::text, true\), ''::text\)\)::uuid( AS "nullif"\))?\)($| AND )/;
  const isOfOne = (policies: string[]): boolean => policies.length > 0 && policies.every((text) => own.test(text));
  expect(guarded.filter(({ policies }) => !isOfOne(policies))).toEqual([]);
  expect(rows.filter(({ isGuarded }) => !isGuarded).map(({ name }) => name)).toEqual(OUTSIDE);
  const roles = textUnder('docs/operations.md', 'Roles');
  expect([...roles.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name)).toEqual(['accounts', ...OUTSIDE]);
});

/** Returns every class decorated as an entity, even if no module names it. */
const entities = () => getMetadataArgsStorage().tables.map(({ target }) => target as new () => object);

/** Returns the database with all entities, as TypeORM maps them. */
async function mapped(): Promise<DataSource> {
  return new DataSource({ ...dataSourceOptions(databaseUrl(), 1), entities: entities() }).initialize();
}

it('every entity is one of the service: a module names it', async () => {
  const service = await startApp();
  const known = service.app.get(DataSource).entityMetadatas.map(({ target }) => target);
  await service.close();
  expect(entities().filter((entity) => !known.includes(entity))).toEqual([]);
});

it('is what the entities say: every table has one, with every column, its type and whether it may be null', async () => {
  const dataSource = await mapped();
  const types: Record<string, string> = { boolean: 'bool', bigint: 'int8', integer: 'int4', smallint: 'int2' };
  const said = dataSource.entityMetadatas.flatMap(({ tableName, columns }) =>
    columns.map((column) => {
      const type = String(column.type);
      const name = `${column.isArray ? '_' : ''}${types[type] ?? type}`;
      return `${tableName}.${column.databaseName} ${name} ${column.isNullable ? 'YES' : 'NO'}`;
    }),
  );
  const keys = dataSource.entityMetadatas.map(({ tableName, primaryColumns }) =>
    [tableName, ...primaryColumns.map(({ databaseName }) => databaseName).sort()].join(' '),
  );
  const stored = await dataSource.query<{ key: string }[]>(`
    select c.relname || ' ' || string_agg(a.attname, ' ' order by a.attname collate "C") as key
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where i.indisprimary and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations' group by c.relname`);
  await dataSource.destroy();
  const columns = (await schema()).filter((line) => / (YES|NO)$/.test(line) && !line.startsWith('migrations.'));
  expect(said.sort()).toEqual(columns.sort());
  expect(keys.sort()).toEqual(stored.map(({ key }) => key).sort());
});

/**
 * Texts and JSON without data of people who contact an account: names of keys, codes, closed lists, members, and their names for tags
 * and files. An erasure leaves members alone; `anonymise` empties them (docs/privacy.md).
 */
const IMPERSONAL = `
  accounts.name accounts.owner_name accounts.site_domains accounts.owner_email accounts.owner_email_key accounts.sellers_see
  accounts.loss_reasons accounts.message_templates activities.type
  api_keys.name api_keys.permissions api_keys.hint
  key_refusals.refusals key_refusal_days.code key_refusal_days.field
  audit_entries.actor_type audit_entries.actor_id audit_entries.address audit_entries.action audit_entries.details
  audit_entries.subject_type
  automations.action automations.tag
  bulk_jobs.change bulk_jobs.state bulk_job_leads.code bulk_job_leads.result bulk_job_leads.version
  conversations.channel conversations.origin
  deal_changes.after deal_changes.before deal_changes.changed_by deal_changes.field
  held_submissions.reason held_submissions.key_name held_submissions.request_id held_submissions.state
  import_rows.result import_rows.code import_rows.fields imports.file_name
  lead_assignments.assigned_by leads.origin leads.origin_rule
  member_names.name members.email members.email_key members.role
  notifications.type notifications.message
  outbox.kind outbox.recipient outbox.params outbox.last_error
  pipelines.name
  saved_views.name saved_views.name_key saved_views.query
  sessions.device
  sign_in_requests.email_key sign_in_requests.network
  stage_moves.moved_by stages.name
  submissions.request_id submissions.result
  tags.key tags.name
  deliveries.reason deliveries.request_id deliveries.result
  sources.form sources.hint sources.kind sources.mapping sources.name sources.origin sources.slug sources.tags
`;

it('marks every column that may say something about a person: an erasure empties the marked ones', async () => {
  const dataSource = await mapped();
  const texts = dataSource.entityMetadatas.flatMap(({ tableName, columns, target }) => {
    const personal = personalColumnsOf(target as new () => object);
    return columns
      .filter(({ type }) => ['text', 'json', 'jsonb'].includes(String(type)))
      .filter(({ databaseName }) => !personal.includes(databaseName))
      .map(({ databaseName }) => `${tableName}.${databaseName}`);
  });
  await dataSource.destroy();
  expect(texts.sort()).toEqual(IMPERSONAL.trim().split(/\s+/).sort());
});
