import type { SavedViewShape } from '../src/contract/saved-view';
import { useMay, useMe } from './me';
import { addressOf, type RouteQuery } from './router';
import { type Resource, useResource } from './use-resource';

/** The member's views of the list of leads. Without data for the operator, who has none. */
export type SavedViews = Resource<readonly SavedViewShape[]>;

export function useSavedViews(): SavedViews {
  const { account, member } = useMe();
  const hasViews = useMay()('leads') && member !== null && account.licence_active !== false;
  return useResource(hasViews ? '/saved-views' : undefined);
}

/** Filters and order in an address of the list. The rest names the open view, or the figure that the list is of. */
export const filtersIn = ({ visao: _, figure: __, without_spam: ___, ...filters }: RouteQuery): RouteQuery => filters;

/** Address of the list with a view, which keeps its name while its filters are changed. */
export const addressOfView = ({ id, query }: SavedViewShape): string => addressOf(['leads'], { visao: id, ...query });

/** The view that an address of the list was opened from. */
export const viewIn = ({ data }: SavedViews, { visao }: RouteQuery): SavedViewShape | undefined =>
  data?.find(({ id }) => id === visao);

/** Whether an address has other filters, or another order, than its view. */
export const differs = (query: RouteQuery, view: SavedViewShape): boolean =>
  sorted(filtersIn(query)) !== sorted(view.query);

const sorted = (query: RouteQuery): string => JSON.stringify(Object.entries(query).sort());
