import { DEAL } from './deal';
import { LEAD } from './lead';
import {
  FLAG,
  having,
  ID,
  listOf,
  named,
  object,
  type Of,
  oneOf,
  only,
  optional,
  orNull,
  shape,
  TEXT,
  told,
} from './shape';

/** What a submission does that is applied. */
export const APPLIED_RESULTS = ['created', 'updated'] as const;
export type AppliedResult = (typeof APPLIED_RESULTS)[number];

/** The result of a submission, as the ledger keeps it. */
export const SUBMISSION_RESULTS = [...APPLIED_RESULTS, 'held'] as const;
export type SubmissionResult = (typeof SUBMISSION_RESULTS)[number];

/**
 * What the answer tells a reader besides the lead: a signal that was ignored, a note or tags that did not fit, a pipeline
 * or stage of a held submission that is no longer available.
 */
export const WARNING = named(
  'Warning',
  object({
    code: oneOf(['invalid_format', 'notes_full', 'tags_full', 'unavailable']),
    field: told(TEXT, 'In dotted form, such as `attribution.gclid`.'),
    message: TEXT,
  }),
);
export type Warning = Of<typeof WARNING>;

/** Beside the data of an answer. */
export const WARNINGS = optional(
  told(having(listOf(WARNING), { minItems: 1 }), 'Absent when there is nothing to warn of.'),
);

/** The whole answer to a key without leads:read, and to a request for a sign-in link. */
export const RECEIVED = object({ received: only(true) });
export type Received = Of<typeof RECEIVED>;

/** The answer to a submission of a key with leads:read, in an envelope of its own. */
export const SUBMITTED = object({
  data: object({
    id: ID,
    created: FLAG,
    duplicate: told(FLAG, 'The external_id was sent before: nothing new was written.'),
    deal: orNull(DEAL),
    lead: LEAD,
  }),
  warnings: WARNINGS,
});
export type Submitted = Of<typeof SUBMITTED>;

const NOTHING = shape<null>({ type: 'null' });

/** The same for a submission that waits for the owner since it was sent before, while its phone has no lead. */
export const STILL_HELD = object({
  data: object({ id: NOTHING, created: only(false), duplicate: only(true), deal: NOTHING, lead: NOTHING }),
});
export type StillHeld = Of<typeof STILL_HELD>;
