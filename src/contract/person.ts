import { ACTIVITY } from './day/activity';
import { KEPT_DEAL_CHANGE } from './deal';
import { KEPT_APPOINTMENT } from './day/appointment';
import { SENT } from './day/today';
import { HELD_SUBMISSION } from './held-submission';
import { EXPORTED_LEAD, REQUEST_ID } from './lead';
import { MAX_SHOWN_LEADS } from './limits';
import {
  COUNT,
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
} from './document/shape';
import { DELIVERY_PARTS } from './source';
import { SUBMISSION_RESULTS, ALSO_SENT } from './submission';
import { ORIGINS } from './origin';

/** Channels of a first contact that staff record. */
export const STAFF_CHANNELS = ['chat', 'form'] as const;
export type StaffChannel = (typeof STAFF_CHANNELS)[number];

const CHANNELS = [...STAFF_CHANNELS, 'api'] as const;
export type Channel = (typeof CHANNELS)[number];

export const CONVERSATION = named(
  'Conversation',
  object({ id: ID, phone: PHONE_DIGITS, channel: oneOf(CHANNELS), lead_id: orNull(ID), created_at: MOMENT }),
);
export type ConversationView = Of<typeof CONVERSATION>;

const PERSON_CONVERSATION = object({
  id: ID,
  phone: orNull(PHONE_DIGITS),
  channel: oneOf(CHANNELS),
  name: orNull(TEXT),
  origin: oneOf(ORIGINS),
  created_at: MOMENT,
});
export type PersonConversation = Of<typeof PERSON_CONVERSATION>;

/** Data of an account about a phone, which may have no lead. */
export const KNOWN_PERSON = named(
  'KnownPerson',
  object({
    phone: described(PHONE_DIGITS, 'The phone asked for, as digits with country code.'),
    leads: described(listOf(ID), `At most ${MAX_SHOWN_LEADS}.`),
    conversation: orNull(PERSON_CONVERSATION),
    held_submissions: described(COUNT, 'How many submissions of this phone wait for a decision.'),
  }),
);
export type KnownPerson = Of<typeof KNOWN_PERSON>;

/** The last submission of a lead that came back. */
const KEPT_RETURN = object({ lead_id: ID, returned_at: MOMENT, sent: orNull(SENT) });

const LEDGER_ENTRY = object({
  id: ID,
  external_id: orNull(TEXT),
  key_id: described(orNull(ID), 'Null for a source.'),
  source_id: orNull(ID),
  request_id: REQUEST_ID,
  result: oneOf(SUBMISSION_RESULTS),
  lead_id: orNull(ID),
  created_at: MOMENT,
  also_sent: orNull(ALSO_SENT),
});

/** A pending row of an import, as in the file; it is validated when it is applied. */
const PENDING_ROW = object({
  import_id: ID,
  row: shape<number>({ type: 'integer', minimum: 2 }),
  body: shape<object>({ type: 'object', additionalProperties: true }),
});

/** What came to a source, with what waits to be read. */
const EXPORTED_DELIVERY = object({
  ...DELIVERY_PARTS,
  body: described(
    orNull(TEXT),
    'As it is kept: JSON, or Base64 of what could not be read; null when its days are over.',
  ),
});

/** All data of an account about a person; deals, history and merged leads are in the leads. */
export const PERSON = named(
  'Person',
  object({
    conversation: described(
      orNull(PERSON_CONVERSATION),
      'Null when the person is known only from held submissions or pending rows of imports.',
    ),
    leads: listOf(EXPORTED_LEAD),
    appointments: listOf(KEPT_APPOINTMENT),
    activities: listOf(ACTIVITY),
    deal_changes: listOf(KEPT_DEAL_CHANGE),
    returns: listOf(KEPT_RETURN),
    submissions: listOf(LEDGER_ENTRY),
    held_submissions: listOf(HELD_SUBMISSION),
    import_rows: listOf(PENDING_ROW),
    deliveries: listOf(EXPORTED_DELIVERY),
    automation_runs: listOf(object({ automation_id: ID, deal_id: ID, entered_stage_at: MOMENT, ran_at: MOMENT })),
  }),
);
export type PersonExport = Of<typeof PERSON>;

/** Why a person was erased, where it matters: the dashboard can leave out spam. */
export const ERASURE_REASONS = ['spam'] as const;
export type ErasureReason = (typeof ERASURE_REASONS)[number];

/** Answer to an erasure by lead. */
export const ERASED_LEAD = object({ id: ID, erased_at: MOMENT });
/** Answer to an erasure, with the first lead, if any. */
export const ERASED_PERSON = object({ id: orNull(ID), erased_at: MOMENT });
export type ErasedPerson = Of<typeof ERASED_PERSON>;
