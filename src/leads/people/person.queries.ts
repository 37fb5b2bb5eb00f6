import { isSeen, type Viewer, viewerId } from '../../accounts/actor';
import type { KnownPerson } from '../../contract/person';
import type { Subject } from '../../contract/audit';
import { MAX_SHOWN_LEADS } from '../../contract/limits';
import { map, prepared, readRow, type Statement } from '../../database/query';
import type { PersonalTrace } from '../record/personal-traces';
import { timestamp } from '../record/lead.view';
import type { Phone } from '../record/phone';

export const CONVERSATION_JSON = `json_build_object(
  'id', c.id, 'phone', c.phone, 'channel', c.channel, 'name', c.name, 'origin', c.origin,
  'created_at', ${timestamp('c.created_at')})`;

const LEADS_OF_PERSON = `select from leads s where s.account_id = $1 and s.conversation_id = o.id and s.erased_at is null`;

/** Who asks: the leads that they see, and whether they review held submissions. */
export interface PersonViewer {
  readonly viewer: Viewer;
  readonly mayReview: boolean;
}

const findPersonStatement = (others: readonly PersonalTrace[]): Statement =>
  prepared(
    'find_person',
    `select array(select l.id
                  from (select f.id, f.created_at from leads f
                        where f.account_id = $1 and f.conversation_id = c.id and f.erased_at is null and ${isSeen('f', '$3')}
                        order by f.copy limit ${MAX_SHOWN_LEADS}) l
                  order by l.created_at, l.id) as leads,
            case when c.id is not null then ${CONVERSATION_JSON} end as conversation,
            (select count(*)::int from held_submissions h
             where $4 and h.account_id = $1 and h.phone_key = $2 and h.state = 'held') as held_submissions,
            c.id is not null or $4 and (
              exists (select from held_submissions h where h.account_id = $1 and h.phone_key = $2)
              ${others.map(({ ofPhone }) => (ofPhone ? `or ${ofPhone.first('$2')} is not null` : '')).join(' ')}) as "isKnown"
     from (values (1)) always
     left join (select o.id, o.phone, o.channel, o.name, o.origin, o.created_at from conversations o
                where o.account_id = $1 and o.phone_key = $2
                  and ($3::uuid is null or not exists (${LEADS_OF_PERSON}) or exists (${LEADS_OF_PERSON} and ${isSeen('s', '$3')}))) c on true`,
  );

/**
 * Finds what is stored for a phone, also decided submissions and the records of `others`. For a viewer who sees none of the person's
 * leads there is nothing.
 */
export const findPerson = (
  others: readonly PersonalTrace[],
  accountId: string,
  { viewer, mayReview }: PersonViewer,
  { digits, key }: Phone,
) =>
  map(
    readRow<Omit<KnownPerson, 'phone'> & { readonly isKnown: boolean }>(findPersonStatement(others), [
      accountId,
      key,
      viewerId(viewer),
      mayReview,
    ]),
    (row): KnownPerson | undefined => {
      if (!row?.isKnown) return undefined;
      const { leads, conversation, held_submissions } = row;
      return { phone: digits, leads, conversation, held_submissions };
    },
  );

interface Identified {
  readonly id: string;
}

interface PersonTraces {
  readonly leads: readonly Identified[];
  readonly conversation: Identified | null | undefined;
  readonly held: readonly Identified[];
  readonly others: readonly Subject[];
}

/** Names a person in the audit trail by the first lead or another record; undefined for an unknown person. */
export function subjectOf({ leads, conversation, held, others }: PersonTraces): Subject | undefined {
  const [lead, submission] = [leads[0], held[0]];
  if (lead) return { type: 'lead', id: lead.id };
  if (conversation) return { type: 'conversation', id: conversation.id };
  return submission ? { type: 'held_submission', id: submission.id } : others[0];
}
