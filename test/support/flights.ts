import { Client, type QueryConfig } from 'pg';

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
    const config = (typeof args[0] === 'string' ? { text: args[0] } : args[0]) as QueryConfig;
    const given = args.slice(1).find(Array.isArray) as unknown[] | undefined;
    statements.push({ name: config.name, text: config.text, values: given ?? config.values ?? [] });
    if (onTheirWay++ === 0) flights++;
    const done = (): number => onTheirWay--;
    const result = original.apply(this, args);
    if (result instanceof Promise) result.then(done, done);
    else onTheirWay--;
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
