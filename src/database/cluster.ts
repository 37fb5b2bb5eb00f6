import type { CitusNode } from './cluster-refusal';
import { acrossAccounts, map, readRow } from './query';

const FIND_SERVER = acrossAccounts(
  `select row_security_active(to_regclass('leads')) as "isIsolated", to_regclass('pg_catalog.pg_dist_partition') is not null as "isCitus"`,
);

/** What the server is, for the start. */
export const findServer = () =>
  readRow<{
    /** Whether row level security holds for this role; null before the first migration. */
    readonly isIsolated: boolean | null;
    /** Whether it has the extension Citus. */
    readonly isCitus: boolean;
  }>(FIND_SERVER, []);

const FIND_NODE = acrossAccounts(
  `select citus_is_coordinator() as "isCoordinator",
          exists (select from pg_dist_partition where logicalrelid = to_regclass('leads')) as "isDistributed"`,
);

/** What this node of a cluster is; only where the extension Citus is, because it calls its functions. */
export const findNode = () => readRow<CitusNode>(FIND_NODE, []);

/** Whether a server keeps what it acknowledges: settings of each node, and of the role and the database there. */
export const IS_DURABLE = `current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on'
  and current_setting('synchronous_commit') <> 'off'`;

const FIND_DURABLE_WORKERS = acrossAccounts(
  `select bool_and(result = 't') filter (where success) as "areDurable"
   from run_command_on_workers($$select ${IS_DURABLE}$$)`,
);

/** Whether every worker that answers keeps what it acknowledges; null while none answers. */
export const areWorkersDurable = () =>
  map(readRow<{ areDurable: boolean | null }>(FIND_DURABLE_WORKERS, []), (found) => found?.areDurable ?? null);
