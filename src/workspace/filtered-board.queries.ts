import { MAX_BOARD_COUNT } from '../contract/limits';
import { planned, readRow } from '../database/query';
import {
  ALL_IDS,
  type FilterValues,
  foundIn,
  leadOf,
  namesOf,
  restOf,
  type Source,
  Values,
} from '../leads/reading/search-sources';
import { SOURCE_BOUNDS } from '../leads/reading/rarest-source';
import {
  BEGINNING,
  boardOf,
  type BoardPart,
  ENTRIES,
  ENTRIES_AFTER,
  type FoundBoard,
  valueOf,
  valuesOfBoard,
} from './board.queries';

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

/** The board of many leads: of each stage the last changed `walked` leads are checked, and the rest is on further pages. */
export function findBoardOfMany(accountId: string, filters: FilterValues, part: BoardPart, walked: number) {
  const values = valuesFor(accountId, part);
  const most = values.of(walked, 'int');
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
const NOTHING: Source = { by: 'words', words: [] };

/** The board of the leads in a source small enough to check them all; exact. "offset 0" keeps PostgreSQL from reading all deals. */
export function findBoardOfFew(accountId: string, filters: FilterValues, part: BoardPart, source = NOTHING) {
  const values = valuesFor(accountId, part);
  const found = foundIn(source, filters, ALL_IDS, SOURCE_BOUNDS.few, values);
  const lead = leadOf(restOf(source, filters), filters, values);
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
