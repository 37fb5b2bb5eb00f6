import type { Sent } from '../../contract/day/today';
import { NEW_LEAD_DAYS } from '../../contract/limits';
import { noteEntries } from '../../contract/note-entry';
import { prepared, publishing, write } from '../../database/query';
import { lastDoneFor } from './done-for';
import type { LeadState } from './leads.queries';

/**
 * Returns: a lead came back when its last submission is later than the last thing a person did for it, or, where nobody did anything, than
 * its beginning. All statements require the lead's lock. Edits and changes of hands are nothing done for the lead.
 */

/** SQL: the last thing that a person did for the lead `l`, new deals included; the account is $1. */
const LAST_DEED = `greatest(${lastDoneFor('l.id')},
  (select max(d.created_at) from deals d where d.account_id = $1 and d.lead_id = l.id and d.by_person))`;

/** SQL: from when the lead `l`, whose last submission was at `at`, is listed; null: a person has done something since. */
const listedFrom = (at: string): string => `
  case when ${at} > coalesce(${LAST_DEED}, l.created_at) then
    case when l.contacted_at is null and not l.by_hand then l.created_at + ${NEW_LEAD_DAYS} * interval '24 hours' else ${at} end
  end`;

/** SQL: a submission at `at` of the lead `l` is not the one that made it, nor before it. */
const isLater = (at: string): string => `(l.by_hand or ${at} > l.created_at)`;

const INSERT = 'insert into returns (account_id, lead_id, returned_at, listed_from, sent)';

/** SQL: the moment of a submission, later than all that was done before its locks. */
const NEXT_MILLISECOND = `date_trunc('milliseconds', statement_timestamp()) + interval '1 millisecond'`;

const MEET_LEAD = prepared(
  'meet_lead',
  `${INSERT}
   select l.account_id, l.id, s.at, ${listedFrom('s.at')}, $4::json
   from leads l
   cross join lateral (select least($3::timestamptz, ${NEXT_MILLISECOND}) as at) s
   where l.account_id = $1 and l.id = $2 and ${isLater('s.at')}
   on conflict (account_id, lead_id) do update set
     returned_at = excluded.returned_at, listed_from = excluded.listed_from, sent = excluded.sent
   where excluded.returned_at > returns.returned_at`,
);

/** A submission has met the lead; a later one that is known already stays. `sentAt`: of one that had to wait; now by default. */
export const meetLead = (accountId: string, leadId: string, sent: Sent, sentAt: Date | 'infinity' = 'infinity') => {
  const meeting = write(MEET_LEAD, [accountId, leadId, sentAt, sent]);
  return publishing(meeting, 'lead', leadId, { returned: true });
};

const FOLLOW_RETURN = prepared(
  'follow_return',
  `${INSERT}
   select l.account_id, l.id, s.at, ${listedFrom('s.at')}, coalesce(r.sent, $3::json)
   from leads l
   left join lateral (select f.* from returns f where f.account_id = $1 and f.lead_id = l.id limit 1) r on true
   cross join lateral (select coalesce(r.returned_at, l.created_at) as at) s
   where l.account_id = $1 and l.id = $2 and (r.lead_id is not null or (not l.by_hand and s.at > ${LAST_DEED}))
   on conflict (account_id, lead_id) do update set listed_from = excluded.listed_from
   where returns.listed_from is distinct from excluded.listed_from`,
);

/**
 * Brings the list of who came back up to date after what was done for the lead has changed; sent after `followContacts`. A lead whose only
 * work is dated before the submission that made it has come back with that one.
 */
export const followReturn = (accountId: string, lead: LeadState) =>
  write(FOLLOW_RETURN, [accountId, lead.id, firstSent(lead)]);

const END_RETURN = prepared(
  'end_return',
  `update returns set listed_from = null where account_id = $1 and lead_id = $2`,
);

/** A person moved a deal of the lead or made one. */
export const endReturn = (accountId: string, leadId: string) => write(END_RETURN, [accountId, leadId]);

const TAKE_RETURN = prepared(
  'take_return',
  `${INSERT}
   select l.account_id, l.id, m.at, null, m.sent
   from leads l
   cross join lateral (
     select f.returned_at as at, f.sent from returns f where f.account_id = $1 and f.lead_id = $2
     union all
     select f.created_at, $4::json from leads f where f.account_id = $1 and f.id = $2 and not f.by_hand
     order by 1 desc limit 1) m
   where l.account_id = $1 and l.id = $3 and ${isLater('m.at')}
   on conflict (account_id, lead_id) do update set returned_at = excluded.returned_at, sent = excluded.sent
   where excluded.returned_at > returns.returned_at`,
);

/** Gives the last submission of a lead to the lead that it merges into, unless that has a later one; `followReturn` follows. */
export const takeReturn = (accountId: string, from: LeadState, into: string) =>
  write(TAKE_RETURN, [accountId, from.id, into, firstSent(from)]);

const DELETE_RETURN = prepared('delete_return', `delete from returns where account_id = $1 and lead_id = $2`);

export const deleteReturn = (accountId: string, leadId: string) => write(DELETE_RETURN, [accountId, leadId]);

/** What the submission that made a lead had, as far as the lead still has it. */
function firstSent({ name, email, notes, utm_campaign: campaign }: LeadState): Sent {
  const [first] = noteEntries(notes);
  return { name, email, notes: first?.author ? first.text : null, campaign };
}
