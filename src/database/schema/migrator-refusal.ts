export interface Migrator {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly role: string;
  /** Schema for new tables; null where no schema of the search path exists. */
  readonly schema: string | null;
  readonly mayCreate: boolean;
  readonly tables: readonly { readonly name: string; readonly owner: string; readonly isOwn: boolean }[];
}

/** Returns why nothing can be migrated, one line with the remedy, or undefined. */
export function migratorRefusal({
  isStandby,
  isReadOnly,
  role,
  schema,
  mayCreate,
  tables,
}: Migrator): string | undefined {
  if (isStandby) return 'DATABASE_URL names a standby, which only reads: migrate the primary';
  if (isReadOnly) return `DATABASE_URL: the role ${role} only reads there (default_transaction_read_only is on)`;
  const foreign = tables.filter(({ isOwn }) => !isOwn);
  const [first] = foreign;
  if (first) {
    const owners = [...new Set(foreign.map(({ owner }) => owner))].join(' and ');
    if (foreign.length === tables.length)
      return `DATABASE_URL names the role ${role}, which may not change the tables: use the role that owns them, ${owners} ${ROLES}`;
    const others = foreign.length > 1 ? ` and ${foreign.length - 1} more` : '';
    return `DATABASE_URL names the role ${role}, which may not change the table ${first.name}${others}, of ${owners}: run ops/roles.sql again, which gives all tables to entrada_owner ${ROLES}`;
  }
  if (mayCreate) return undefined;
  return `DATABASE_URL names the role ${role}, which may not make tables in schema ${schema ?? 'public'}: use entrada_owner, to which ops/roles.sql gives that right ${ROLES}`;
}

const ROLES = '(docs/operations.md, Roles)';
