import type { DuplicateGroup } from '../../contract/lead';
import { ROWS_BYTES } from '../../common/input/paging';
import { MAX_SHOWN_LEADS } from '../../contract/limits';
import { boundedArray } from '../../database/sql-json';
import { map, prepared, readRow } from '../../database/query';
import { leadsOf, OWNER_LEAD_JSON } from '../record/lead.view';

/** Bytes of the leads of one group. A page always has room for a group. */
const GROUP_BYTES = Math.floor(ROWS_BYTES / 2.5);

const LEADS = boundedArray(
  `select s.id from ${leadsOf('w.id')} s order by s.created_at, s.id limit ${MAX_SHOWN_LEADS}`,
  `(select ${OWNER_LEAD_JSON} from leads l where l.account_id = $1 and l.id = w.id)`,
  GROUP_BYTES,
);

const GROUP = `(select json_build_object(
    'phone', (select c.phone from conversations c where c.account_id = $1 and c.id = w.id),
    'leads', g.leads,
    'is_complete', not exists (select from ${leadsOf('w.id')} m offset json_array_length(g.leads)))
  from (select ${LEADS} as leads offset 0) g)`;

// Only further leads of a conversation (copy > 0) have entries in leads_further, so the other leads are not read. A group is looked up by
// key: for a join, PostgreSQL may scan the whole account.
const GROUPS = `select f.conversation_id as id from leads f
  where f.account_id = $1 and f.conversation_id > $2 and f.copy > 0 and f.erased_at is null
    and exists (select 1 from leads o where o.account_id = $1 and o.conversation_id = f.conversation_id
                and o.id <> f.id and o.erased_at is null)
  group by f.conversation_id order by f.conversation_id limit $3`;

interface Found {
  readonly id: string;
  readonly group: DuplicateGroup;
}

const LIST_DUPLICATES = prepared(
  'list_duplicates',
  `select ${boundedArray(GROUPS, `json_build_object('id', w.id, 'group', ${GROUP})`, ROWS_BYTES)} as found`,
);

/** Lists up to `count` groups after the conversation id `after`. */
export const listDuplicates = (accountId: string, after: string, count: number) =>
  map(readRow<{ found: Found[] }>(LIST_DUPLICATES, [accountId, after, count]), (row) => row?.found ?? []);
