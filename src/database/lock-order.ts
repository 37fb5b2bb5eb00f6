/**
 * The locks for which transactions wait for each other, in the one order in which each transaction takes them: waiting
 * transactions then stand in a line, never in a circle. Rows of one kind are locked in the order of their ids, by the
 * statement itself. All else of a person (deals, notes, list entries, the ledger) changes under the lock of conversation,
 * lead or held submission, so nobody waits for it. Statements of TypeORM (`Transaction.entities`) are not checked.
 */
const ORDER = [
  'sign-in request',
  'account',
  'member',
  'source',
  'conversation',
  'lead',
  'held submission',
  'delivery',
  'pipeline',
  'automation',
  // Of a ledger entry; unique in the account, so an insert waits for another that claims the same one.
  'external_id',
  'tag',
  // A deal shares the lock of its stage, by its foreign key.
  'stage',
  'rota',
  'notification',
  'import row',
  'lead of a job',
  // Unique in the account, so an insert waits for the same delivery.
  'delivery identity',
  'source day',
  'day',
] as const;

export type Lock = (typeof ORDER)[number];

/** The locks of one transaction. */
export class LockOrder {
  private readonly taken = new Set<Lock>();
  private last = 0;

  /** Throws when a lock that comes later is held, unless rows of this kind were locked already. */
  take(lock: Lock): void {
    const rank = ORDER.indexOf(lock);
    if (rank < this.last && !this.taken.has(lock)) {
      throw new Error(`the lock of the ${lock} comes before the lock of the ${ORDER[this.last]}`);
    }
    this.taken.add(lock);
    this.last = Math.max(this.last, rank);
  }
}
