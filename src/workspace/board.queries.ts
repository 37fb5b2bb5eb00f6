import type { BoardCard, BoardStage } from '../contract/board';
import { map, planned, prepared, readRow } from '../database/query';
import { ROWS_BYTES } from '../common/input/paging';
import { MAX_BOARD_COUNT, MAX_BOARD_LEADS } from '../contract/limits';
import { type FilterValues, leadOf, namesOf, Values } from '../leads/reading/search-filters';
import { ALL_IDS, foundIn, restOf, type SearchIndex, INDEX_BOUNDS } from '../leads/reading/search-indexes';
import { returnOf } from '../leads/reading/day-lists.queries';
import { nextContact } from '../leads/record/next-contact';
import { leadTags, memberName, OWNER_DEAL_JSON, timestamp } from '../leads/record/lead.view';
import { boundedArray } from '../database/sql-json';

export interface BoardPosition {
  readonly at: string;
  readonly leadId: string;
}

/** Where every stage begins. */
export const BEGINNING: BoardPosition = { at: 'infinity', leadId: ALL_IDS.before };

/** Lead of a stage, with a card for each of its deals there. */
export interface FoundLead extends BoardPosition {
  readonly stageId: string;
  readonly cards: readonly BoardCard[];
}

export type FoundStage = Omit<BoardStage, 'cards' | 'next_cursor' | 'is_count_complete'> & {
  /** Leads of the page, shown or not. */
  readonly found: number;
  /** Whether more leads may be in the stage than were counted. */
  readonly isCut?: boolean;
  /** Where a filtered search ended early; null at the end of the stage. */
  readonly cut?: BoardPosition | null;
};

interface FoundBoard {
  readonly id: string;
  readonly name: string;
  readonly stages: readonly FoundStage[];
  /** The first of each stage, then the second of each. */
  readonly leads: readonly FoundLead[];
}

/**
 * Rule that acts first on the deal `d` of the lead `l` in the stage of the row `w`, in the order of the automation runner: moves last, once in a
 * stay, and no move from or to a won stage.
 */
const NEXT_AUTOMATION = `
  (select json_build_object('automation_id', n.id, 'at', ${timestamp('n.at')},
     'action', json_strip_nulls(json_build_object('type', n.action, 'tag', n.tag, 'stage_id', n.target_stage_id)))
   from (select a.id, a.action, a.tag, a.target_stage_id,
                greatest(d.entered_stage_at, l.touched_at) + a.idle_days * interval '24 hours' as at
         from automations a
         where a.account_id = $1 and a.stage_id = w.stage_id
           and not exists (select 1 from automation_runs r where r.account_id = $1 and r.automation_id = a.id
                           and r.deal_id = d.id and r.entered_stage_at = d.entered_stage_at)
           and (a.action <> 'move' or not (w.is_won or (select t.is_won from stages t
                                                        where t.account_id = $1 and t.id = a.target_stage_id)))) n
   order by greatest(n.at, now()), n.action = 'move', n.id limit 1)`;

// "is true" keeps PostgreSQL from using an index by stage: the deals are found by their lead.
const CARDS = `
  array(select json_build_object(
          'deal', ${OWNER_DEAL_JSON},
          'lead', json_build_object('id', l.id, 'name', l.name, 'phone', l.phone, 'origin', l.origin, 'tags', ${leadTags},
                                    'responsible', ${memberName('l.responsible_id')}),
          'updated_at', ${timestamp('l.updated_at')},
          'returned_at', (select ${timestamp('r.returned_at')} from ${returnOf('l.id')} r),
          'next_contact', ${timestamp(nextContact('l.id'))},
          'next_automation', ${NEXT_AUTOMATION})
        from (select f.* from deals f where f.account_id = $1 and f.lead_id = l.id and (f.stage_id = w.stage_id) is true
              order by f.created_at desc, f.id desc limit ${MAX_BOARD_LEADS}) d
        order by d.created_at, d.id)`;

/** SQL: an entry `w` of the list of a stage, with its lead. */
const FOUND_LEAD = `json_build_object('stageId', w.stage_id, 'at', ${timestamp('w.updated_at')}, 'leadId', w.lead_id,
  'cards', (select ${CARDS} from leads l where l.account_id = $1 and l.id = w.lead_id))`;

/** SQL: entries of the stage's list after the position $4, $5, last changed first. */
const ENTRIES_AFTER = `
  select y.updated_at, y.lead_id from list_entries y
  where y.account_id = $1 and y.list_id = s.id and (y.updated_at, y.lead_id) < ($4::timestamptz, $5::uuid)
  order by 1 desc, 2 desc`;

/** SQL: entries of the stage's list. Without the order PostgreSQL may read the whole table for an empty stage. */
const ENTRIES = `
  select x.updated_at, x.lead_id from list_entries x where x.account_id = $1 and x.list_id = s.id
  order by x.updated_at desc, x.lead_id desc`;

/** Leads of the stage `s`, up to the bound of the count. */
const COUNTED = `${ENTRIES} limit ${MAX_BOARD_COUNT + 1}`;

/** SQL: value of the deals of the leads `counted` in the stage `s`. A stage with more leads than the bound shows none. */
export const valueOf = (counted: string): string => `
  case when s.count <= ${MAX_BOARD_COUNT} then (
    select trim_scale(coalesce(sum(v.value), 0)) from (${counted}) i
    cross join lateral (select sum(g.value) as value from deals g
                        where g.account_id = $1 and g.stage_id = s.id and g.lead_id = i.lead_id) v) end`;

/** The parts of a board in SQL. */
interface BoardSql {
  /** A row with the `count` of the stage `s`, and what the other parts need of it. */
  readonly counts: string;
  /** Fields of the stage's JSON. */
  readonly fields: string;
  /** Entries of the stage's page, with `updated_at` and `lead_id`. */
  readonly entries: string;
}

/**
 * SQL: a pipeline with its stages, or the stage $3, and the leads of their pages, as many as an answer has room for. All stages share it:
 * the first lead of each comes before the second of any. JSON values, because the driver parses arrays character by character.
 */
export const boardOf = ({ counts, fields, entries }: BoardSql): string =>
  `staged as materialized (
     select s.*, c.* from stages s cross join lateral (${counts}) c
     where s.account_id = $1 and s.pipeline_id = $2 and ($3::uuid is null or s.id = $3)),
   entered as materialized (
     select s.id as stage_id, s.position, s.is_won, e.updated_at, e.lead_id,
            row_number() over (partition by s.id order by e.updated_at desc, e.lead_id desc) as nth
     from staged s cross join lateral (${entries}) e
     cross join lateral (select from leads f where f.account_id = $1 and f.id = e.lead_id and f.erased_at is null limit 1) l)
   select p.id, p.name,
     array_to_json(array(select json_build_object(
             'id', s.id, 'name', s.name, 'order', s.position, 'is_entry', s.is_entry, 'is_won', s.is_won,
             'is_lost', s.is_lost, 'count', s.count, 'found', (select count(*)::int from entered e where e.stage_id = s.id),
             ${fields})
           from staged s order by s.position)) as stages,
     ${boundedArray('select e.* from entered e order by e.nth, e.position', FOUND_LEAD, ROWS_BYTES)} as leads
   from pipelines p where p.account_id = $1 and p.id = $2`;

const BOARD = planned(
  `with ${boardOf({
    counts: `select count(*)::int as count from (${COUNTED}) i`,
    fields: `'value', ${valueOf(COUNTED)}`,
    entries: `${ENTRIES_AFTER} limit $6`,
  })}`,
);

const COUNT_STAGES = prepared(
  'count_stages',
  `select count(*)::int as count from stages s where s.account_id = $1 and s.pipeline_id = $2`,
);

export const countStages = (accountId: string, pipelineId: string) =>
  map(readRow<{ count: number }>(COUNT_STAGES, [accountId, pipelineId]), (row) => row?.count ?? 0);

/** What is read of a board. */
export interface BoardPart {
  readonly pipelineId: string;
  /** One stage; undefined: all. */
  readonly stageId: string | undefined;
  readonly position: BoardPosition;
  /** Leads of each stage. */
  readonly count: number;
}

/** The values $2 to $6 of a board. */
const valuesOfBoard = ({ pipelineId, stageId, position: { at, leadId }, count }: BoardPart) => [
  pipelineId,
  stageId ?? null,
  at,
  leadId,
  count,
];

/** Stages of a pipeline, or one of them, with leads after a position; undefined if the account lacks the pipeline. */
export const findBoard = (accountId: string, part: BoardPart) =>
  readRow<FoundBoard>(BOARD, [accountId, ...valuesOfBoard(part)]);

/** The board of some leads. Its statements are planned at each execution, because filters differ in size. */

function valuesFor(accountId: string, part: BoardPart): Values {
  const values = new Values(accountId);
  values.all.push(...valuesOfBoard(part));
  return values;
}

/** SQL: the first page has the first leads that were counted. */
const FIRST_COUNTED = `
  select g.updated_at, g.id as lead_id from unnest(s.ids[1:$6]) i (id)
  cross join lateral (select f.id, f.updated_at from leads f where f.account_id = $1 and f.id = i.id limit 1) g`;

/** The board of many leads: of each stage the last changed `checked` leads are checked, and the rest is on further pages. */
export function findBoardOfMany(accountId: string, filters: FilterValues, part: BoardPart, checked: number) {
  const values = valuesFor(accountId, part);
  const most = values.of(checked, 'int');
  const lead = leadOf(namesOf(filters), filters, values);
  const counted = `
    select f.lead_id from (${ENTRIES} limit ${most}) f ${lead}
    order by f.updated_at desc, f.lead_id desc limit ${MAX_BOARD_COUNT + 1}`;
  const after = `
    select f.updated_at, f.lead_id from (${ENTRIES_AFTER} limit ${most}) f ${lead} order by 1 desc, 2 desc limit $6`;
  const text = `with ${boardOf({
    counts: `select i.ids, i.is_cut, cardinality(i.ids) as count
     from (select array(${counted}) as ids, exists (select from (${ENTRIES} offset ${most} limit 1) x) as is_cut) i`,
    fields: `'value', case when not s.is_cut then ${valueOf('select x.lead_id from unnest(s.ids) x (lead_id)')} end,
     'isCut', s.is_cut,
     'cut', (select json_build_object('at', y.updated_at, 'leadId', y.lead_id)
             from (${ENTRIES_AFTER} offset ${most} - 1 limit 1) y)`,
    entries: part.position === BEGINNING ? FIRST_COUNTED : after,
  })}`;
  return readRow<FoundBoard>(planned(text), values.all);
}

/** Gives no leads. */
const NOTHING: SearchIndex = { by: 'words', words: [] };

/** The board of the leads in an index small enough to check them all; exact. "offset 0" keeps PostgreSQL from reading all deals. */
export function findBoardOfFew(accountId: string, filters: FilterValues, part: BoardPart, index = NOTHING) {
  const values = valuesFor(accountId, part);
  const found = foundIn(index, filters, ALL_IDS, INDEX_BOUNDS.few, values);
  const lead = leadOf(restOf(index, filters), filters, values);
  const text = `with found as materialized (${found}),
    own as materialized (select l.id, l.updated_at from (select distinct f.lead_id from found f) f ${lead}),
    placed as materialized (
      select distinct d.stage_id, o.id as lead_id, o.updated_at from own o
      cross join lateral (select g.stage_id from deals g
                          where g.account_id = $1 and g.lead_id = o.id and (g.pipeline_id = $2) is true offset 0) d),
    ${boardOf({
      counts: `select count(*)::int as count from placed i where i.stage_id = s.id`,
      fields: `'value', ${valueOf('select x.lead_id from placed x where x.stage_id = s.id')}`,
      entries: `select y.updated_at, y.lead_id from placed y
         where y.stage_id = s.id and (y.updated_at, y.lead_id) < ($4::timestamptz, $5::uuid)
         order by 1 desc, 2 desc limit $6`,
    })}`;
  return readRow<FoundBoard>(planned(text), values.all);
}

/** A stage with all of its leads that pass the filters, as far as they were counted. */
export interface FoundTotal {
  readonly id: string;
  readonly count: number;
  readonly value: number;
  /** Whether more deals are in the stage than were read. */
  readonly isCut: boolean;
}

interface FoundTotals {
  readonly stages: readonly FoundTotal[];
}

/** SQL: the stages of the pipeline $2, each with the row `t`. */
const totalsOf = (total: string): string => `
  select array_to_json(array(select json_build_object('id', s.id, 'count', coalesce(t.count, 0),
           'value', trim_scale(coalesce(t.value, 0)), 'isCut', coalesce(t.is_cut, false))
         from stages s left join lateral (${total}) t on true
         where s.account_id = $1 and s.pipeline_id = $2 order by s.position)) as stages
  from pipelines p where p.account_id = $1 and p.id = $2`;

/** SQL: leads and value of the first `most` deals in the stage `s`. An index has them by lead, with their values. */
const totalOfDeals = (most: string, isFound: string): string => `
  select count(*) filter (where g.is_found)::int as count, sum(g.value) filter (where g.is_found) as value,
         sum(g.deals) > ${most} as is_cut
  from (select f.*, ${isFound} as is_found
        from (select d.lead_id, count(*) as deals, sum(d.value) as value
              from (select x.lead_id, x.value from deals x where x.account_id = $1 and x.stage_id = s.id
                    order by x.lead_id limit ${most} + 1) d
              group by d.lead_id) f) g`;

/** Counts and sums of all stages of a pipeline. Deals of erased people are deleted, so the leads need no look. */
const TOTALS = planned(totalsOf(totalOfDeals('$3::int', 'true')));

/** Reads up to `most` deals of each stage. */
export const findTotals = (accountId: string, pipelineId: string, most: number) =>
  readRow<FoundTotals>(TOTALS, [accountId, pipelineId, most]);

/** Checks up to `most` deals of each stage. */
export function findTotalsOfMany(accountId: string, filters: FilterValues, pipelineId: string, most: number) {
  const values = new Values(accountId);
  values.all.push(pipelineId);
  const bound = values.of(most, 'int');
  const lead = leadOf(namesOf(filters), filters, values);
  const isFound = `(select true from (select f.lead_id) f ${lead}) is not null`;
  return readRow<FoundTotals>(planned(totalsOf(totalOfDeals(bound, isFound))), values.all);
}

/** Checks all leads of an index, which has fewer than `most`; exact. */
export function findTotalsOfFew(
  accountId: string,
  filters: FilterValues,
  pipelineId: string,
  most: number,
  index = NOTHING,
) {
  const values = new Values(accountId);
  values.all.push(pipelineId);
  const found = foundIn(index, filters, ALL_IDS, most, values);
  const lead = leadOf(restOf(index, filters), filters, values);
  const text = `with found as materialized (${found}),
    own as materialized (select l.id from (select distinct f.lead_id from found f) f ${lead}),
    placed as materialized (
      select d.stage_id, o.id as lead_id, sum(d.value) as value from own o
      cross join lateral (select g.stage_id, g.value from deals g
                          where g.account_id = $1 and g.lead_id = o.id and (g.pipeline_id = $2) is true offset 0) d
      group by 1, 2),
    summed as materialized (select i.stage_id, count(*)::int as count, sum(i.value) as value from placed i group by 1)
    ${totalsOf('select i.count, i.value, false as is_cut from summed i where i.stage_id = s.id')}`;
  return readRow<FoundTotals>(planned(text), values.all);
}
