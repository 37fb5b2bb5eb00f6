import { shareActive } from '../../accounts/members/members.queries';
import { ApiError } from '../../common/api-error';
import type { Transaction } from '../../database/transaction';
import type { AssignedBy } from '../../contract/members/member';
import { prepared, publishing, publishingEach, readRow, write } from '../../database/query';
import { v7 as uuidv7 } from 'uuid';

const ASSIGN = prepared('assign_lead', `update leads set responsible_id = $3 where account_id = $1 and id = $2`);

const INSERT_ASSIGNMENT = prepared(
  'insert_assignment',
  `insert into lead_assignments (account_id, id, lead_id, from_member_id, to_member_id, assigned_by, member_id, assigned_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Sets who is responsible; `formerly` is who was, undefined for a lead that nobody has seen. Its history is another statement. */
export const setResponsible = (accountId: string, leadId: string, to: string | null, formerly?: string | null) =>
  publishing(write(ASSIGN, [accountId, leadId, to]), 'lead', leadId, { formerly });

/** A change of who is responsible for a lead; null: nobody. */
export interface Assignment {
  readonly leadId: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly by: AssignedBy;
  /** The member who made it, where one did. */
  readonly memberId: string | null;
  readonly at: Date;
  /** Whether the lead is made in this transaction: nobody loses sight of it. */
  readonly isNew?: boolean;
  /** Orders the ids of one millisecond. */
  readonly sequence?: number;
}

/** Keeps a change in the history of a lead; ids order the changes of one moment. */
export const keepAssignment = (accountId: string, { leadId, from, to, by, memberId, at, sequence }: Assignment) =>
  write(INSERT_ASSIGNMENT, [
    accountId,
    uuidv7({ msecs: at.getTime(), seq: sequence }),
    leadId,
    from,
    to,
    by,
    memberId,
    at,
  ]);

/**
 * Gives a lead to a member, or to nobody, and keeps that in its history. Moves nothing of `updated_at`, which partners see. Requires the
 * locks of the lead and, for a member, of that member (`shareActive`).
 */
export const assignLead = (accountId: string, assignment: Assignment) => [
  setResponsible(accountId, assignment.leadId, assignment.to, assignment.isNew ? undefined : assignment.from),
  keepAssignment(accountId, assignment),
];

const FIND_LAST = prepared(
  'find_last_assignment',
  `select a.from_member_id as "from" from lead_assignments a
   where a.account_id = $1 and a.lead_id = $2 order by a.assigned_at desc, a.id desc limit 1`,
);

/** Who was responsible before; undefined for a lead that nobody was given. */
export const findLastAssignment = (accountId: string, leadId: string) =>
  readRow<Pick<Assignment, 'from'>>(FIND_LAST, [accountId, leadId]);

const ASSIGN_ALL = prepared(
  'assign_leads',
  `update leads set responsible_id = $3 where account_id = $1 and id = any($2::uuid[])`,
);

// The account comes from a column: a distributed PostgreSQL then writes the rows where the leads are.
const INSERT_ASSIGNMENTS = prepared(
  'insert_assignments',
  `insert into lead_assignments (account_id, id, lead_id, from_member_id, to_member_id, assigned_by, assigned_at)
   select l.account_id, a.id, l.id, $4::uuid, $5::uuid, $6, $7::timestamptz
   from leads l join unnest($2::uuid[], $3::uuid[]) as a (lead_id, id) on a.lead_id = l.id
   where l.account_id = $1`,
);

/** The same for many leads of one member, in few statements. */
export const assignLeads = (
  accountId: string,
  leadIds: readonly string[],
  { from, to, by, at }: Pick<Assignment, 'from' | 'to' | 'by' | 'at'>,
) => [
  publishingEach(write(ASSIGN_ALL, [accountId, leadIds, to]), 'lead', leadIds, { formerly: from }),
  write(INSERT_ASSIGNMENTS, [
    accountId,
    leadIds,
    leadIds.map((_, nth) => uuidv7({ msecs: at.getTime(), seq: nth })),
    from,
    to,
    by,
    at,
  ]),
];

const FIND_SIGHT = prepared(
  'find_sight_of_lead',
  `select l.id from leads l
   where l.account_id = $1 and l.id = $3
     and (l.responsible_id is null or l.responsible_id = $2
          or (select a.sellers_see from accounts a where a.id = $1) = 'all'
          or (select m.role from members m where m.account_id = $1 and m.id = $2) <> 'seller')`,
);

/** Throws 422 for a member who may not see the lead. Requires its lock: a hand-over comes before or after. */
export async function expectSees(
  tx: Transaction,
  accountId: string,
  memberId: string | null | undefined,
  leadId: string,
): Promise<void> {
  if (!memberId || (await tx.send(readRow(FIND_SIGHT, [accountId, memberId, leadId])))) return;
  throw ApiError.invalid([
    { field: 'member_id', message: 'não vê este lead, que é de outra pessoa da equipe; passe o lead antes' },
  ]);
}

/** Keeps the member active until the commit; nobody needs nothing. Throws 422 for one who is no active member. */
export async function expectActive(
  tx: Transaction,
  accountId: string,
  memberId: string | null | undefined,
  field = 'responsible_id',
): Promise<void> {
  if (!memberId || (await tx.send(shareActive(accountId, [memberId]))).length > 0) return;
  throw ApiError.invalid([{ field, message: 'não é uma pessoa ativa da equipe' }]);
}
