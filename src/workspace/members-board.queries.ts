import { MAX_BOARD_COUNT } from '../contract/limits';
import { map, planned, readRow } from '../database/query';
import {
  boardOf,
  type BoardPosition,
  ENTRIES,
  ENTRIES_AFTER,
  type FoundBoard,
  leadsIn,
  valueOf,
} from './board.queries';

/** Leads of a member, of nobody, or of both. */
export interface OfMembers {
  /** The member; null: nobody's leads alone. */
  readonly memberId: string | null;
  readonly withUnassigned: boolean;
}

/** Up to this number, all of these leads are read and sorted. */
export const FEW_LEADS = 1_000;

/** SQL: the leads of `OfMembers` in the placeholders `member` and `withUnassigned`, each part by its own index. */
const leadsOf = (member: string, withUnassigned: string): string => `
  (select f.id from leads f where f.account_id = $1 and f.responsible_id = ${member} order by f.id desc limit ${FEW_LEADS})
  union all
  (select f.id from leads f where f.account_id = $1 and f.responsible_id is null and ${withUnassigned}
   order by f.id desc limit ${FEW_LEADS})`;

const COUNT_LEADS = planned(`select count(*)::int as count from (${leadsOf('$2::uuid', '$3::boolean')}) f`);

/** Counts these leads, in all pipelines, up to about `FEW_LEADS`. */
export const countSomeLeads = (accountId: string, { memberId, withUnassigned }: OfMembers) =>
  map(readRow<{ count: number }>(COUNT_LEADS, [accountId, memberId, withUnassigned]), (row) => row?.count ?? 0);

/** SQL: the lead of the entry `y` is one of `OfMembers`. */
const IS_WANTED = `
  (select f.responsible_id = $7::uuid or ($8::boolean and f.responsible_id is null)
   from leads f where f.account_id = $1 and f.id = y.lead_id)`;

// The stage's list is walked, for at most $9 entries.
const WALKED = `(${ENTRIES_AFTER} limit $9)`;
const COUNTED = `
  select y.lead_id from (${ENTRIES} limit $9) y where ${IS_WANTED} limit ${MAX_BOARD_COUNT + 1}`;

const BOARD_OF_MANY = planned(
  boardOf(
    `select (select count(*)::int from (${COUNTED}) i) as count,
            exists (select from (${ENTRIES} offset $9 limit 1) x) as is_cut`,
    `'value', case when not c.is_cut then ${valueOf(COUNTED)} end, 'isCut', c.is_cut,
     'cut', (select json_build_object('at', y.updated_at, 'leadId', y.lead_id) from (${ENTRIES_AFTER} offset $9 - 1 limit 1) y),
     'leads', ${leadsIn(`select y.updated_at, y.lead_id from ${WALKED} y where ${IS_WANTED} order by 1 desc, 2 desc limit $6`)}`,
  ),
);

// Found by the lead, not by the index of stages.
const BOARD_OF_FEW = planned(
  `with own as materialized (
     select l.id, l.updated_at from (${leadsOf('$7::uuid', '$8::boolean')}) i
     cross join lateral (select f.id, f.updated_at from leads f
                         where f.account_id = $1 and f.id = i.id and f.erased_at is null limit 1) l),
   placed as materialized (
     select distinct d.stage_id, o.id as lead_id, o.updated_at from own o
     cross join lateral (select g.stage_id from deals g
                         where g.account_id = $1 and g.lead_id = o.id and (g.pipeline_id = $2) is true) d)
   ${boardOf(
     `select count(*)::int as count from placed i where i.stage_id = s.id`,
     `'value', ${valueOf('select x.lead_id from placed x where x.stage_id = s.id')},
      'leads', ${leadsIn(`select y.updated_at, y.lead_id from placed y
        where y.stage_id = s.id and (y.updated_at, y.lead_id) < ($4::timestamptz, $5::uuid)
        order by 1 desc, 2 desc limit $6`)}`,
   )}`,
);

export interface BoardPart {
  readonly pipelineId: string;
  /** One stage; undefined: all. */
  readonly stageId: string | undefined;
  readonly position: BoardPosition;
  readonly count: number;
}

/** The board of few leads; exact. */
export const findBoardOfFew = (accountId: string, { memberId, withUnassigned }: OfMembers, part: BoardPart) =>
  readRow<FoundBoard>(BOARD_OF_FEW, [...valuesOf(accountId, part), memberId, withUnassigned]);

/** The board of many leads: of each stage the last `walked` ones are looked at, and the rest is on further pages. */
export const findBoardOfMany = (
  accountId: string,
  { memberId, withUnassigned }: OfMembers,
  part: BoardPart,
  walked: number,
) => readRow<FoundBoard>(BOARD_OF_MANY, [...valuesOf(accountId, part), memberId, withUnassigned, walked]);

const valuesOf = (accountId: string, { pipelineId, stageId, position: { at, leadId }, count }: BoardPart) => [
  accountId,
  pipelineId,
  stageId ?? null,
  at,
  leadId,
  count,
];
