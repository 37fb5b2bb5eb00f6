import type { Sendable } from '../../database/query';
import type { RowChange } from './leads.queries';
import { type Listed, moveEntries } from './list-entries.queries';

/** What else changes with the row of a lead. */
interface ChangeBeside {
  /** Statements about its tags and deals. */
  readonly belongings?: Sendable;
  /** The lists that it is in no longer: the stage of a deal that was moved, tags that were taken. */
  readonly left?: readonly string[];
}

/**
 * The statements of a change of a lead, in the order of locks: its row, its tags and deals, and at last its places in the lists, which
 * move to the new `updatedAt`. There is no other way to change a lead that stays. The caller holds its lock.
 */
export const changeLead = (
  accountId: string,
  lead: Listed,
  updatedAt: Date,
  row: RowChange,
  { belongings, left = [] }: ChangeBeside = {},
) => [row(accountId, lead.id, updatedAt), belongings, moveEntries(accountId, lead, updatedAt, left)];
