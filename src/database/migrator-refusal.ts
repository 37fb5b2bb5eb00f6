/** The server that `npm run migrate` reached, and what its role may do there. */
export interface Migrator {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly role: string;
  /** Where new tables go; null where no schema of the search path exists. */
  readonly schema: string | null;
  readonly mayCreate: boolean;
  /** Those of the service that exist. */
  readonly tables: readonly { readonly name: string; readonly owner: string; readonly isOwn: boolean }[];
}

/** Why nothing can be migrated, as one line that names the way out; undefined where it can. */
export function refusalOf({ isStandby, isReadOnly, role, schema, mayCreate, tables }: Migrator): string | undefined {
  if (isStandby) return 'DATABASE_URL names a standby, which only reads: migrate the primary';
  if (isReadOnly) return `DATABASE_URL: the role ${role} only reads there (default_transaction_read_only is on)`;
  const foreign = tables.filter(({ isOwn }) => !isOwn);
  const owners = [...new Set(foreign.map(({ owner }) => owner))].join(' and ');
  if (foreign.length > 0 && foreign.length === tables.length)
    return `DATABASE_URL names the role ${role}, which may not change the tables: use the role that owns them, ${owners} ${ROLES}`;
  if (foreign.length > 0) {
    const [first] = foreign;
    const others = foreign.length > 1 ? ` and ${foreign.length - 1} more` : '';
    return `DATABASE_URL names the role ${role}, which may not change the table ${first?.name}${others}, of ${owners}: run ops/roles.sql again, which gives all tables to entrada_owner ${ROLES}`;
  }
  if (mayCreate) return undefined;
  return `DATABASE_URL names the role ${role}, which may not make tables in schema ${schema ?? 'public'}: use entrada_owner, to which ops/roles.sql gives that right ${ROLES}`;
}

const ROLES = '(docs/operations.md, Roles)';
