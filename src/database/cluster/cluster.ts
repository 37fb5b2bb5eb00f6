import type { CitusNode } from '../refusals';
import { acrossAccounts, map, readRow, readRows } from '../query';

const FIND_SERVER = acrossAccounts(
  `select row_security_active(to_regclass('leads')) as "isIsolated", to_regclass('pg_catalog.pg_dist_partition') is not null as "mayBeDistributed"`,
);

/** Describes the server for the start. */
export const findServer = () =>
  readRow<{
    /** Whether row level security holds for this role; null before the first migration. */
    readonly isIsolated: boolean | null;
    readonly mayBeDistributed: boolean;
  }>(FIND_SERVER, []);

const FIND_NODE = acrossAccounts(
  `select citus_is_coordinator() as "isCoordinator",
          exists (select from pg_dist_partition where logicalrelid = to_regclass('leads')) as "isDistributed"`,
);

/** Describes this node of a cluster; calls functions of the Citus extension, which must exist. */
export const findNode = () => readRow<CitusNode>(FIND_NODE, []);

/** Whether a node keeps acknowledged writes; the settings depend on node, role and database. */
export const IS_DURABLE = `current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on'
  and current_setting('synchronous_commit') <> 'off'`;

/** What a worker of the cluster answers. */
export interface WorkerState {
  /** Its host and port. */
  readonly node: string;
  readonly isUp: boolean;
  /** Whether it keeps acknowledged writes; unknown while it is down. */
  readonly isDurable: boolean;
}

// On new connections, which a worker that hangs does not accept in time.
const ASK_WORKERS = acrossAccounts(
  `select nodename || ':' || nodeport as node, success as "isUp", result = 't' as "isDurable"
   from run_command_on_workers($$select ${IS_DURABLE}$$)`,
);

/** Asks every worker at once; one that does not answer is down. */
export const askWorkers = () => readRows<WorkerState>(ASK_WORKERS, []);

/** SQL: the worker with the rows of an account in this table; the first one if copies exist. */
export const workerOf = (table: string, accountId: string): string =>
  `(select min(groupid) from pg_dist_placement where shardid = get_shard_id_for_distribution_column('${table}', ${accountId}))`;

const FIND_WORKER = acrossAccounts(
  `select case when (select count(*) from citus_get_active_worker_nodes()) > 1 then ${workerOf('leads', '$1::uuid')} end as worker`,
  'find_worker',
);

/** Finds the worker of an account by the catalog of the coordinator; none where it is the only one. */
export const findWorker = (accountId: string) =>
  map(readRow<{ worker: number | null }>(FIND_WORKER, [accountId]), (found) => found?.worker ?? undefined);
