/** A database with the extension Citus. */
export interface CitusNode {
  readonly isCoordinator: boolean;
  /** Whether `distribute` has run. */
  readonly isDistributed: boolean;
}

/** Why the service cannot work with this node, as a sentence for the operator; undefined where it can (docs/scaling.md). */
export function refusalOf({ isCoordinator, isDistributed }: CitusNode, isIsolated: boolean): string | undefined {
  if (!isCoordinator) return 'DATABASE_URL names a worker of the Citus cluster: it must name the coordinator';
  // The account that the service names stays on the coordinator: each list would be empty.
  if (isDistributed && isIsolated)
    return 'the tables are distributed, and row level security is on, which does not reach the workers: stop all instances and run `npm run distribute` again';
  return undefined;
}
