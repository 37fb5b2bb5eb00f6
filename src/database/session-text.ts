/** What a server shows of one of its sessions; less of it to a role that is not the session's own. */
export interface Session {
  /** 0 for a prepared transaction, which belongs to no session. */
  readonly pid: number;
  readonly role: string | null;
  readonly application: string | null;
  /** Null for a Unix socket, and where it is not shown. */
  readonly address: string | null;
  readonly connectedAt: Date | null;
  /** Null where it is not shown. */
  readonly state: string | null;
  /** The start of its transaction, or else of its state. */
  readonly since: Date | null;
}

/** The name under which sessions of migrations appear in `pg_stat_activity`. */
export const MIGRATING = 'entrada migrate';

/** Who a session is and what it does, for one line. */
export function sessionText({ pid, role, application, address, connectedAt, state, since }: Session): string {
  if (pid === 0) return 'a prepared transaction (pg_prepared_xacts)';
  const who = [role === null ? 'a process of the server' : `role ${role}`];
  if (application) who.push(`application ${JSON.stringify(application)}`);
  if (state === null) return `pid ${pid} (${[...who, 'only its own role sees more'].join(', ')})`;
  who.push(address === null ? 'local' : `from ${address}`);
  if (connectedAt) who.push(`connected since ${second(connectedAt)}`);
  who.push(since ? `${state} since ${second(since)}` : state);
  return `pid ${pid} (${who.join(', ')})`;
}

const second = (time: Date): string => time.toISOString().replace(/\.\d+/, '');

/** How to end a session, as a statement; nothing for a prepared transaction. */
export const endOf = ({ pid }: Session): string => (pid === 0 ? '' : ` (select pg_terminate_backend(${pid}))`);

/**
 * Whether no migration of this release holds its lock like that. Earlier ones took it for a session: a pooler keeps the
 * session, and with it the lock, when the command has ended.
 */
export const mayBeLeftBehind = ({ application, state }: Session): boolean =>
  application !== MIGRATING && state !== 'idle in transaction';
