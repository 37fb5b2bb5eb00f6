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

export interface MoveTarget {
  /** `server_version_num`. */
  readonly release: number;
  readonly encoding: string;
  readonly role: string;
  readonly isSuperuser: boolean;
  /** Whether the role owns the tables, or may create them. */
  readonly isOwner: boolean;
}

/** Returns why nothing can be moved there, for the operator, or undefined. */
export function refusalOfTarget({ release, encoding, role, isSuperuser, isOwner }: MoveTarget): string | undefined {
  const tooOld = refusalOfServer(release);
  if (tooOld) return tooOld;
  if (encoding !== 'UTF8') return `the database has the encoding ${encoding}, it must be UTF8`;
  // The role that creates the tables gives the service's role its rights on them.
  if (isSuperuser || !isOwner)
    return `the role ${role} ${isSuperuser ? 'is a superuser' : 'does not own the tables'}: name entrada_owner (docs/operations.md, "Roles")`;
  return undefined;
}

/** A database with the Citus extension. */
export interface CitusNode {
  readonly isCoordinator: boolean;
  readonly isDistributed: boolean;
}

/** Returns why the service cannot work with this node, for the operator, or undefined (docs/scaling.md). */
export function clusterRefusal({ isCoordinator, isDistributed }: CitusNode, isIsolated: boolean): string | undefined {
  if (!isCoordinator) return 'DATABASE_URL names a worker of the Citus cluster: it must name the coordinator';
  // `set_config` names the account on the coordinator only: each list would be empty.
  if (isDistributed && isIsolated)
    return 'the tables are distributed, and row level security is on, which does not reach the workers: stop all instances and run `npm run distribute` again';
  return undefined;
}

const OLDEST = 15;

/** Returns why the service cannot work on this `server_version_num`, for the operator, or undefined. */
export function refusalOfServer(versionNumber: number): string | undefined {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= OLDEST) return undefined;
  const minor = versionNumber % 10_000;
  // Before release 10 a version had three parts.
  const name = major >= 10 ? `${major}.${minor}` : `${major}.${Math.floor(minor / 100)}.${minor % 100}`;
  return `PostgreSQL ${OLDEST} or newer is needed; this server is ${name}`;
}
interface Refusal {
  /** Never contains a password. */
  readonly reason: string;
  /** Whether the same address may work a moment later. */
  readonly mayPass: boolean;
}

const SYSTEM: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the server refuses the connection',
  ENOTFOUND: 'the host is not found',
  EAI_AGAIN: 'the host is not found',
  ETIMEDOUT: 'the server does not answer',
  EHOSTUNREACH: 'the host is not reachable',
  ENETUNREACH: 'the host is not reachable',
  ECONNRESET: 'the server closes the connection',
  EPIPE: 'the server closes the connection',
};

/** SQLSTATEs of a server that will accept connections soon. */
const PASSING = ['57P01', '57P02', '57P03', '53300'];

/** Codes of Node.js for certificates, and of OpenSSL for other TLS errors. */
const TLS_CODE = /CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO$/;

/** Codes of Node.js for a certificate of an unknown authority. */
const UNKNOWN_AUTHORITY = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** Whether the certificate's authority has to be made known. */
export const isUnknownAuthority = (code: unknown): boolean => UNKNOWN_AUTHORITY.includes(String(code));

export const TRUST_AUTHORITY = 'name the file of its certificate authority in NODE_EXTRA_CA_CERTS';

/** Explains the error of a first connection for the operator. */
export function connectionRefusal(error: unknown): Refusal {
  // Every address of the host has refused.
  const first = ((error as Partial<AggregateError>).errors?.[0] ?? error) as Partial<ConnectError>;
  const { code = '', message = '', syscall, address, port, hostname, path } = first;
  const at = address ? ` (${port ? `${address}:${port}` : address})` : hostname ? ` (${hostname})` : '';
  if (SYSTEM[code]) return { reason: SYSTEM[code] + at, mayPass: true };
  if (code === 'ENOENT' && syscall === 'connect') return { reason: `no server listens there${at}`, mayPass: true };
  if (isUnknownAuthority(code)) return { reason: `TLS: ${message} (${code}): ${TRUST_AUTHORITY}`, mayPass: false };
  if (TLS_CODE.test(code)) return { reason: `TLS: ${message} (${code})`, mayPass: false };
  if (/^[0-9A-Z]{5}$/.test(code)) return { reason: `${message} (${code})`, mayPass: PASSING.includes(code) };
  if (/does not support SSL|SSL connection/i.test(message)) return { reason: `TLS: ${message}`, mayPass: false };
  if (/password must be/.test(message)) return { reason: 'the server asks for a password', mayPass: false };
  if (path) return { reason: `the file ${path} cannot be read (${code})`, mayPass: false };
  if (/timeout/i.test(message)) return { reason: 'the server does not answer', mayPass: true };
  if (/terminated|ended/i.test(message)) return { reason: 'the server closes the connection', mayPass: true };
  return { reason: code || message, mayPass: false };
}

interface ConnectError {
  readonly code: string;
  readonly message: string;
  readonly syscall: string;
  readonly address: string;
  readonly port: number;
  readonly hostname: string;
  readonly path: string;
}
