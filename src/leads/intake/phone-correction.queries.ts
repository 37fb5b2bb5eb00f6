import { lockRows, map, prepared, write } from '../../database/query';
import type { OldNumber } from '../record/personal-traces';
import type { Phone } from '../record/phone';
import { IS_SETTLED_ONCE } from './hold.queries';
import { idsOfConversation, updateLedger } from './ledger.queries';

/** Statements of a corrected phone; they need the locks of both conversations and of the leads of the old number. */

const SET_PHONE = prepared(
  'set_phone_of_conversation',
  `update conversations set phone = $3, phone_key = $4 where account_id = $1 and id = $2`,
);

/** Fails with 23505 when another transaction makes a conversation of that phone meanwhile. */
export const setPhone = (accountId: string, conversationId: string, { digits, key }: Phone) =>
  write(SET_PHONE, [accountId, conversationId, digits, key], 'conversation');

const PLACE_LEAD = prepared(
  'place_lead',
  `update leads set phone = $3, conversation_id = $4, copy = $5 where account_id = $1 and id = $2`,
);

interface Place {
  readonly conversationId: string;
  readonly copy: number;
}

/** Gives a lead its new number, and its place among the leads of that number. */
export const placeLead = (accountId: string, leadId: string, digits: string, { conversationId, copy }: Place) =>
  write(PLACE_LEAD, [accountId, leadId, digits, conversationId, copy]);

const MAKE_FIRST = prepared('make_lead_first', `update leads set copy = 0 where account_id = $1 and id = $2`);

/** Makes a lead the own one of its conversation. */
export const makeFirst = (accountId: string, leadId: string) => write(MAKE_FIRST, [accountId, leadId]);

const MOVE_DEALS = prepared(
  'move_deals_to_conversation',
  `update deals d set conversation_id = c.id, conversation_day = c.day, shares_conversation = false
   from (select v.id, v.day from conversations v where v.account_id = $1 and v.id = $3) c
   where d.account_id = $1 and d.lead_id = $2`,
);

/** Counts the deals of a lead with another conversation, on its day; sent before `markSharedDeals` of that one. */
export const moveDealsTo = (accountId: string, leadId: string, conversationId: string) =>
  write(MOVE_DEALS, [accountId, leadId, conversationId]);

/** SQL: a row `h` of held_submissions has the number $2, and is of the lead $3, if that is not null. */
const IS_HELD = `h.account_id = $1 and h.phone_key = $2 and ($3::uuid is null or h.lead_id = $3)`;

const LOCK_HELD = prepared(
  'lock_held_of_old_number',
  `select h.submission_id as id from held_submissions h where ${IS_HELD} order by h.id for update`,
);

/** Locks what is held for the old number; returns the ids of its ledger entries. */
export const lockHeldOfOldNumber = (accountId: string, { phoneKey, leadId }: OldNumber) =>
  map(lockRows<{ id: string }>('held submission', LOCK_HELD, [accountId, phoneKey, leadId]), (rows) =>
    rows.map(({ id }) => id),
  );

// The new number may have held the same external_id already: the one that comes loses it, since it is known once for a phone.
const MOVE_HELD = prepared(
  'move_held_to_new_number',
  `update held_submissions h
   set phone = $4, phone_key = $5, body = case when h.state = 'held' then h.body end,
       external_id = case when exists (
         select from held_submissions o
         where o.account_id = $1 and o.external_id = h.external_id and o.phone_key = $5 and o.${IS_SETTLED_ONCE.replace(' and ', ' and o.')})
         then null else h.external_id end
   where ${IS_HELD}`,
);

/** What is held follows to the new number; what was decided loses its content, as after its days. */
export const moveHeld = (accountId: string, { phoneKey, leadId }: OldNumber, { digits, key }: Phone) =>
  write(MOVE_HELD, [accountId, phoneKey, leadId, digits, key]);

const MOVE_ENTRIES = prepared(
  'move_entries_of_old_number',
  `${updateLedger(
    `${idsOfConversation('$2')} || $4::uuid[]`,
    `conversation_id = case when s.conversation_id = $2 then $5::uuid else s.conversation_id end,
     phone_digest = case when s.external_id is not null then coalesce(s.phone_digest, $6) end`,
  )} and ($3::uuid is null or s.lead_id = $3 or s.id = any($4::uuid[]))`,
);

interface MovedEntries {
  readonly conversationId: string;
  /** Null for all of the conversation. */
  readonly leadId: string | null;
  /** Of what was held for the old number, perhaps without a conversation. */
  readonly heldIds: readonly string[];
  readonly to: string;
  readonly digest: Buffer;
}

/** Ledger entries follow to the conversation of the new number; they keep the digest of the number under which they came. */
export const moveEntries = (accountId: string, { conversationId, leadId, heldIds, to, digest }: MovedEntries) =>
  write(MOVE_ENTRIES, [accountId, conversationId, leadId, heldIds, to, digest]);

const TAKE_ENTRIES = prepared('take_entries', updateLedger(idsOfConversation('$2'), 'conversation_id = $3'));

/** Gives the ledger entries of a contact to the conversation that takes its number. */
export const takeEntries = (accountId: string, from: string, to: string) => write(TAKE_ENTRIES, [accountId, from, to]);

const CORRECT_MERGED = prepared(
  'correct_merged_records',
  `update lead_merges g set merged_lead = (g.merged_lead::jsonb || $3::jsonb)::json
   where g.account_id = $1 and g.lead_id = $2 and g.merged_lead is not null`,
);

/** The records of leads that were merged into this one show the new number too. */
export const correctMerged = (accountId: string, leadId: string, phone: string) =>
  write(CORRECT_MERGED, [accountId, leadId, JSON.stringify({ phone })]);
