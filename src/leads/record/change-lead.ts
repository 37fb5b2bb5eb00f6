import type { Sendable } from '../../database/query';
import type { RowChange } from './leads.queries';
import { type Listed, moveEntries } from './list-entries.queries';

interface ChangeBeside {
  readonly belongings?: Sendable;
  /** The lists that the lead has left: the stage of a moved deal, removed tags. */
  readonly left?: readonly string[];
}

/** Every change of a remaining lead uses it. Requires the lead's lock. */
export const changeLead = (
  accountId: string,
  lead: Listed,
  updatedAt: Date,
  row: RowChange,
  { belongings, left = [] }: ChangeBeside = {},
) => [row(accountId, lead.id, updatedAt), belongings, moveEntries(accountId, lead, updatedAt, left)];
