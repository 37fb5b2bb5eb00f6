import type { DealView } from '../../contract/deal';
import type { LeadView } from '../../contract/lead';
import type { AppliedResult, Warning } from '../../contract/submission';
import type { Query } from '../../database/query';
import type { OwnersWord } from './submission';

/** What a caller with leads:read is answered. */
export interface Outcome {
  readonly created: boolean;
  readonly duplicate: boolean;
  /** Null for a duplicate of a held submission whose phone has no lead. */
  readonly lead: LeadView | null;
  /** The lead's deal in the pipeline of the request, the newest if there are several. */
  readonly deal: DealView | null;
  readonly warnings: readonly Warning[];
}

/**
 * The last statement of an imported row, instead of the daily count: the row is recorded with its submission, and takes
 * nothing from the quota. When it fails, everything is rolled back.
 */
export type Settle = (result: AppliedResult, warnings: readonly Warning[]) => Query<unknown>;

/** What an imported row has beside a body of POST /leads. */
export interface Imported extends OwnersWord {
  readonly settle: Settle;
}
