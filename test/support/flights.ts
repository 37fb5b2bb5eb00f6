import { Client, type QueryConfig } from 'pg';
import { Flight } from '../../src/database/flight';

/** A statement as it was sent to PostgreSQL. */
export interface SentStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
}

/** What a piece of work sent to PostgreSQL. */
export interface Traffic {
  /** Waits for the server: statements that were sent while others were on their way share one. */
  readonly flights: number;
  readonly statements: readonly SentStatement[];
}

/** Runs the work and watches what it sends; for work that runs alone. */
export async function watchTraffic(work: () => Promise<unknown>): Promise<Traffic> {
  const original = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown;
  const statements: SentStatement[] = [];
  let flights = 0;
  let onTheirWay = 0;
  const watched = function (this: Client, ...args: unknown[]): unknown {
    const config = (typeof args[0] === 'string' ? { text: args[0] } : args[0]) as QueryConfig | Flight;
    const given = args.slice(1).find(Array.isArray) as unknown[] | undefined;
    const sent = config instanceof Flight ? config.statements : [{ ...config, values: given ?? config.values }];
    for (const { name, text, values = [] } of sent) statements.push({ name, text, values: values as unknown[] });
    if (onTheirWay++ === 0) flights++;
    const done = (): number => onTheirWay--;
    const result = original.apply(this, args);
    if (config instanceof Flight) config.once('end', done);
    else if (result instanceof Promise) result.then(done, done);
    else done();
    return result;
  };
  Reflect.set(Client.prototype, 'query', watched);
  try {
    await work();
  } finally {
    Reflect.set(Client.prototype, 'query', original);
  }
  return { flights, statements };
}
