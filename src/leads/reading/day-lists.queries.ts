import type { OwnerLead } from '../../contract/lead';
import { MAX_LISTED_TASKS, MAX_LISTED_TEXT, NEW_LEAD_DAYS } from '../../contract/limits';
import type { DayLeads, DayList, Sent } from '../../contract/day/today';
import { boundedArray, jsonOf } from '../../database/sql-json';
import { firstIdAt, midnight } from '../../database/first-id';
import { planned, type Query, readRow, map } from '../../database/query';
import { LISTED_ACTIVITY_JSON } from '../activities/activities.queries';
import { OWNER_LEAD_JSON, timestamp } from '../record/lead.view';
import { THIS_DAY } from '../record/next-contact';
import { type FilterValues, isOpenStage, leadOf, namesOf, Values } from './search-filters';
import { NO_ID } from '../../common/input/id.pipe';
import type { ResponsibleFilter } from '../../auth/access/account-caller';
import type { Viewer } from '../../accounts/actor';

/** Leads of a member, of nobody, or of both. */
export interface OfMembers {
  /** The member; null: nobody's leads alone. */
  readonly memberId: string | null;
  readonly withUnassigned: boolean;
}

/** Up to this number, all of these leads are read and sorted. */
export const FEW_LEADS = 1_000;

/** The leads that are shown: null for all. Sellers who see own leads only find none of others. */
export function membersOf(viewer: Viewer, responsible: ResponsibleFilter): OfMembers | null {
  if (responsible === undefined)
    return viewer.sees === 'all' ? null : { memberId: viewer.memberId, withUnassigned: true };
  if (responsible === 'none') return { memberId: null, withUnassigned: true };
  const isSeen = viewer.sees === 'all' || viewer.memberId === responsible;
  return { memberId: isSeen ? responsible : NO_ID, withUnassigned: false };
}

/** SQL: the leads of `OfMembers` in the placeholders `member` and `withUnassigned`, each part by its own index. */
const leadsOfMembers = (member: string, withUnassigned: string): string => `
  (select f.id from leads f where f.account_id = $1 and f.responsible_id = ${member} order by f.id desc limit ${FEW_LEADS})
  union all
  (select f.id from leads f where f.account_id = $1 and f.responsible_id is null and ${withUnassigned}
   order by f.id desc limit ${FEW_LEADS})`;

/** SQL: the lead with this id is one of `OfMembers`, by the indexes of `leadsOfMembers`, without its row. */
const isOfMembers = (id: string, member: string, withUnassigned: string): string => `
  ((select true from leads f where f.account_id = $1 and f.responsible_id = ${member} and f.id = ${id} limit 1)
   or (${withUnassigned} and
       (select true from leads f where f.account_id = $1 and f.responsible_id is null and f.id = ${id} limit 1)))`;

const COUNT_LEADS = planned(`select count(*)::int as count from (${leadsOfMembers('$2::uuid', '$3::boolean')}) f`);

/** Counts these leads, in all pipelines, up to about `FEW_LEADS`. */
export const countSomeLeads = (accountId: string, { memberId, withUnassigned }: OfMembers) =>
  map(readRow<{ count: number }>(COUNT_LEADS, [accountId, memberId, withUnassigned]), (row) => row?.count ?? 0);

/** Statements of the lists of the day: new, returned, due and idle leads. */

const END_OF_TODAY = midnight(`${THIS_DAY} + 1`);

/** SQL: as the index has it. Row level security keeps `coalesce` out of an index, and `case` not. */
const idleSince = (deal: string): string =>
  `case when ${deal}.handled_at > ${deal}.created_at then ${deal}.handled_at else ${deal}.created_at end`;

/** Placeholders of the position after which rows are wanted, of the number of rows, and of the account's idle days. */
interface Placeholders {
  readonly at: string;
  readonly id: string;
  readonly limit: string;
  readonly idleDays: () => string;
}

/** SQL of a list: rows with `at`, `id` and `lead_id`, in the order of the first two. */
interface ListSql {
  /** Reads the whole list by its index. */
  readonly scan: (placeholders: Placeholders) => string;
  /** The rows of the lead with this id. */
  readonly ofLead: (lead: string, placeholders: Placeholders) => string;
  /** The lead has no earlier row than `w` in the list. A single value, because "not exists" may read the lists of the whole account. */
  readonly isFirst: string;
  /** What the list shows of the lead of `w` besides the lead. */
  readonly more: string;
}

const NEW = `select l.created_at as at, l.id, l.id as lead_id from leads l
  where l.account_id = $1 and l.contacted_at is null and not l.by_hand and l.erased_at is null
    and l.id >= ${firstIdAt(`(now() - interval '${NEW_LEAD_DAYS} days')`)}`;

// The index has all that the condition needs, so that leads that are still new cost no look at a row.
const RETURNED = `select r.returned_at as at, r.lead_id as id, r.lead_id from returns r
  where r.account_id = $1 and r.listed_from <= now()`;

/** SQL: the row of a lead that came back, found by its key. */
export const returnOf = (lead: string): string => `(select r.* from returns r
  where r.account_id = $1 and r.lead_id = ${lead} and (r.listed_from <= now()) is true limit 1)`;

/** SQL: what was sent, of the row `r`, with texts that may be long cut. */
const LISTED_SENT = `(select ${jsonOf<Sent>({
  name: `r.sent ->> 'name'`,
  email: `r.sent ->> 'email'`,
  notes: `left(r.sent ->> 'notes', ${MAX_LISTED_TEXT})`,
  campaign: `left(r.sent ->> 'campaign', ${MAX_LISTED_TEXT})`,
})}::jsonb || case when greatest(char_length(r.sent ->> 'notes'), char_length(r.sent ->> 'campaign')) > ${MAX_LISTED_TEXT}
  then '{"cut": true}'::jsonb else '{}'::jsonb end)`;

const DUE = `select a.due_at as at, a.id, a.lead_id from activities a
  where a.account_id = $1 and a.due_at is not null and a.done_at is null and a.due_at < ${END_OF_TODAY}`;

const dueOf = (lead: string): string => `select a.* from activities a
  where a.account_id = $1 and a.lead_id = ${lead} and a.due_at is not null and a.done_at is null and a.due_at < ${END_OF_TODAY}`;

const idle = ({ idleDays }: Placeholders): string => `select ${idleSince('d')} as at, d.id, d.lead_id from deals d
  where d.account_id = $1 and (${idleSince('d')}) < now() - ${idleDays()} * interval '24 hours'`;

const LISTS: Record<DayList, ListSql> = {
  new: {
    // Ids are in the order of creation, as the index is.
    scan: ({ at, id, limit }) => `${NEW} and l.id > ${id} and l.created_at >= ${at} order by l.id limit ${limit}`,
    ofLead: (lead) => `${NEW} and l.id = ${lead}`,
    isFirst: 'true',
    more: `'{}'::json`,
  },
  returned: {
    scan: ({ at, id, limit }) =>
      `${RETURNED} and (r.returned_at, r.lead_id) > (${at}, ${id}) order by r.returned_at, r.lead_id limit ${limit}`,
    ofLead: (lead) => `select r.returned_at as at, r.lead_id as id, r.lead_id from ${returnOf(lead)} r`,
    isFirst: 'true',
    more: `(select json_build_object('returned_at', ${timestamp('r.returned_at')}, 'sent', ${LISTED_SENT}) from ${returnOf('w.lead_id')} r)`,
  },
  due: {
    scan: ({ at, id, limit }) => `${DUE} and (a.due_at, a.id) > (${at}, ${id}) order by a.due_at, a.id limit ${limit}`,
    ofLead: (lead) => `${DUE} and a.lead_id = ${lead}`,
    isFirst: `(select o.id from activities o where o.account_id = $1 and o.lead_id = w.lead_id
      and o.due_at is not null and o.done_at is null and (o.due_at, o.id) < (w.at, w.id) limit 1) is null`,
    more: `json_build_object(
      'tasks', array(select ${LISTED_ACTIVITY_JSON} from (${dueOf('w.lead_id')} order by a.due_at, a.id limit ${MAX_LISTED_TASKS}) a
                     order by a.due_at, a.id),
      'tasks_count', (select count(*)::int from (${dueOf('w.lead_id')}) a))`,
  },
  idle: {
    scan: (placeholders) => `select x.* from stages s
      cross join lateral (${idle(placeholders)} and (d.stage_id = s.id) and (${idleSince('d')}, d.id) > (${placeholders.at}, ${placeholders.id})
                          order by ${idleSince('d')}, d.id limit ${placeholders.limit}) x
      where s.account_id = $1 and not (s.is_won or s.is_lost) order by x.at, x.id limit ${placeholders.limit}`,
    ofLead: (lead, placeholders) => `${idle(placeholders)} and d.lead_id = ${lead} and ${isOpenStage('d.stage_id')}`,
    isFirst: `(select o.id from deals o where o.account_id = $1 and o.lead_id = w.lead_id
      and ${isOpenStage('o.stage_id')} and (${idleSince('o')}, o.id) < (w.at, w.id) order by o.pipeline_id, o.copy limit 1) is null`,
    more: `json_build_object('idle_since', ${timestamp('w.at')})`,
  },
};

/** Position in a list of the day. */
export interface DayPosition {
  readonly at: string;
  readonly id: string;
}

export const BEGINNING: DayPosition = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

export interface DayListPart {
  readonly list: DayList;
  readonly after: DayPosition;
  /** How many leads to show, in how many bytes. */
  readonly shown: number;
  readonly bytes: number;
  readonly idleDays: number;
  /** Whose leads are wanted; null: all. */
  readonly ofMembers: OfMembers | null;
  /** Few leads are wanted: they are read, instead of the list. */
  readonly isOfFew: boolean;
}

/** Fields that a lead has only in this list. */
export type MoreOf<List extends DayList> = Omit<DayLeads[List], keyof OwnerLead>;

export interface FoundDayList {
  /** Leads of the rows that were read. */
  readonly count: number;
  readonly leads: readonly (DayPosition & {
    readonly lead: OwnerLead;
    readonly more: MoreOf<DayList>;
  })[];
  /** Where the scan of the list ended early; null at its end. */
  readonly cut: DayPosition | null;
}

/** Finds the leads of a list after a position, each at its first row. Reads so many rows at most. */
export function findDayList(
  accountId: string,
  part: DayListPart,
  limit: number,
): Query<FoundDayList | undefined, 'read'> {
  const { after, shown, bytes, idleDays, ofMembers, isOfFew } = part;
  const sql = LISTS[part.list];
  const values = new Values(accountId);
  const placeholders: Placeholders = {
    at: values.of(after.at, 'timestamptz'),
    id: values.of(after.id, 'uuid'),
    limit: String(limit),
    idleDays: () => values.of(idleDays, 'int'),
  };
  const members =
    ofMembers && ([values.of(ofMembers.memberId, 'uuid'), values.of(ofMembers.withUnassigned, 'boolean')] as const);
  const isWhole = members !== null && isOfFew;
  const rows = isWhole ? ofFew(sql, placeholders, members) : sql.scan(placeholders);
  // Of few leads all rows are read: a page never ends early.
  const cut = isWhole
    ? 'null::json'
    : `(select json_build_object('at', ${timestamp('c.at')}, 'id', c.id)
        from (select w.at, w.id from scanned w order by w.at, w.id offset ${limit} - 1 limit 1) c)`;
  // Erased people are in no list, so rows are counted without their leads.
  const matching =
    members && !isWhole
      ? `select w.* from scanned w where ${isOfMembers('w.lead_id', ...members)}`
      : 'select w.* from scanned w';
  // "Offset 0" keeps `isFirst` from being tried for rows that are not shown.
  const firstRows = `select w.* from (select f.* from found f order by f.at, f.id offset 0) w
    cross join lateral (select from leads l where l.account_id = $1 and l.id = w.lead_id and l.erased_at is null limit 1) l
    where ${sql.isFirst} order by w.at, w.id limit ${values.of(shown, 'int')}`;
  const json = `json_build_object('at', ${timestamp('w.at')}, 'id', w.id, 'more', ${sql.more},
    'lead', (select ${OWNER_LEAD_JSON} from leads l where l.account_id = $1 and l.id = w.lead_id))`;
  const text = `
    with scanned as materialized (${rows}), found as materialized (${matching})
    select (select count(distinct w.lead_id)::int from found w) as count,
      ${boundedArray(firstRows, json, bytes)} as leads,
      ${cut} as cut`;
  return readRow<FoundDayList>(planned(text), values.all);
}

const ofFew = ({ ofLead }: ListSql, placeholders: Placeholders, members: readonly [string, string]): string => `
  select y.* from (${leadsOfMembers(...members)}) m cross join lateral (${ofLead('m.id', placeholders)}) y
  where (y.at, y.id) > (${placeholders.at}, ${placeholders.id}) order by y.at, y.id`;

/** Leads that are looked at. */
const MAX_STEPLESS = 2_000;

/** SQL: leads of deals in stages that are neither won nor lost, so many of a stage and in all. */
const inProgress = (most: number): string => `
  select d.lead_id as id from stages s
  cross join lateral (select f.lead_id from deals f where f.account_id = $1 and f.stage_id = s.id
                      order by f.lead_id desc limit ${most}) d
  where s.account_id = $1 and not (s.is_won or s.is_lost) limit ${most}`;

interface CountedSteps {
  readonly count: number;
  readonly isCut: boolean;
}

/** Counts the leads that pass the filters, among the leads of few members or those with a deal in progress. */
export function countWithoutNextStep(
  accountId: string,
  filters: FilterValues,
  { ofMembers, isOfFew }: Pick<DayListPart, 'ofMembers' | 'isOfFew'>,
) {
  const values = new Values(accountId);
  const candidates =
    ofMembers && isOfFew
      ? leadsOfMembers(values.of(ofMembers.memberId, 'uuid'), values.of(ofMembers.withUnassigned, 'boolean'))
      : inProgress(MAX_STEPLESS);
  const text = `with found as materialized (${candidates})
    select (select count(*)::int from (select distinct c.id as lead_id from found c) f ${leadOf(namesOf(filters), filters, values)}) as count,
      (select count(*) >= ${MAX_STEPLESS} from found) as "isCut"`;
  return map(readRow<CountedSteps>(planned(text), values.all), (row) => row ?? { count: 0, isCut: false });
}
