import type { DuplicateGroup } from '../../contract/lead';
import { MAX_SHOWN_LEADS } from '../../contract/limits';
import { prepared, readRows } from '../../database/query';
import { leadsOf, OWNER_LEAD_JSON } from '../record/lead.view';

const LIST_DUPLICATES = prepared(
  'list_duplicates',
  // Only further leads of a conversation (copy > 0) have entries in leads_further, so the other leads are not read. A group is
  // looked up by key: for a join, PostgreSQL may scan the whole account.
  `select k.id, json_build_object(
            'phone', (select c.phone from conversations c where c.account_id = $1 and c.id = k.id),
            'leads', array(select ${OWNER_LEAD_JSON} from (select * from ${leadsOf('k.id')} s limit ${MAX_SHOWN_LEADS}) l
                           order by l.created_at, l.id),
            'is_complete', not exists (select from ${leadsOf('k.id')} m offset ${MAX_SHOWN_LEADS})) as "group"
   from (select f.conversation_id as id from leads f
         where f.account_id = $1 and f.conversation_id > $2 and f.copy > 0 and f.erased_at is null
           and exists (select 1 from leads o where o.account_id = $1 and o.conversation_id = f.conversation_id
                       and o.id <> f.id and o.erased_at is null)
         group by f.conversation_id order by f.conversation_id limit $3) k
   order by k.id`,
);

/** Lists up to `count` groups after the conversation id `after`. */
export const listDuplicates = (accountId: string, after: string, count: number) =>
  readRows<{ id: string; group: DuplicateGroup }>(LIST_DUPLICATES, [accountId, after, count]);
