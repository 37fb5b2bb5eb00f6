import { ORIGINS } from './origin';
import { ID, MOMENT, named, object, type Of, oneOf, orNull, PHONE_DIGITS, TEXT } from './shape';

/** Where a first contact that staff record came in. */
export const STAFF_CHANNELS = ['chat', 'form'] as const;
export type StaffChannel = (typeof STAFF_CHANNELS)[number];

/** Where any first contact came in. */
const CHANNELS = [...STAFF_CHANNELS, 'api'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A conversation as the back office sees it. */
export const CONVERSATION = named(
  'Conversation',
  object({ id: ID, phone: PHONE_DIGITS, channel: oneOf(CHANNELS), lead_id: orNull(ID), created_at: MOMENT }),
);
export type ConversationView = Of<typeof CONVERSATION>;

/** The conversation of a person as the owner sees it. */
export const PERSON_CONVERSATION = object({
  id: ID,
  phone: orNull(PHONE_DIGITS),
  channel: oneOf(CHANNELS),
  name: orNull(TEXT),
  origin: oneOf(ORIGINS),
  created_at: MOMENT,
});
export type PersonConversation = Of<typeof PERSON_CONVERSATION>;
