import { prepared, type Queryable } from '../database/sql';
import { timestamp } from './lead.view';
import type { Phone } from './phone';

/** The conversation of a person as the owner sees it. */
export interface PersonConversation {
  readonly id: string;
  readonly phone: string | null;
  readonly channel: string;
  readonly name: string | null;
  readonly origin: string;
  readonly created_at: string;
}

/** A row `c` of conversations as JSON. */
export const CONVERSATION_JSON = `json_build_object(
  'id', c.id, 'phone', c.phone, 'channel', c.channel, 'name', c.name, 'origin', c.origin,
  'created_at', ${timestamp('c.created_at')})`;

/** What an account knows of a phone, which may have no lead. */
export interface KnownPerson {
  /** As it was asked for, in digits with country code. */
  readonly phone: string;
  readonly leads: readonly string[];
  readonly conversation: PersonConversation | null;
  /** How many submissions of this phone wait for the owner's decision. */
  readonly held_submissions: number;
}

const FIND_PERSON = prepared(
  'find_person',
  `select array(select l.id from leads l
                where l.account_id = $1 and l.conversation_id = c.id and l.erased_at is null
                order by l.created_at, l.id) as leads,
          case when c.id is not null then ${CONVERSATION_JSON} end as conversation,
          (select count(*)::int from held_submissions h
           where h.account_id = $1 and h.phone_key = $2 and h.state = 'held') as held_submissions
   from (values (1)) always
   left join (select id, phone, channel, name, origin, created_at from conversations
              where account_id = $1 and phone_key = $2) c on true`,
);

/** What is known of a phone; undefined when nothing is. */
export async function findPerson(
  db: Queryable,
  accountId: string,
  { digits, key }: Phone,
): Promise<KnownPerson | undefined> {
  const found = await db.row<Omit<KnownPerson, 'phone'>>(FIND_PERSON, [accountId, key]);
  return found && (found.conversation || found.held_submissions > 0) ? { phone: digits, ...found } : undefined;
}
