import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Kind } from './query';
import type { Transaction } from './transaction';

/** Work in a transaction. */
export type Work<T, K extends Kind = Kind> = (tx: Transaction<K>) => Promise<T>;

/** A connection of a pool, lent for one transaction or batch. */
export interface Borrowed {
  readonly client: PoolClient;
  readonly entities: EntityManager;
  isBroken: boolean;
}

/** Commits when the work returns, rolls back when it throws; marks a connection as broken that cannot roll back. */
export async function run<T, K extends Kind>(tx: Transaction<K>, lent: Borrowed, work: Work<T, K>): Promise<T> {
  try {
    const result = await work(tx);
    await tx.finish();
    return result;
  } catch (error) {
    await tx.rollBack().catch(() => (lent.isBroken = true));
    throw error;
  }
}
