import { type Migrator, migratorRefusal } from './migrator-refusal';

const able: Migrator = {
  isStandby: false,
  isReadOnly: false,
  role: 'entrada_owner',
  schema: 'public',
  mayCreate: true,
  tables: [],
};
const table = (name: string, owner: string, isOwn = false) => ({ name, owner, isOwn });
const own = table('leads', 'entrada_owner', true);

it.each<[string, Partial<Migrator>]>([
  ['an empty database', {}],
  ['its own tables', { tables: [own] }],
])('takes %s', (_what, change) => {
  expect(migratorRefusal({ ...able, ...change })).toBeUndefined();
});

it.each<[string, Partial<Migrator>, string]>([
  [
    'a standby',
    { isStandby: true, isReadOnly: true },
    'DATABASE_URL names a standby, which only reads: migrate the primary',
  ],
  [
    'a role that reads',
    { isReadOnly: true, mayCreate: false },
    'DATABASE_URL: the role entrada_owner only reads there (default_transaction_read_only is on)',
  ],
  [
    'the role of the service',
    {
      role: 'entrada_app',
      mayCreate: false,
      tables: [table('accounts', 'entrada_owner'), table('leads', 'entrada_owner')],
    },
    'DATABASE_URL names the role entrada_app, which may not change the tables: use the role that owns them, entrada_owner (docs/operations.md, Roles)',
  ],
  [
    'a role that may create, but owns none of the tables',
    { role: 'somebody', tables: [table('accounts', 'postgres'), table('leads', 'entrada_owner')] },
    'DATABASE_URL names the role somebody, which may not change the tables: use the role that owns them, postgres and entrada_owner (docs/operations.md, Roles)',
  ],
  [
    'one table of another role',
    { tables: [own, table('deals', 'postgres')] },
    'DATABASE_URL names the role entrada_owner, which may not change the table deals, of postgres: run ops/roles.sql again, which gives all tables to entrada_owner (docs/operations.md, Roles)',
  ],
  [
    'several tables of other roles',
    { tables: [table('deals', 'postgres'), own, table('tags', 'restorer'), table('imports', 'postgres')] },
    'DATABASE_URL names the role entrada_owner, which may not change the table deals and 2 more, of postgres and restorer: run ops/roles.sql again, which gives all tables to entrada_owner (docs/operations.md, Roles)',
  ],
  [
    'a role that may not create',
    { role: 'entrada_app', mayCreate: false },
    'DATABASE_URL names the role entrada_app, which may not make tables in schema public: use entrada_owner, to which ops/roles.sql gives that right (docs/operations.md, Roles)',
  ],
  [
    'an owner who may no longer create',
    { mayCreate: false, schema: null, tables: [own] },
    'DATABASE_URL names the role entrada_owner, which may not make tables in schema public: use entrada_owner, to which ops/roles.sql gives that right (docs/operations.md, Roles)',
  ],
])('refuses %s', (_what, change, text) => {
  expect(migratorRefusal({ ...able, ...change })).toBe(text);
});
