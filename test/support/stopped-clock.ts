import { Client } from 'pg';
import { databaseUrl, privateDatabase } from './database';

/** A database of a test file's own whose clock stands still until it is set again. */
export interface StoppedClock {
  /** An administrator's address. */
  readonly url: string;
  set(moment: string): Promise<void>;
}

/**
 * PostgreSQL looks for `now()` and the like in a schema that stands before its own, where they say the moment that was set. What calls them
 * by way of a default, an index or a function with a path of its own still has the real time.
 */
export async function stoppedClock(name: string): Promise<StoppedClock> {
  const url = await privateDatabase(name);
  const run = async (database: string, text: string, values?: string[]): Promise<void> => {
    const client = new Client({ connectionString: database });
    await client.connect();
    await client.query(text, values).finally(() => client.end());
  };
  const clocks = ['now', 'transaction_timestamp', 'statement_timestamp', 'clock_timestamp'];
  await run(
    url,
    `create schema stopped;
     create table stopped.clock (moment timestamptz not null);
     insert into stopped.clock values (pg_catalog.now());
     ${clocks
       .map(
         (clock) =>
           `create function stopped.${clock}() returns timestamptz language sql stable as 'select moment from stopped.clock';`,
       )
       .join('\n')}
     grant usage on schema stopped to public;
     grant select on stopped.clock to public;`,
  );
  await run(
    databaseUrl('postgres'),
    `alter database ${new URL(url).pathname.slice(1)} set search_path = stopped, public, pg_catalog`,
  );
  return { url, set: (moment) => run(url, 'update stopped.clock set moment = $1', [moment]) };
}
