/** A database with the Citus extension. */
export interface CitusNode {
  readonly isCoordinator: boolean;
  readonly isDistributed: boolean;
}

/** Returns why the service cannot work with this node, for the operator, or undefined (docs/scaling.md). */
export function clusterRefusal({ isCoordinator, isDistributed }: CitusNode, isIsolated: boolean): string | undefined {
  if (!isCoordinator) return 'DATABASE_URL names a worker of the Citus cluster: it must name the coordinator';
  // `set_config` names the account on the coordinator only: each list would be empty.
  if (isDistributed && isIsolated)
    return 'the tables are distributed, and row level security is on, which does not reach the workers: stop all instances and run `npm run distribute` again';
  return undefined;
}
