import type { Channel } from '../../contract/person';
import type { Origin } from '../../contract/origin';
import { erasing } from '../../database/columns';
import { LostRace } from '../../database/errors';
import { lockRow, lockRows, map, planned, prepared, readRow, write } from '../../database/query';
import type { Transaction } from '../../database/transaction';
import { CLOCK, type Clock } from './clock';
import { Conversation } from './conversation.entity';
import { oldestOf } from './oldest-lead';
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

/** Fails with 23505 when another transaction makes the same conversation after `lockPhone`. */
export const insertConversation = (accountId: string, c: NewConversation) =>
  write(
    INSERT_CONVERSATION,
    [accountId, c.id, c.phone.digits, c.phone.key, c.channel, c.name, c.origin, c.createdAt],
    'conversation',
  );

const MAKE_CONVERSATION = prepared(
  'make_conversation',
  `insert into conversations (account_id, id, phone, phone_key, channel, name, origin, created_at, day)
   values ($1, $2, $3, $4, 'api', $6, $5, date_trunc('milliseconds', now()),
           (date_trunc('milliseconds', now()) at time zone 'America/Sao_Paulo')::date)
   on conflict (account_id, phone_key) do nothing`,
);

/**
 * Does nothing if the phone has a conversation; waits for a transaction that makes it.
 * After it `lockPhone` always finds one, so submissions of a phone wait for each other, known or new.
 */
export const makeConversation = (accountId: string, id: string, phone: Phone, origin: Origin, name: string | null) =>
  write(MAKE_CONVERSATION, [accountId, id, phone.digits, phone.key, origin, name], 'conversation');

const MAKE_PAST_CONVERSATION = prepared(
  'make_past_conversation',
  `insert into conversations (account_id, id, phone, phone_key, channel, name, origin, created_at, day)
   values ($1, $2, $3, $4, 'api', $6, $5, $7, ($7::timestamptz at time zone 'America/Sao_Paulo')::date)
   on conflict (account_id, phone_key) do nothing`,
);

/** Like `makeConversation`, for a contact that began at `createdAt`. */
export const makePastConversation = (
  accountId: string,
  id: string,
  phone: Phone,
  origin: Origin,
  name: string | null,
  createdAt: Date,
) => write(MAKE_PAST_CONVERSATION, [accountId, id, phone.digits, phone.key, origin, name, createdAt], 'conversation');

const UNMAKE_CONVERSATION = prepared(
  'unmake_conversation',
  `delete from conversations where account_id = $1 and id = $2`,
);

export const unmakeConversation = (accountId: string, id: string) => write(UNMAKE_CONVERSATION, [accountId, id]);

const EMPTY_CONVERSATION = prepared(
  'empty_conversation',
  `update conversations set ${erasing(Conversation)}, is_spam = $3 where account_id = $1 and id = $2`,
);

/** Leaves of a conversation only its row, for the counts of its day; figures can leave out spam. */
export const emptyConversation = (accountId: string, id: string | null, isSpam = false) =>
  write(EMPTY_CONVERSATION, [accountId, id, isSpam]);

/** The conversation of a phone; its name is the first one given. */
export type FoundConversation = Readonly<Pick<Conversation, 'id' | 'channel' | 'name' | 'createdAt'>> & {
  readonly phone: string;
};

/** Reads the clock outside the subquery, so after the wait for the lock. */
const LOCK_PHONE = prepared(
  'lock_phone',
  `select c.*, ${CLOCK}
   from (values (1)) always
   left join (select id, phone, channel, name, created_at as "createdAt" from conversations
              where account_id = $1 and phone_key = $2 for update) c on true`,
);

export interface LockedPhone extends Clock {
  readonly conversation: FoundConversation | undefined;
}

/** Serialises all decisions about a phone with a conversation; for a new phone, its creation does. */
export const lockPhone = (accountId: string, phoneKey: string) =>
  map(
    lockRow<Clock & (FoundConversation | { readonly id: null })>('conversation', LOCK_PHONE, [accountId, phoneKey]),
    (row): LockedPhone => {
      if (!row) throw new Error('an outer join gave no row');
      const { now, today, secondsLeft } = row;
      return { now, today, secondsLeft, conversation: row.id === null ? undefined : row };
    },
  );

const HAS_CONVERSATION = planned(`select from conversations where account_id = $1 and phone_key = $2`);

/** Whether a phone has a conversation, without its lock. */
export const hasConversation = (accountId: string, phoneKey: string) =>
  map(readRow(HAS_CONVERSATION, [accountId, phoneKey]), (row) => row !== undefined);

const UPDATE_CONVERSATION = prepared(
  'update_conversation',
  `update conversations set origin = coalesce($3, origin), name = coalesce(name, $4) where account_id = $1 and id = $2`,
);

/** What a later contact changes in a conversation; null keeps the value. */
interface LaterContact {
  /** The copy used by the metrics. */
  readonly origin: Origin | null;
  readonly name: string | null;
}

export const updateConversation = (accountId: string, id: string, { origin, name }: LaterContact) =>
  write(UPDATE_CONVERSATION, [accountId, id, origin, name]);

const FOLLOW_ORIGIN = prepared(
  'follow_origin',
  `update conversations set origin = coalesce(
     (select l.origin from ${oldestOf('$2')} l),
     'untracked')
   where account_id = $1 and id = $2`,
);

/** Copies the origin of the oldest lead, after staff changed either. */
export const followOriginOfOldestLead = (accountId: string, id: string) => write(FOLLOW_ORIGIN, [accountId, id]);

const OF_LEAD = `c.id, c.name, c.channel, c.created_at as "createdAt", c.phone_key as "phoneKey"`;

const LOCK_CONVERSATION_OF_LEAD = prepared(
  'lock_conversation_of_lead',
  `select ${OF_LEAD} from conversations c
   where c.account_id = $1
     and c.id = (select l.conversation_id from leads l where l.account_id = $1 and l.id = $2)
   for update`,
);

/** The phone is null after an erasure. */
export type ConversationOfLead = Readonly<Pick<Conversation, 'id' | 'name' | 'channel' | 'createdAt' | 'phoneKey'>>;

const FIND_CONVERSATION_ID = prepared(
  'find_conversation_id',
  `select l.conversation_id as id from leads l where l.account_id = $1 and l.id = $2`,
);

/**
 * Locks the conversation of a lead, which is required to change more than that lead. Undefined for an unknown lead. Starts the transaction
 * again when a correction of its phone has given the lead another conversation meanwhile.
 */
export async function lockConversationOfLead(
  tx: Transaction,
  accountId: string,
  leadId: string,
): Promise<ConversationOfLead | undefined> {
  const [conversation, present] = await tx.send([
    lockRow<ConversationOfLead>('conversation', LOCK_CONVERSATION_OF_LEAD, [accountId, leadId]),
    readRow<{ id: string }>(FIND_CONVERSATION_ID, [accountId, leadId]),
  ]);
  if (conversation && present && conversation.id !== present.id) throw new LostRace();
  return conversation;
}

/** SQL: the conversation of a lead; the account is $1. */
const ofLead = (leadId: string): string =>
  `(select l.conversation_id from leads l where l.account_id = $1 and l.id = ${leadId})`;

/** Statements that lock the conversation of the lead $2 and another one, and find them again afterwards. */
const pair = (name: string, other: string) => ({
  lock: prepared(
    `lock_conversations_${name}`,
    `select ${OF_LEAD} from conversations c
     where c.account_id = $1 and c.id = any(array[${ofLead('$2')}, ${other}]) order by c.id for update`,
  ),
  find: prepared(
    `find_conversations_${name}`,
    `select ${ofLead('$2')} as own, ${other} as other,
            (select a.cursor_secret from accounts a where a.id = $1) as secret`,
  ),
});

const WITH_PHONE = pair(
  'of_lead_and_phone',
  '(select v.id from conversations v where v.account_id = $1 and v.phone_key = $3)',
);

const WITH_LEAD = pair('of_two_leads', ofLead('$3'));

/** The conversation of a lead, and the other conversation, where it is another one; with the account's secret. */
export interface LockedPair {
  readonly own: ConversationOfLead;
  readonly other: ConversationOfLead | undefined;
  readonly secret: Buffer;
}

/**
 * Locks the conversations of a lead and of a phone in the order of their ids. Undefined for an unknown lead. Starts the transaction again
 * when the lead has another one meanwhile. One of the phone that is made meanwhile is not found: the write of the phone then fails.
 */
export const lockWithPhone = (tx: Transaction, accountId: string, leadId: string, phoneKey: string) =>
  lockPair(tx, WITH_PHONE, [accountId, leadId, phoneKey]);

/** The same for two leads. */
export const lockWithLead = (tx: Transaction, accountId: string, leadId: string, otherId: string) =>
  lockPair(tx, WITH_LEAD, [accountId, leadId, otherId]);

async function lockPair(
  tx: Transaction,
  { lock, find }: ReturnType<typeof pair>,
  values: readonly string[],
): Promise<LockedPair | undefined> {
  const [locked, now] = await tx.send([
    lockRows<ConversationOfLead>('conversation', lock, values),
    readRow<{ own: string | null; other: string | null; secret: Buffer }>(find, values),
  ]);
  if (!now?.own) return undefined;
  const [own, other] = [now.own, now.other].map((id) => locked.find((one) => one.id === id));
  if (!own) throw new LostRace();
  return { own, other: other === own ? undefined : other, secret: now.secret };
}
