import { ORIGINS } from './origin';
import { ID, MOMENT, named, object, type Of, oneOf, orNull, PHONE_DIGITS, TEXT } from './document/shape';

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

export const PERSON_CONVERSATION = object({
  id: ID,
  phone: orNull(PHONE_DIGITS),
  channel: oneOf(CHANNELS),
  name: orNull(TEXT),
  origin: oneOf(ORIGINS),
  created_at: MOMENT,
});
export type PersonConversation = Of<typeof PERSON_CONVERSATION>;
