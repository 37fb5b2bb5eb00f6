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
  described,
  MONEY,
} from './document/shape';
import { eachText } from './lead-fields';

export const ALSO_SENT = named(
  'AlsoSent',
  described(
    object({
      ...eachText(() => optional(TEXT)),
      utm_campaign: optional(TEXT),
      utm_source: optional(TEXT),
      utm_medium: optional(TEXT),
      value: optional(described(MONEY, 'For a deal that the lead already had.')),
    }),
    'What a submission had and its lead did not take, because it had another value. Null when the lead has all of it.',
  ),
);
export type AlsoSent = Of<typeof ALSO_SENT>;

export const APPLIED_RESULTS = ['created', 'updated'] as const;
export type AppliedResult = (typeof APPLIED_RESULTS)[number];

/** Results of a submission in the ledger. */
export const SUBMISSION_RESULTS = [...APPLIED_RESULTS, 'held'] as const;
export type SubmissionResult = (typeof SUBMISSION_RESULTS)[number];

/** Ignored parts of a submission: a signal, what a template left, a note or tags that did not fit, a vanished pipeline or stage. */
const WARNING = named(
  'Warning',
  object({
    code: oneOf(['invalid_format', 'ignored', 'notes_full', 'tags_full', 'unavailable']),
    field: described(TEXT, 'In dotted form, such as `attribution.gclid`.'),
    message: TEXT,
  }),
);
export type Warning = Of<typeof WARNING>;

/** Next to the data of an answer. */
export const WARNINGS = optional(
  described(having(listOf(WARNING), { minItems: 1 }), 'Absent when there is nothing to warn of.'),
);

/** Whole answer to a key without leads:read, and to a request for a sign-in link. */
export const RECEIVED = object({ received: only(true) });
export type Received = Of<typeof RECEIVED>;

/** Answer to a submission of a key with leads:read, with its own envelope. */
export const SUBMITTED = object({
  data: object({
    id: ID,
    created: FLAG,
    duplicate: described(FLAG, 'The external_id was sent before: nothing new was written.'),
    deal: orNull(DEAL),
    lead: LEAD,
  }),
  warnings: WARNINGS,
});
export type Submitted = Of<typeof SUBMITTED>;

const NOTHING = shape<null>({ type: 'null' });

/** Answer to a repeated submission that is still held, while its phone has no lead. */
export const STILL_HELD = object({
  data: object({ id: NOTHING, created: only(false), duplicate: only(true), deal: NOTHING, lead: NOTHING }),
});
export type StillHeld = Of<typeof STILL_HELD>;
