import type { CitusNode } from '../refusals';
import { acrossAccounts, map, readRow } from '../query';

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

const FIND_DURABLE_WORKERS = acrossAccounts(
  `select bool_and(result = 't') filter (where success) as "areDurable"
   from run_command_on_workers($$select ${IS_DURABLE}$$)`,
);

/** Whether every worker that answers keeps acknowledged writes; null while none answers. */
export const areWorkersDurable = () =>
  map(readRow<{ areDurable: boolean | null }>(FIND_DURABLE_WORKERS, []), (found) => found?.areDurable ?? null);

/** SQL: the worker with the rows of an account in this table; the first one if copies exist. */
export const workerOf = (table: string, accountId: string): string =>
  `(select min(groupid) from pg_dist_placement where shardid = get_shard_id_for_distribution_column('${table}', ${accountId}))`;
