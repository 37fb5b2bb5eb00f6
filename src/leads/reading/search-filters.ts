import { isSeen } from '../../accounts/actor';
import type { ContactOutcome } from '../../contract/metrics';
import { CAMPAIGN_ORIGINS, type Origin } from '../../contract/origin';
import { midnight } from '../../database/first-id';
import { nextContact } from '../record/next-contact';
import { isOldest } from '../record/oldest-lead';
import { endOf } from '../../common/text';
import type { Search } from '../record/search-words';

/** The filters of a search of leads, and SQL that checks a lead against them. */

export interface FilterValues {
  readonly pipelineId?: string;
  readonly stageId?: string;
  /** The comparison key of the tag. */
  readonly tagKey?: string;
  readonly origin?: Origin;
  readonly nameless?: true;
  readonly utmSource?: string;
  readonly utmMedium?: string;
  readonly utmCampaign?: string;
  /** The source by which the lead first came. */
  readonly sourceId?: string;
  readonly sourceless?: true;
  readonly campaignless?: true;
  readonly utmSourceless?: true;
  readonly utmMediumless?: true;
  /** Of an origin that campaigns have. */
  readonly isOfCampaign?: true;
  /** Without a deal. */
  readonly dealless?: true;
  /** With a deal in progress, and without a task or an appointment to come. */
  readonly stepless?: true;
  /** Brasília days on which the contact began. */
  readonly contact?: Days;
  /** The lead that figures count for its contact. */
  readonly isFirst?: true;
  /** The kind of stage in which a deal of the contact is now. Filters by member leave out deals of other leads. */
  readonly contactOutcome?: ContactOutcome;
  /** Brasília days of an appointment with attendance. */
  readonly attended?: Days;
  /** Why a deal was lost, as a whole. */
  readonly lossReason?: string;
  /** How a deal ended; with a reason, one lost for it. */
  readonly closed?: ClosedFilter;
  /** The responsible member, or `none`. */
  readonly responsible?: string;
  /** The seller who sees own and unassigned leads only. */
  readonly viewer?: string;
  readonly search?: Search;
}

/** Brasília days, both included; absent: without an end. */
interface Days {
  readonly from?: string;
  readonly to?: string;
}

/** What is true of one and the same end of a deal. */
interface ClosedFilter extends Days {
  readonly isWon?: boolean;
  /** The member who was responsible then, or `none`. */
  readonly by?: string;
  readonly stageId?: string;
  /** Without a reason. */
  readonly reasonless?: true;
}

export type FilterName = keyof FilterValues;

/** The values of a statement in the order of its text; $1 is the account. */
export class Values {
  readonly all: unknown[];

  constructor(accountId: string) {
    this.all = [accountId];
  }

  /** Adds a value and returns its placeholder. */
  of(value: unknown, type: string): string {
    return `$${this.all.push(value)}::${type}`;
  }
}

export const TAG_ID = (key: string): string =>
  `select t.id as key from tags t where t.account_id = $1 and t.key = ${key}`;

/** SQL: the stage is neither won nor lost. */
export const isOpenStage = (stage: string): string =>
  `(select not (t.is_won or t.is_lost) from stages t where t.account_id = $1 and t.id = ${stage})`;

const has = (table: string, condition: string): string =>
  `(select true from ${table} p where p.account_id = $1 and p.lead_id = f.lead_id and ${condition} limit 1)`;

const lostFor = ({ lossReason }: FilterValues, values: Values): string =>
  `(p.reason = ${values.of(lossReason, 'text')}) is true`;

/** SQL: the moment in the column is within the days; without days, any is. */
function within(moment: string, { from, to }: Days, values: Values): string[] {
  return [
    ...(from === undefined ? [] : [`${moment} >= ${midnight(values.of(from, 'date'))}`]),
    ...(to === undefined ? [] : [`${moment} < ${midnight(`${values.of(to, 'date')} + 1`)}`]),
  ];
}

/** SQL: the closing `p` is as asked, its days aside. */
export function closedSo({ closed = {}, ...filters }: FilterValues, values: Values): string[] {
  const { isWon, by, stageId, reasonless } = closed;
  return [
    ...(isWon === undefined ? [] : [isWon ? 'p.is_won' : 'not p.is_won']),
    ...(by === undefined
      ? []
      : [by === 'none' ? 'p.member_id is null' : `(p.member_id = ${values.of(by, 'uuid')}) is true`]),
    ...(stageId === undefined ? [] : [`p.stage_id = ${values.of(stageId, 'uuid')}`]),
    ...(reasonless ? ['p.reason is null'] : []),
    ...(filters.lossReason === undefined ? [] : [lostFor(filters, values)]),
  ];
}

/** SQL: the leads of the closings of the days, of one member perhaps. */
export function closingsOfDays({ closed = {} }: FilterValues, values: Values): string {
  const ofMember =
    closed.by === undefined || closed.by === 'none' ? [] : [`f.member_id = ${values.of(closed.by, 'uuid')}`];
  const conditions = ['f.account_id = $1', ...within('f.closed_at', closed, values), ...ofMember];
  return `select f.* from closings f where ${conditions.join(' and ')}`;
}

/** SQL: an appointment has attendance and begins on the days. */
const attendedOn = (appointment: string, { attended = {} }: FilterValues, values: Values): string =>
  [`${appointment}.attended`, ...within(`${appointment}.starts_at`, attended, values)].join(' and ');

/** SQL: the leads of the appointments of the days with attendance. */
export const attendedOfDays = (filters: FilterValues, values: Values): string =>
  `select f.lead_id from appointments f
   where f.account_id = $1 and f.lead_id is not null and ${attendedOn('f', filters, values)}`;

/** SQL: the stage `s` is of a kind that figures count. */
export const STAGES_OF: Readonly<Record<ContactOutcome, string>> = {
  scheduled: 's.is_scheduling',
  closed: '(s.is_sale or s.value is not null)',
  won: 's.is_won',
  lost: 's.is_lost',
};

/** SQL: a deal of the contact of the row `r` is in such a stage, lost ones without a won one. */
function hasOutcome(outcome: ContactOutcome, { responsible, viewer }: FilterValues, values: Values): string {
  const ofMember = responsible === undefined ? '' : `and ${isResponsible('o', responsible, values)}`;
  const ofViewer = viewer === undefined ? '' : `and ${isSeen('o', values.of(viewer, 'uuid'))}`;
  const hasDeal = (kind: ContactOutcome): string => `(select true from leads o
    cross join lateral (select d.stage_id from deals d where d.account_id = $1 and d.lead_id = o.id offset 0) d
    where o.account_id = $1 and o.conversation_id = r.conversation_id ${ofMember} ${ofViewer}
      and (select ${STAGES_OF[kind]} from stages s where s.account_id = $1 and s.id = d.stage_id) limit 1)`;
  return outcome === 'lost' ? `${hasDeal('lost')} and ${hasDeal('won')} is null` : hasDeal(outcome);
}

/** SQL: the member is responsible for the lead, or nobody. */
const isResponsible = (lead: string, responsible: string | undefined, values: Values): string =>
  responsible === 'none'
    ? `${lead}.responsible_id is null`
    : `${lead}.responsible_id = ${values.of(responsible, 'uuid')}`;

const contactDays = (
  { contact: { from = '0001-01-01', to = '9999-12-31' } = {} }: FilterValues,
  values: Values,
): string => `between ${values.of(from, 'date')} and ${values.of(to, 'date')}`;

/** SQL: the contacts of the days. */
export const contactsOfDays = (filters: FilterValues, values: Values): string =>
  `select c.id from conversations c where c.account_id = $1 and c.day ${contactDays(filters, values)}`;

/** SQL: the leads of the contacts of the days. */
export const leadsOfDays = (filters: FilterValues, values: Values): string =>
  `select l.id as lead_id from (${contactsOfDays(filters, values)} offset 0) c
    cross join lateral (select f.id from leads f where f.account_id = $1 and f.conversation_id = c.id offset 0) l`;

function isFound(alternatives: Search, values: Values): string {
  const beginsSo = (word: string): string =>
    `(p.word >= ${values.of(word, 'text')} and p.word < ${values.of(endOf(word), 'text')})`;
  const hasOneOf = (words: readonly string[]): string =>
    has('lead_words', `(${words.map(beginsSo).join(' or ')}) is true`);
  // Single words share one look-up: a lead has few words, and most candidates have none of these.
  const alone = alternatives.flatMap((words) => (words.length === 1 ? words : []));
  const several = alternatives.filter((words) => words.length > 1);
  const lookUps = several.map((words) => `(${words.map((word) => hasOneOf([word])).join(' and ')})`);
  return `(${[...(alone.length > 0 ? [hasOneOf(alone)] : []), ...lookUps].join(' or ')})`;
}

/** SQL: the lead `f.lead_id` of the row `r` passes a filter; "is true" keeps PostgreSQL from the index by stage or word. */
export function probe(filter: FilterName, filters: FilterValues, values: Values): string {
  switch (filter) {
    case 'pipelineId':
      return has('deals', `(p.pipeline_id = ${values.of(filters.pipelineId, 'uuid')}) is true`);
    case 'stageId':
      return has('deals', `(p.stage_id = ${values.of(filters.stageId, 'uuid')}) is true`);
    case 'tagKey':
      return has('lead_tags', `p.tag_id = (${TAG_ID(values.of(filters.tagKey, 'text'))})`);
    case 'origin':
      return `r.origin = ${values.of(filters.origin, 'text')}`;
    case 'utmSource':
      return `r.utm_source = ${values.of(filters.utmSource, 'text')}`;
    case 'utmMedium':
      return `r.utm_medium = ${values.of(filters.utmMedium, 'text')}`;
    case 'utmCampaign':
      return `r.utm_campaign = ${values.of(filters.utmCampaign, 'text')}`;
    case 'sourceId':
      return `r.source_id = ${values.of(filters.sourceId, 'uuid')}`;
    case 'lossReason':
      return has('closings', lostFor(filters, values));
    case 'closed':
      return has(
        'closings',
        `(${['true', ...within('p.closed_at', filters.closed ?? {}, values), ...closedSo(filters, values)].join(' and ')}) is true`,
      );
    case 'nameless':
      return 'r.name is null';
    case 'sourceless':
      return 'r.source_id is null';
    case 'campaignless':
      return 'r.utm_campaign is null';
    case 'utmSourceless':
      return 'r.utm_source is null';
    case 'utmMediumless':
      return 'r.utm_medium is null';
    case 'isOfCampaign':
      return `r.origin in (${CAMPAIGN_ORIGINS.map((origin) => `'${origin}'`).join(', ')})`;
    case 'contactOutcome':
      return filters.contactOutcome ? hasOutcome(filters.contactOutcome, filters, values) : 'true';
    case 'attended':
      return has('appointments', `(${attendedOn('p', filters, values)}) is true`);
    case 'dealless':
      return `${has('deals', 'true')} is null`;
    case 'stepless':
      return `${has('deals', isOpenStage('p.stage_id'))} and (${nextContact('f.lead_id')}) is null`;
    case 'isFirst':
      return `(${isOldest('r')}) is true`;
    case 'contact':
      return `(select c.day ${contactDays(filters, values)} from conversations c where c.account_id = $1 and c.id = r.conversation_id)`;
    case 'responsible':
      return isResponsible('r', filters.responsible, values);
    case 'viewer':
      return isSeen('r', values.of(filters.viewer, 'uuid'));
    case 'search':
      return isFound(filters.search ?? [], values);
  }
}

/**
 * SQL: the lead `f.lead_id` as the row `l`, unless it is gone or filtered out. Filters on other tables come first, which saves reads.
 */
export const leadOf = (
  names: readonly FilterName[],
  filters: FilterValues,
  values: Values,
): string => `cross join lateral (
  select r.id, r.name, r.updated_at from leads r
  where r.account_id = $1 and r.id = f.lead_id and r.erased_at is null
    ${names.map((name) => `and ${probe(name, filters, values)}`).join(' ')} limit 1) l`;

export const namesOf = (filters: FilterValues): FilterName[] =>
  (Object.keys(filters) as FilterName[]).filter((name) => filters[name] !== undefined);
