import type { Subject } from '../../contract/audit';
import { planned, readRow, type Statement } from '../../database/query';
import { leadsOf } from '../record/lead.view';
import { CONVERSATION_JSON } from './person.queries';
import type { PersonalTrace } from './personal-traces';

/** Whose data is asked for: the person of a lead, or of a phone. */
export type AskedPerson =
  { readonly leadId: string; readonly phoneKey: null } | { readonly leadId: null; readonly phoneKey: string };

export interface ExportedPerson {
  readonly conversationId: string | null;
  readonly phoneKey: string | null;
  /** JSON. */
  readonly conversation: string;
  /** The first record of each kind, which names the person in the audit trail. */
  readonly firstLead: string | null;
  readonly firstHeld: string | null;
  readonly firstOthers: readonly (Subject | null)[];
  /** Changes with each new, erased or merged lead. */
  readonly mark: string;
}

const KEY = 'coalesce(c.phone_key, $3::text)';

const findStatement = (others: readonly PersonalTrace[]): Statement =>
  planned(
    `select c.id as "conversationId", ${KEY} as "phoneKey",
            coalesce((case when c.id is not null then ${CONVERSATION_JSON} end)::text, 'null') as conversation,
            (select l.id from ${leadsOf('c.id')} l order by l.created_at, l.id limit 1) as "firstLead",
            (select h.id from held_submissions h where h.account_id = $1 and h.phone_key = ${KEY}
             order by h.created_at, h.id limit 1) as "firstHeld",
            json_build_array(${others.flatMap(({ ofPhone }) => (ofPhone ? [ofPhone.first(KEY)] : [])).join(', ')}) as "firstOthers",
            (select json_build_array(
               count(*), count(l.erased_at),
               sum((select count(*) from lead_merges g where g.account_id = $1 and g.lead_id = l.id)))
             from ${leadsOf('c.id')} l)::text as mark
     from (values (1)) always
     left join (select v.* from conversations v
                where v.account_id = $1
                  and (v.phone_key = $3 or v.id = (select l.conversation_id from leads l
                                                   where l.account_id = $1 and l.id = $2::uuid))) c on true`,
  );

/** All is null for an unknown lead. */
export const findExportedPerson = (
  others: readonly PersonalTrace[],
  accountId: string,
  { leadId, phoneKey }: AskedPerson,
) => readRow<ExportedPerson>(findStatement(others), [accountId, leadId, phoneKey]);
