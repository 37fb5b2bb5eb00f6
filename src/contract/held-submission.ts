import { REQUEST_ID } from './lead';
import { WARNINGS } from './submission';
import {
  ID,
  listOf,
  MOMENT,
  named,
  object,
  type Of,
  oneOf,
  orNull,
  PHONE_DIGITS,
  shape,
  TEXT,
  described,
  ref,
} from './document/shape';

const HELD_REASONS = ['ambiguous_lead', 'external_id_conflict', 'notes_full'] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

export const HELD_STATES = ['held', 'applied', 'dismissed'] as const;
export type HeldState = (typeof HELD_STATES)[number];

export type Decision = Exclude<HeldState, 'held'>;

/** Body of POST /leads; the reference makes its schema from the validating class. */
const SUBMISSION = shape<Readonly<Record<string, unknown>>>(ref('Submission'));

/** A held submission for the owner, unmasked. Erased data and bodies past their retention are null. */
export const HELD_SUBMISSION = named(
  'HeldSubmission',
  object({
    id: ID,
    reason: oneOf(HELD_REASONS),
    phone: orNull(PHONE_DIGITS),
    external_id: orNull(TEXT),
    body: described(
      orNull(SUBMISSION),
      'As it was sent; null when its days after the decision (90) are over, or the person was erased.',
    ),
    key: object({ id: ID, name: TEXT }),
    request_id: REQUEST_ID,
    created_at: MOMENT,
    state: oneOf(HELD_STATES),
    resolved_at: orNull(MOMENT),
    lead_id: described(orNull(ID), 'The lead that it was applied to, completely or without its note.'),
    lead_ids: described(listOf(ID), 'The leads that have this phone now.'),
  }),
);
export type HeldSubmissionView = Of<typeof HELD_SUBMISSION>;

export const APPLIED_HELD = object({ data: HELD_SUBMISSION, warnings: WARNINGS });
export type AppliedHeld = Of<typeof APPLIED_HELD>;
