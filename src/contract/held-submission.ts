import { ref } from './json-schema';
import { REQUEST_ID } from './lead';
import { WARNINGS } from './submission';
import { ID, listOf, MOMENT, named, object, type Of, oneOf, orNull, PHONE_DIGITS, shape, TEXT, told } from './shape';

/** Why a submission could not be applied. */
const HELD_REASONS = ['ambiguous_lead', 'external_id_conflict', 'notes_full'] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/** What became of a held submission. */
export const HELD_STATES = ['held', 'applied', 'dismissed'] as const;
export type HeldState = (typeof HELD_STATES)[number];

/** What the owner decides of it. */
export type Decision = Exclude<HeldState, 'held'>;

/** The body of POST /leads; the reference makes its schema from the class that validates it. */
const SUBMISSION = shape<Readonly<Record<string, unknown>>>(ref('Submission'));

/** A held submission as the owner sees it, masked nowhere. What an erasure took is null, and a body that was kept long enough. */
export const HELD_SUBMISSION = named(
  'HeldSubmission',
  object({
    id: ID,
    reason: oneOf(HELD_REASONS),
    phone: orNull(PHONE_DIGITS),
    external_id: orNull(TEXT),
    body: told(
      orNull(SUBMISSION),
      'As it was sent; null when its days after the decision (90) are over, or the person was erased.',
    ),
    key: object({ id: ID, name: TEXT }),
    request_id: REQUEST_ID,
    created_at: MOMENT,
    state: oneOf(HELD_STATES),
    resolved_at: orNull(MOMENT),
    lead_id: told(orNull(ID), 'The lead that it was applied to, completely or without its note.'),
    lead_ids: told(listOf(ID), 'The leads that have this phone now.'),
  }),
);
export type HeldSubmissionView = Of<typeof HELD_SUBMISSION>;

/** The answer to the owner who applied one. */
export const APPLIED_HELD = object({ data: HELD_SUBMISSION, warnings: WARNINGS });
export type AppliedHeld = Of<typeof APPLIED_HELD>;
