import { AMONG_ACCOUNTS, type AccountSearch } from '../accounts/search-accounts';
import { firstIdAt } from '../database/first-id';
import { acrossAccounts, lockRows, map, prepared, readRow, readRows, write } from '../database/query';

export interface RotaKey {
  readonly accountId: string;
  readonly pipelineId: string;
}

const LIST_ROTAS = acrossAccounts(
  `select r.account_id as "accountId", r.pipeline_id as "pipelineId" from rotas r
   where ${AMONG_ACCOUNTS} and (r.account_id, r.pipeline_id) > ($2::uuid, $3::uuid)
   order by r.account_id, r.pipeline_id limit $4`,
);

/** Up to `count` rotas after this one, of all accounts. */
export const listRotas =
  ({ accountId, pipelineId }: RotaKey, count: number): AccountSearch<RotaKey> =>
  (accounts) =>
    readRows(LIST_ROTAS, [accounts, accountId, pipelineId, count]);

// With `exists` PostgreSQL expects a row at once, and may read the whole table.
const HAS_LEADS = `(select l.id from leads l where l.account_id = $1 and l.id > r.served_to and l.responsible_id is null
  order by l.id limit 1) is not null`;

const LIST_DUE_ROTAS = prepared(
  'list_due_rotas',
  `select r.account_id as "accountId", r.pipeline_id as "pipelineId" from rotas r
   where r.account_id = $1 and r.pipeline_id = any($2::uuid[])
     and (r.served_to > ${firstIdAt('clock_timestamp()')} or ${HAS_LEADS})
   order by r.pipeline_id`,
);

/** Of these rotas of an account the ones with leads of nobody after their position, or with a position in the future. */
export const listDueRotas = (accountId: string, rotas: readonly RotaKey[]) =>
  readRows<RotaKey>(LIST_DUE_ROTAS, [accountId, rotas.map(({ pipelineId }) => pipelineId)]);

export interface RotaState {
  readonly servedTo: string;
  readonly members: readonly string[];
  readonly now: Date;
  /** Whether leads after `servedTo` are nobody's. */
  readonly hasLeads: boolean;
}

const FIND_ROTA = prepared(
  'find_rota',
  `select r.served_to as "servedTo", date_trunc('milliseconds', clock_timestamp()) as now,
          array(select rm.member_id::text from rota_members rm
                where rm.account_id = $1 and rm.pipeline_id = $2 order by rm.member_id) as members,
          ${HAS_LEADS} as "hasLeads"
   from rotas r where r.account_id = $1 and r.pipeline_id = $2`,
);

export const findRota = ({ accountId, pipelineId }: RotaKey) => readRow<RotaState>(FIND_ROTA, [accountId, pipelineId]);

/**
 * SQL: the lead l waits for the rota of the pipeline $2: it came by itself, has a deal there, and nobody was ever responsible for it.
 * Scalar subqueries keep PostgreSQL from reading all deals or assignments of the account at once.
 */
const WAITS = `not l.by_hand and l.erased_at is null and l.responsible_id is null
  and (select true from deals d
       where d.account_id = $1 and d.lead_id = l.id and (d.pipeline_id = $2) is true limit 1)
  and (select true from lead_assignments a where a.account_id = $1 and a.lead_id = l.id limit 1) is null`;

/** Leads of nobody that one statement reads. */
export const READ_AT_ONCE = 5_000;

interface ReadLeads {
  readonly count: number;
  /** The ids of the first and the last one read; null when there are none. */
  readonly first: string | null;
  readonly last: string | null;
  readonly waiting: readonly string[];
}

const READ_LEADS = prepared(
  'read_leads_for_rota',
  `select count(*)::int as count, min(l.id::text collate "C") as first, max(l.id::text collate "C") as last,
          coalesce(array_agg(l.id::text order by l.id) filter (where ${WAITS}), '{}') as waiting
   from (select u.id, u.by_hand, u.erased_at, u.responsible_id from leads u
         where u.account_id = $1 and u.id > $3 and u.responsible_id is null
         order by u.id limit ${READ_AT_ONCE}) l`,
);

const NOTHING: ReadLeads = { count: 0, first: null, last: null, waiting: [] };

/** Reads leads of nobody after this id, and says which of them wait for the rota. */
export const readLeads = ({ accountId, pipelineId }: RotaKey, after: string) =>
  map(readRow<ReadLeads>(READ_LEADS, [accountId, pipelineId, after]), (row) => row ?? NOTHING);

const LOCK_LEADS = prepared(
  'lock_leads_of_nobody',
  `select l.id from leads l
   where l.account_id = $1 and l.id = any($2::uuid[]) and l.responsible_id is null order by l.id for update skip locked`,
);

/** Locks these leads, but none that another transaction changes now. */
export const lockLeadsOfNobody = (accountId: string, ids: readonly string[]) =>
  map(lockRows<{ id: string }>('lead', LOCK_LEADS, [accountId, ids]), (rows) => rows.map(({ id }) => id));

const LIST_WAITING = prepared(
  'list_waiting_for_rota',
  `select l.id from leads l where l.account_id = $1 and l.id = any($3::uuid[]) and ${WAITS} order by l.id`,
);

/** Filters these leads by whether they wait for the rota; sent after their lock, it sees what was committed before. */
export const listWaiting = ({ accountId, pipelineId }: RotaKey, ids: readonly string[]) =>
  map(readRows<{ id: string }>(LIST_WAITING, [accountId, pipelineId, ids]), (rows) => rows.map(({ id }) => id));

const MOVE_ROTA = prepared(
  'move_rota',
  `update rotas set served_to = $4 where account_id = $1 and pipeline_id = $2 and served_to = $3`,
);

/** Does nothing when another one has moved it. */
export const moveRota = ({ accountId, pipelineId }: RotaKey, from: string, to: string) =>
  write(MOVE_ROTA, [accountId, pipelineId, from, to], 'rota');
