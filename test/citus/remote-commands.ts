import { Client } from 'pg';
import type { NoticeMessage } from 'pg-protocol/dist/messages';

/** Commands of the coordinator to nodes, for one transaction or for one statement outside a transaction. */
export interface RemoteTransaction {
  /** Statements of the service, in order and without repeats. */
  readonly statements: string[];
  /** Commands sent to nodes. Commands that the coordinator ran locally are left out. */
  readonly commands: string[];
}

/** A pg client with members that its types leave out. */
type Listening = Client & {
  readonly _activeQuery?: { readonly text: string };
  readonly connection?: NodeJS.EventEmitter;
};

/** Makes new sessions of a database report the commands of the coordinator. */
export const REPORT_COMMANDS = (database: string): string =>
  `alter database ${database} set citus.log_remote_commands = on`;

/** Runs the work and returns the commands that the coordinator sent for it. */
export async function watchRemoteCommands(work: () => Promise<unknown>): Promise<RemoteTransaction[]> {
  const original = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown;
  const transactions: RemoteTransaction[] = [];
  const handlers = new Map<Client, (notice: NoticeMessage) => void>();
  Reflect.set(Client.prototype, 'query', function (this: Client, ...args: unknown[]): unknown {
    if (!handlers.has(this)) handlers.set(this, hearAt(this, transactions));
    return original.apply(this, args);
  });
  try {
    await work();
  } finally {
    Reflect.set(Client.prototype, 'query', original);
    for (const [client, handler] of handlers) client.off('notice', handler);
  }
  return transactions;
}

function hearAt(client: Listening, transactions: RemoteTransaction[]): (notice: NoticeMessage) => void {
  let open: RemoteTransaction | undefined;
  const hear = ({ message = '' }: NoticeMessage): void => {
    const [, way, command = ''] = /^(issuing|executing the command locally:) (.*)$/s.exec(message) ?? [];
    if (!way) return;
    if (!open) transactions.push((open = { statements: [], commands: [] }));
    const statement = client._activeQuery?.text;
    if (statement && !open.statements.includes(statement)) open.statements.push(statement);
    if (way === 'issuing') open.commands.push(command);
  };
  client.on('notice', hear);
  // Status 'I' means that the session is in no transaction.
  client.connection?.on('readyForQuery', ({ status }: { status: string }) => {
    if (status === 'I') open = undefined;
  });
  return hear;
}

/** Shards of the table with the most shards in the commands. More than one means a statement with several tasks. */
export function shardsOf({ commands }: RemoteTransaction): Set<string> {
  const numbers = new Map<string, Set<string>>();
  for (const command of commands) {
    for (const [, table = '', shard = ''] of command.matchAll(/public\.(\w+?)_(10\d{4})\b/g)) {
      numbers.set(table, (numbers.get(table) ?? new Set()).add(shard));
    }
  }
  return [...numbers.values()].reduce((most, one) => (one.size > most.size ? one : most), new Set<string>());
}
