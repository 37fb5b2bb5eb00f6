import type { DealView } from '../../contract/deal';
import type { LeadView } from '../../contract/lead';
import type { AppliedResult, Warning } from '../../contract/submission';
import type { Query } from '../../database/query';
import type { OwnersWord } from './submission';

export interface Outcome {
  readonly created: boolean;
  readonly duplicate: boolean;
  /** Null for a duplicate of a held submission whose phone has no lead. */
  readonly lead: LeadView | null;
  /** The lead's newest deal in the pipeline of the request. */
  readonly deal: DealView | null;
  readonly warnings: readonly Warning[];
}

/** Makes the last statement of an imported row, which replaces the daily count. A failure rolls everything back. */
export type Settle = (result: AppliedResult, warnings: readonly Warning[]) => Query<unknown>;

export interface Imported extends OwnersWord {
  /** The member who gets the lead, if nobody is responsible for it. */
  readonly responsibleId?: string;
  readonly settle: Settle;
}
