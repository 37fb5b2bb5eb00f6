/** Data of a session; a role sees less of other roles' sessions. */
export interface SessionTexts {
  /** 0 for a prepared transaction, which belongs to no session. */
  readonly pid: number;
  readonly role: string | null;
  readonly application: string | null;
  /** Null for a Unix socket, and where it is hidden. */
  readonly address: string | null;
  readonly connectedAt: Date | null;
  /** Null where it is hidden. */
  readonly state: string | null;
  /** Start of its transaction, or else of its state. */
  readonly since: Date | null;
}

/** Name of migration sessions in `pg_stat_activity`. */
export const MIGRATING = 'entrada migrate';

/** Describes a session and its activity in one line. */
export function sessionText({ pid, role, application, address, connectedAt, state, since }: SessionTexts): string {
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

/** Statement that ends a session; empty for a prepared transaction. */
export const sessionEnd = ({ pid }: SessionTexts): string =>
  pid === 0 ? '' : ` (select pg_terminate_backend(${pid}))`;
