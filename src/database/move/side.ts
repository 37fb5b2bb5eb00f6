import { Client } from 'pg';
import { connectionRefusal } from '../schema/connection-refusal';

export interface Side {
  readonly client: Client;
  /** Rejects when the connection ends, with a sentence that names the database. */
  readonly lost: Promise<never>;
}

const CONNECT_MS = 10_000;

/** Connects, or throws one sentence that names the database and the reason. */
export async function connectSide(name: string, url: string): Promise<Side> {
  const client = new Client({
    connectionString: url,
    application_name: 'entrada move',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  const lost = new Promise<never>((_, reject) => {
    client.on('error', (error) => reject(refused(name, error)));
    client.on('end', () => reject(new Error(`${name}: the connection has ended`)));
  });
  // Handled here in case nothing awaits it any more.
  lost.catch(() => undefined);
  await client.connect().catch((error: unknown) => {
    throw refused(name, error);
  });
  return { client, lost };
}

const refused = (name: string, cause: unknown): Error =>
  new Error(`${name}: ${connectionRefusal(cause).reason}`, { cause });

/** Gives values the same text on every server; no time-out but one for locks. */
const SETTINGS = {
  search_path: 'public',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  lock_timeout: '10s',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  transaction_timeout: '0',
};

/** Begins a transaction with the settings that the server has. */
export async function begin(client: Client, mode = ''): Promise<void> {
  await client.query(`begin ${mode}`);
  await client.query(
    `select set_config(s.name, w.value, true) from pg_settings s join json_each_text($1) w on w.key = s.name`,
    [SETTINGS],
  );
}
