import { readdirSync, readFileSync } from 'node:fs';
import { version } from '../../package.json';
import { KEPT_SINCE } from '../../src/database/schema/data-source';
import { migrationTexts } from '../../src/database/schema/migrator';
import { offencesOf } from '../support/migration-rules';
import { isOlder } from '../support/release-order';

const rulesBroken = (
  statements: string[],
  more: { unusedSince?: string; isTransaction?: boolean } = {},
): readonly string[] =>
  offencesOf({ name: 'x', unusedSince: undefined, isTransaction: true, ...more, statements }, (release) =>
    isOlder(release, '1.2.0'),
  ).map(([rule]) => rule);

it.each<[rules: string[], sql: string]>([
  [['drop'], 'drop table tags'],
  [['drop column'], 'alter table leads drop column name'],
  [['drop column'], 'alter table leads add a text, drop name'],
  [['rename'], 'alter table leads rename column name to called'],
  [['rename'], 'alter index leads_email rename to leads_mail'],
  [['change of type'], 'ALTER TABLE leads\n  ALTER COLUMN name TYPE varchar(40)'],
  [['not null'], 'alter table leads alter column name set not null'],
  [['not null without a constant default'], 'alter table leads add column a text not null'],
  [
    ['not null without a constant default', 'default that rewrites the table'],
    'alter table leads add a uuid not null default gen_random_uuid()',
  ],
  [['default that rewrites the table'], `alter table leads add a text generated always as (name || '') stored`],
  [['not valid'], 'alter table leads add constraint named check (name is not null)'],
  [['not valid'], 'alter table leads add foreign key (account_id, x) references tags'],
  [['using index'], 'alter table leads add constraint one unique (account_id, phone)'],
  [['rows in batches'], `update leads set name = null where name = ''`],
  [['rows in batches'], 'with old as (select 1) delete from leads using old'],
  [['table lock'], 'lock table leads'],
  [['concurrently'], 'create index leads_name on leads (account_id, name)'],
  [['concurrently'], 'create index concurrently leads_name on leads (account_id, name)'],
  [['concurrently'], 'drop index leads_email'],
  [[], 'alter table leads add column a text'],
  [[], 'alter table leads add column a int not null default 0, add b text'],
  [[], `alter table leads add column a text default 'x' not null`],
  [[], 'alter table leads add constraint named check (name is not null) not valid'],
  [[], 'alter table leads validate constraint named'],
  [[], 'alter table leads alter column name drop not null, drop constraint named'],
  [[], 'create function f() returns int language sql as $$ delete from leads where true; select 1 $$'],
  [[], 'create policy own on leads for update using (true)'],
  [[], 'revoke update on leads from entrada_app'],
])('finds %j in %s', (rules, sql) => {
  expect(rulesBroken([sql])).toEqual(rules);
});

it('allows everything on a table that the migration itself makes', () => {
  expect(
    rulesBroken(['create table things (account_id uuid, a int not null)', 'create index things_a on things (a)']),
  ).toEqual([]);
});

it('allows an index only concurrently, outside a transaction', () => {
  const sql = ['drop index concurrently if exists i', 'create index concurrently i on leads (account_id, name)'];
  expect(rulesBroken(sql, { isTransaction: false })).toEqual([]);
  expect(rulesBroken(sql)).toEqual(['concurrently', 'concurrently']);
});

it('allows removing what no release has used for long enough, but no locks', () => {
  const sql = ['alter table leads drop column name', 'drop index leads_email'];
  expect(rulesBroken(sql, { unusedSince: '1.1.0' })).toEqual(['concurrently']);
  expect(rulesBroken(sql, { unusedSince: '1.2.0' })).toEqual(['drop column', 'concurrently']);
});

it('is about every file of the folder, each of which the index names', () => {
  const named = [...readFileSync('migrations/index.ts', 'utf8').matchAll(/from '\.\/(.+)'/g)].map(([, name]) => name);
  const files = readdirSync('migrations').filter((file) => /^\d.*\.ts$/.test(file));
  expect(named).toEqual(files.map((file) => file.replace('.ts', '')));
});

it('is followed by every migration after the first, which makes the schema of release 1.2.0', async () => {
  const [, ...texts] = await migrationTexts();
  expect(texts).not.toEqual([]);
  const wrong = texts.map((text) => [text.name, offencesOf(text, (since) => isOlder(since, version))]);
  expect(wrong.filter(([, offences]) => offences?.length)).toEqual([]);
});

it('has a migration for each permission and text of a lead, which names it', async () => {
  const texts = await migrationTexts();
  const sqlOf = (name: string): string => texts.find((text) => text.name === name)?.statements.join() ?? '';
  for (const [kept, { name }] of Object.entries(KEPT_SINCE)) {
    expect([kept, sqlOf(name)]).toEqual([kept, expect.stringMatching(new RegExp(`\\b${kept}\\b`))]);
  }
});
