import type { Channel } from '../../contract/conversation';
import type { Origin } from '../../contract/origin';
import { acrossAccounts, lockRow, map, prepared, readRow, write } from '../../database/query';
import { CLOCK, type Clock } from './clock';
import type { Conversation } from './conversation.entity';
import { leadsOf } from './lead.view';
import type { Phone } from './phone';

const INSERT_CONVERSATION = prepared(
  'insert_conversation',
  `insert into conversations (account_id, id, phone, phone_key, channel, name, origin, created_at, day)
   values ($1, $2, $3, $4, $5, $6, $7, $8, ($8::timestamptz at time zone 'America/Sao_Paulo')::date)`,
);

interface NewConversation {
  readonly id: string;
  readonly phone: Phone;
  readonly channel: Channel;
  readonly name: string | null;
  readonly origin: Origin;
  readonly createdAt: Date;
}

/** Fails with 23505 when another transaction has made the phone's conversation since `lockPhone`, or is just making it. */
export const insertConversation = (accountId: string, c: NewConversation) =>
  write(INSERT_CONVERSATION, [accountId, c.id, c.phone.digits, c.phone.key, c.channel, c.name, c.origin, c.createdAt]);

const MAKE_CONVERSATION = prepared(
  'make_conversation',
  `insert into conversations (account_id, id, phone, phone_key, channel, name, origin, created_at, day)
   values ($1, $2, $3, $4, 'api', null, $5, date_trunc('milliseconds', now()),
           (date_trunc('milliseconds', now()) at time zone 'America/Sao_Paulo')::date)
   on conflict (account_id, phone_key) do nothing`,
);

/**
 * Makes the conversation of a submission's phone, with this id, unless the phone has one; waits for a transaction that is just
 * making it. So `lockPhone` after it finds one in any case, and submissions of one phone wait for each other alike, whether
 * it is known or new.
 */
export const makeConversation = (accountId: string, id: string, phone: Phone, origin: Origin) =>
  write(MAKE_CONVERSATION, [accountId, id, phone.digits, phone.key, origin]);

const MAKE_PAST_CONVERSATION = prepared(
  'make_past_conversation',
  `insert into conversations (account_id, id, phone, phone_key, channel, name, origin, created_at, day)
   values ($1, $2, $3, $4, 'api', null, $5, $6, ($6::timestamptz at time zone 'America/Sao_Paulo')::date)
   on conflict (account_id, phone_key) do nothing`,
);

/** As `makeConversation`, for a contact that began at this moment. */
export const makePastConversation = (accountId: string, id: string, phone: Phone, origin: Origin, createdAt: Date) =>
  write(MAKE_PAST_CONVERSATION, [accountId, id, phone.digits, phone.key, origin, createdAt]);

const UNMAKE_CONVERSATION = prepared(
  'unmake_conversation',
  `delete from conversations where account_id = $1 and id = $2`,
);

/** Takes back a conversation that the same transaction made. */
export const unmakeConversation = (accountId: string, id: string) => write(UNMAKE_CONVERSATION, [accountId, id]);

/** The conversation that a phone has; its name is the first one that came by chat or form, or with a later contact. */
export type FoundConversation = Readonly<Pick<Conversation, 'id' | 'channel' | 'name' | 'createdAt'>> & {
  readonly phone: string;
};

/** The clock is read outside the subquery, so that it shows the moment after the wait for the lock. */
const LOCK_PHONE = prepared(
  'lock_phone',
  `select c.*, ${CLOCK}
   from (values (1)) always
   left join (select id, phone, channel, name, created_at as "createdAt" from conversations
              where account_id = $1 and phone_key = $2 for update) c on true`,
);

/** The locked conversation of a phone, if it has one, and the moment after the lock. */
interface LockedPhone extends Clock {
  readonly conversation: FoundConversation | undefined;
}

/** Serialises all decisions about a phone that has a conversation; for a new phone, creating it does that. */
export const lockPhone = (accountId: string, phoneKey: string) =>
  map(
    lockRow<Clock & (FoundConversation | { readonly id: null })>(LOCK_PHONE, [accountId, phoneKey]),
    (row): LockedPhone => {
      if (!row) throw new Error('an outer join gave no row');
      const { now, today, secondsLeft } = row;
      return { now, today, secondsLeft, conversation: row.id === null ? undefined : row };
    },
  );

const UPDATE_CONVERSATION = prepared(
  'update_conversation',
  `update conversations set origin = coalesce($3, origin), name = coalesce(name, $4) where account_id = $1 and id = $2`,
);

/** What a conversation takes from a later contact; null where it stays as it is. */
interface LaterContact {
  /** The copy that the metrics count by. */
  readonly origin: Origin | null;
  /** Taken by a conversation without a name. */
  readonly name: string | null;
}

export const updateConversation = (accountId: string, id: string, { origin, name }: LaterContact) =>
  write(UPDATE_CONVERSATION, [accountId, id, origin, name]);

const FIND_NOW = acrossAccounts(`select ${CLOCK}`, 'find_now');

/** The moment in the database's time; sent after a lock, the moment after it. */
export const findNow = () =>
  map(readRow<Clock>(FIND_NOW, []), (row) => {
    if (!row) throw new Error('a select without from gave no row');
    return row;
  });

const FOLLOW_ORIGIN = prepared(
  'follow_origin',
  `update conversations set origin = coalesce(
     (select l.origin from ${leadsOf('$2')} l order by l.created_at, l.id limit 1),
     'untracked')
   where account_id = $1 and id = $2`,
);

/** Gives the conversation the origin of its oldest lead, after staff changed either. */
export const followOriginOfOldestLead = (accountId: string, id: string) => write(FOLLOW_ORIGIN, [accountId, id]);

const LOCK_CONVERSATION_OF_LEAD = prepared(
  'lock_conversation_of_lead',
  `select c.id, c.name, c.created_at as "createdAt", c.phone_key as "phoneKey" from conversations c
   where c.account_id = $1
     and c.id = (select l.conversation_id from leads l where l.account_id = $1 and l.id = $2)
   for update`,
);

/** The conversation of a lead, by which all leads of one person are found. */
interface ConversationOfLead {
  readonly id: string;
  readonly name: string | null;
  readonly createdAt: Date;
  /** Null when the person was erased. */
  readonly phoneKey: string | null;
}

/** Locks the conversation of a lead: required to change more than the lead itself. Undefined: no such lead. */
export const lockConversationOfLead = (accountId: string, leadId: string) =>
  lockRow<ConversationOfLead>(LOCK_CONVERSATION_OF_LEAD, [accountId, leadId]);
