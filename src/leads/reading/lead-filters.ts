import type { Viewer } from '../../accounts/actor';
import { idOf, NO_ID } from '../../common/input/id.pipe';
import { refuseInverted } from '../../common/input/period';
import { comparisonKey } from '../../common/text';
import { searchOf } from '../record/search-words';
import type { FoundLeadFilters, SearchFilters } from './lead-search.dto';
import type { FilterValues } from './search-sources';

/** The filters of a list that a viewer asks for; `responsible` is an id or `none`. */
export const filtersOf = (viewer: Viewer, query: FoundLeadFilters): FilterValues => ({
  ...responsibleOf(viewer, query.responsible),
  tagKey: query.tag === undefined ? undefined : comparisonKey(query.tag),
  origin: query.origin,
  search: query.q === undefined ? undefined : searchOf(query.q),
});

export function searchFiltersOf(viewer: Viewer, query: SearchFilters): FilterValues {
  const { tagKey, origin, search, ...people } = filtersOf(viewer, query);
  return {
    ...people,
    pipelineId: query.pipeline_id === undefined ? undefined : idOf(query.pipeline_id),
    stageId: query.stage_id === undefined ? undefined : idOf(query.stage_id),
    tagKey,
    origin,
    nameless: query.without_name && true,
    utmSource: query.utm_source,
    utmMedium: query.utm_medium,
    utmCampaign: query.utm_campaign,
    lossReason: query.loss_reason,
    closed: query.closed_from || query.closed_to ? { from: query.closed_from, to: query.closed_to } : undefined,
    search,
  };
}

/** Throws 422 for days of creation or of the end of a deal that are in the wrong order. */
export function refuseInvertedDays(query: SearchFilters): void {
  refuseInverted(query);
  refuseInverted({ from: query.closed_from, to: query.closed_to }, 'closed_from');
}

/** A viewer sees own and unassigned leads anyway, and no leads of others. */
function responsibleOf(viewer: Viewer, responsible: string | undefined): Pick<FilterValues, 'responsible' | 'viewer'> {
  if (viewer.sees === 'all') return { responsible };
  if (responsible === undefined) return { viewer: viewer.memberId };
  return { responsible: [viewer.memberId, 'none'].includes(responsible) ? responsible : NO_ID };
}
