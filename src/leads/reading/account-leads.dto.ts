import {
  InputObject,
  IsOneOf,
  IsSentId,
  IsText,
  isText,
  IsSearch,
  Must,
  Optional,
  Sometimes,
  Trimmed,
  ruled,
} from '../../common/input/fields';
import { IsDay, refuseInverted } from '../../common/input/moment.field';
import { MAX_MOVE_REASON, MAX_SEARCH, MAX_TAG, MAX_UTM, MIN_SEARCH } from '../../contract/limits';
import { DAY_LISTS, type DayList } from '../../contract/day/today';
import { CONTACT_OUTCOMES, type ContactOutcome } from '../../contract/metrics';
import { type Origin, ORIGINS } from '../../contract/origin';
import { TAG } from '../intake/lead.dto';
import { searchOf } from '../record/search-words';
import { IsEmail, IsSearchedPhone } from './partner-leads.dto';
import { idOf, NO_ID } from '../../common/input/id.pipe';
import { comparisonKey, withoutInvisible } from '../../common/text';
import type { SortKey } from './account-leads.queries';
import type { FilterValues } from './search-filters';
import type { Direction } from './search-indexes';
import type { Viewer } from '../../accounts/actor';
import { type AccountCaller, membersIn } from '../../auth/access/account-caller';
import { IsCursor, IsLimit } from '../../common/input/paging';

const LEAD_ORDERS = ['created', 'changed', 'name', 'value', 'next_contact'] as const satisfies ('created' | SortKey)[];
export type LeadOrder = (typeof LEAD_ORDERS)[number];

/** The value of a filter by id for leads without any. */
const NONE = 'none';

/** The filters of a list that a viewer asks for; `responsible` is an id or `none`. */
export const filtersOf = (viewer: Viewer, query: FoundLeadFilters): FilterValues => ({
  ...responsibleOf(viewer, query.responsible),
  tagKey: query.tag === undefined ? undefined : comparisonKey(query.tag),
  origin: query.origin,
  stepless: query.without_next_step && true,
  search: query.q === undefined ? undefined : searchOf(query.q),
});

export function searchFiltersOf(viewer: Viewer, query: SearchFilters): FilterValues {
  const { tagKey, origin, stepless, search, ...people } = filtersOf(viewer, query);
  const { stage_id: stage, source } = query;
  return {
    ...people,
    pipelineId: query.pipeline_id === undefined ? undefined : idOf(query.pipeline_id),
    stageId: stage === undefined || stage === NONE ? undefined : idOf(stage),
    dealless: stage === NONE || undefined,
    tagKey,
    origin,
    nameless: query.without_name && true,
    stepless,
    utmSource: query.utm_source,
    utmMedium: query.utm_medium,
    utmCampaign: query.utm_campaign,
    utmSourceless: query.without_utm_source && true,
    utmMediumless: query.without_utm_medium && true,
    campaignless: query.without_campaign && true,
    isOfCampaign: query.of_campaign && true,
    sourceId: source === undefined || source === NONE ? undefined : idOf(source),
    sourceless: source === NONE || undefined,
    isFirst: query.first_of_contact && true,
    contact: daysOf(query.contact_from, query.contact_to),
    contactOutcome: query.contact_outcome,
    attended: daysOf(query.attended_from, query.attended_to),
    lossReason: query.loss_reason,
    closed: closedOf(query),
    search,
  };
}

/** The query with the members that it names. Throws 422 for `me` from the operator. */
export const namedIn = <Search extends SearchFilters>(query: Search, caller: AccountCaller): Search => ({
  ...query,
  ...membersIn(query, ['responsible', 'closed_by'], caller),
});

const daysOf = (from: string | undefined, to: string | undefined) => (from || to ? { from, to } : undefined);

/** A reason, or none of it, is of a lost deal. */
function closedOf(query: SearchFilters): FilterValues['closed'] {
  const { closed_as, closed_by, closed_stage_id: stage, without_loss_reason } = query;
  const days = daysOf(query.closed_from, query.closed_to);
  if (!days && !closed_as && !closed_by && !stage && !without_loss_reason) return undefined;
  const kind = closed_as ?? (without_loss_reason && 'lost');
  return {
    ...days,
    isWon: kind && kind === 'won',
    by: closed_by,
    stageId: stage === undefined ? undefined : idOf(stage),
    reasonless: without_loss_reason && true,
  };
}

/** Throws 422 for days that are in the wrong order; `place` is where the filters are in the request. */
export function refuseInvertedDays(query: SavedFilters, place = ''): void {
  refuseInverted(query, `${place}from`);
  refuseInverted({ from: query.closed_from, to: query.closed_to }, `${place}closed_from`);
  refuseInverted({ from: query.contact_from, to: query.contact_to }, `${place}contact_from`);
  refuseInverted({ from: query.attended_from, to: query.attended_to }, `${place}attended_from`);
}

/** A viewer sees own and unassigned leads anyway, and no leads of others. */
function responsibleOf(viewer: Viewer, responsible: string | undefined): Pick<FilterValues, 'responsible' | 'viewer'> {
  if (viewer.sees === 'all') return { responsible };
  if (responsible === undefined) return { viewer: viewer.memberId };
  return { responsible: [viewer.memberId, 'none'].includes(responsible) ? responsible : NO_ID };
}

const isSearch = (value: unknown): boolean =>
  isText(value, MAX_SEARCH) && withoutInvisible(value).length >= MIN_SEARCH && searchOf(value) !== undefined;

const isAlone = (query: Readonly<Record<string, unknown>>): boolean =>
  Object.values(query).filter((value) => value !== undefined).length === 1;

const IsGivenAlone = (): PropertyDecorator =>
  Must((value, query) => value === undefined || isAlone(query), 'não se combina com outros filtros');

/** The filters that a list of the day has; it has its own order. */
const OF_DAY = ['today', 'responsible', 'limit', 'cursor'];

const IsGivenWithPaging = (): PropertyDecorator =>
  Must(
    (_, query) => Object.entries(query).every(([name, value]) => value === undefined || OF_DAY.includes(name)),
    'só se combina com responsible, limit e cursor',
  );

/** The value, or any, is not given with another filter. */
const NotWith = (other: string, refused?: string): PropertyDecorator =>
  Must(
    (value, query) => query[other] === undefined || (refused !== undefined && value !== refused),
    `${refused === undefined ? '' : `${refused} `}não se combina com ${other}`,
  );

export const IsUtm = (): PropertyDecorator =>
  Must((value) => isText(value, MAX_UTM), `deve ter de 1 a ${MAX_UTM} caracteres`, {
    type: 'string',
    minLength: 1,
    ...ruled(`At most ${MAX_UTM} characters.`),
  });

const IsLeadSearch = (): PropertyDecorator => (target, property) => {
  IsSearch(MAX_SEARCH, isSearch)(target, property);
  Trimmed()(target, property);
  Optional()(target, property);
};

class CommonFilters {
  @Optional()
  @Trimmed()
  @Must((value) => isText(value, MAX_TAG), `deve ter de 1 a ${MAX_TAG} caracteres`, TAG)
  tag?: string;

  @Optional() @IsOneOf(ORIGINS) origin?: Origin;

  /** A member’s id, `me` or `none`. */
  @Optional() @IsSentId() responsible?: string;

  /** With a deal in progress, and nothing planned. */
  @Optional() @IsOneOf(['true']) without_next_step?: 'true';
}

/** Filters of a list of leads, whatever its place. */
export class FoundLeadFilters extends CommonFilters {
  @IsLeadSearch() q?: string;
}

/** The filters and the order of the list that a saved view keeps: no search, because people search for names, phones and addresses. */
@InputObject('SavedViewQuery')
export class SavedFilters extends CommonFilters {
  @Optional() @IsSentId() pipeline_id?: string;
  /** `none`: without a deal. */
  @NotWith('pipeline_id', NONE) @Optional() @IsSentId() stage_id?: string;
  @Optional() @IsOneOf(['true']) without_name?: 'true';
  @IsUtm() @Trimmed() @Optional() utm_source?: string;
  @IsUtm() @Trimmed() @Optional() utm_medium?: string;
  @IsUtm() @Trimmed() @Optional() utm_campaign?: string;
  @NotWith('utm_source') @Optional() @IsOneOf(['true']) without_utm_source?: 'true';
  @NotWith('utm_medium') @Optional() @IsOneOf(['true']) without_utm_medium?: 'true';
  @NotWith('utm_campaign') @Optional() @IsOneOf(['true']) without_campaign?: 'true';
  /** Of an origin that campaigns have. */
  @Optional() @IsOneOf(['true']) of_campaign?: 'true';
  /** The id of a source, or `none`. */
  @Optional() @IsSentId() source?: string;
  @Optional() @Trimmed() @IsText({ max: MAX_MOVE_REASON }) loss_reason?: string;
  @NotWith('loss_reason') @Optional() @IsOneOf(['true']) without_loss_reason?: 'true';
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;
  @Optional() @IsDay() closed_from?: string;
  @Optional() @IsDay() closed_to?: string;
  @NotWith('loss_reason', 'won')
  @NotWith('without_loss_reason', 'won')
  @Optional()
  @IsOneOf(['won', 'lost'])
  closed_as?: 'won' | 'lost';

  /** A member’s id, `me` or `none`. */
  @Optional() @IsSentId() closed_by?: string;
  @Optional() @IsSentId() closed_stage_id?: string;
  @Optional() @IsDay() contact_from?: string;
  @Optional() @IsDay() contact_to?: string;
  @Optional() @IsOneOf(['true']) first_of_contact?: 'true';

  /** Where deals of the contact are now. */
  @Optional() @IsOneOf(CONTACT_OUTCOMES) contact_outcome?: ContactOutcome;

  @Optional() @IsDay() attended_from?: string;
  @Optional() @IsDay() attended_to?: string;
  @Optional() @IsOneOf(LEAD_ORDERS) order?: LeadOrder;
  /** Absent: `desc`. */
  @Optional() @IsOneOf(['asc', 'desc']) direction?: Direction;
}

export class SearchFilters extends SavedFilters {
  @IsLeadSearch() q?: string;
}

export class LeadSearchQuery extends SearchFilters {
  @IsLimit() limit?: string;
  @IsCursor() cursor?: string;

  @Optional() @IsOneOf(DAY_LISTS) @IsGivenWithPaging() today?: DayList;

  @IsGivenAlone() @IsSearchedPhone() @Sometimes() phone?: string;
  @IsGivenAlone() @IsEmail() @Trimmed() @Sometimes() email?: string;
}
