import { types } from 'node:util';
import { Client, type QueryConfig } from 'pg';
import { Batch } from '../../src/database/batch';

export interface SentStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Traffic {
  /** Round trips: statements sent together share one. */
  readonly trips: number;
  readonly statements: readonly SentStatement[];
}

/** Records what the work sends; only for work that runs alone. */
export async function watchTraffic(work: () => Promise<unknown>): Promise<Traffic> {
  const original = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown;
  const statements: SentStatement[] = [];
  let trips = 0;
  let onTheirWay = 0;
  const watched = function (this: Client, ...args: unknown[]): unknown {
    // Events use their own connection, some time after the work.
    if (isOfEvents(this)) return original.apply(this, args);
    const config = (typeof args[0] === 'string' ? { text: args[0] } : args[0]) as QueryConfig | Batch;
    // A new connection sets what the service relies on, whatever it was opened for.
    if (config.text?.startsWith('set datestyle')) return original.apply(this, args);
    const given = args.slice(1).find(Array.isArray) as unknown[] | undefined;
    const sent = config instanceof Batch ? config.parts : [{ ...config, values: given ?? config.values }];
    for (const { name, text, values = [] } of sent) statements.push({ name, text, values });
    if (onTheirWay++ === 0) trips++;
    const done = (): number => onTheirWay--;
    const result = original.apply(this, args);
    if (config instanceof Batch) config.once('end', done);
    else if (types.isPromise(result)) result.then(done, done);
    else done();
    return result;
  };
  Reflect.set(Client.prototype, 'query', watched);
  try {
    await work();
  } finally {
    Reflect.set(Client.prototype, 'query', original);
  }
  return { trips, statements };
}

const isOfEvents = (client: Client): boolean =>
  (Reflect.get(client, 'connectionParameters') as { application_name?: string }).application_name === 'entrada events';
