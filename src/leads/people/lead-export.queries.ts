import type { PersonExport } from '../../contract/person';
import { map, prepared, readRow, type Statement } from '../../database/query';
import { HELD_JSON } from '../held/held-submission.view';
import { ACTIVITY_JSON } from '../activities/activities.queries';
import type { PersonalTrace } from './personal-traces';
import { idsOfConversation } from '../intake/ledger.queries';
import { leadsOf, timestamp } from '../record/lead.view';
import { WHOLE_LEAD_JSON } from '../record/lead-detail.view';
import { CONVERSATION_JSON } from './person.queries';

const IS_HELD_OF_PERSON = `(h.phone_key = c.phone_key or h.lead_id in (select l.id from ${leadsOf('c.id')} l))`;

/** SQL: the export of a person; `c` is a row with the columns of a conversation, $1 the account. */
const exportOf = (others: readonly PersonalTrace[], row: string): string => `
   select json_build_object(
     'conversation', case when c.id is not null then ${CONVERSATION_JSON} end,
     'leads', array(select ${WHOLE_LEAD_JSON} from ${leadsOf('c.id')} l order by l.created_at, l.id),
     'appointments', array(select json_build_object(
                             'id', a.id, 'lead_id', a.lead_id, 'starts_at', ${timestamp('a.starts_at')},
                             'attended', a.attended, 'missed', a.missed, 'member_id', a.member_id, 'text', a.text,
                             'created_at', ${timestamp('a.created_at')})
                           from ${leadsOf('c.id')} l
                           join appointments a on a.account_id = $1 and a.lead_id = l.id order by a.starts_at, a.id),
     'activities', array(select ${ACTIVITY_JSON} from ${leadsOf('c.id')} l
                         join activities a on a.account_id = $1 and a.lead_id = l.id order by a.at, a.id),
     'submissions', array(select json_build_object(
                            'id', s.id, 'external_id', s.external_id, 'key_id', s.key_id, 'request_id', s.request_id,
                            'result', s.result, 'lead_id', s.lead_id, 'created_at', ${timestamp('s.created_at')})
                          from (select unnest(${idsOfConversation('c.id')}) as id
                                union select h.submission_id from held_submissions h
                                where h.account_id = $1 and ${IS_HELD_OF_PERSON}) i
                          cross join lateral (select s.* from submissions s
                                              where s.account_id = $1 and s.id = i.id limit 1) s
                          order by s.created_at, s.id),
     'held_submissions', array(select ${HELD_JSON} from held_submissions h
                               where h.account_id = $1 and ${IS_HELD_OF_PERSON} order by h.created_at, h.id),
     ${others.map(({ field, exported }) => `'${field}', ${exported}`).join(', ')}
   ) as person
   from ${row}`;

const exportOfLead = (others: readonly PersonalTrace[]): Statement =>
  prepared(
    'export_person_of_lead',
    exportOf(
      others,
      `conversations c
   where c.account_id = $1
     and c.id = (select l.conversation_id from leads l where l.account_id = $1 and l.id = $2)`,
    ),
  );

/** Reads everything as of one moment. */
export const exportPersonOfLead = (others: readonly PersonalTrace[], accountId: string, leadId: string) =>
  map(readRow<{ person: PersonExport }>(exportOfLead(others), [accountId, leadId]), (row) => row?.person);

const exportOfPhone = (others: readonly PersonalTrace[]): Statement =>
  prepared(
    'export_person_of_phone',
    exportOf(
      others,
      `(
    select v.id, v.phone, $2::text as phone_key, v.channel, v.name, v.origin, v.created_at
    from (values (1)) always
    left join (select * from conversations where account_id = $1 and phone_key = $2) v on true) c`,
    ),
  );

/** Reads everything as of one moment; the lists are empty for an unknown phone. */
export const exportPersonOfPhone = (others: readonly PersonalTrace[], accountId: string, phoneKey: string) =>
  map(readRow<{ person: PersonExport }>(exportOfPhone(others), [accountId, phoneKey]), (row) => {
    if (!row) throw new Error('an outer join gave no row');
    return row.person;
  });
