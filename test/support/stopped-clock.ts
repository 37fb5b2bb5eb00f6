import { Client } from 'pg';
import { databaseUrl, privateDatabase } from './database';

/** A database for one test file, with a clock that only moves when set. */
export interface StoppedClock {
  readonly url: string;
  set(moment: string): Promise<void>;
}

/** Overrides `now()` and similar functions by a schema. Defaults, indexes and functions with a search path use real time. */
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
