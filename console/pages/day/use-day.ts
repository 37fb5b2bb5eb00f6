import { useEffect, useState } from 'preact/hooks';
import type { AppointmentView } from '../../../src/contract/day/appointment';
import type { ListedLead, Today } from '../../../src/contract/day/today';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { type RouteQuery, withQuery } from '../../router';
import { useChanges } from '../../use-changes';
import { useResource } from '../../use-resource';

/** A lead of a list of the day. */
export type DayLead = ListedLead & { readonly appointment?: AppointmentView };

const TICK_MS = 15_000;

/** The time, which goes on while the page is open. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Whether only what is one's own is shown; remembered in the browser for each page. */
export function useOwn(page: 'day' | 'agenda', hasOwn: boolean): readonly [boolean, (isOwn: boolean) => void] {
  const key = `entrada-${page}-of`;
  const [isOwn, setOwn] = useState(hasOwn && localStorage.getItem(key) === 'me');
  const set = (next: boolean): void => {
    localStorage.setItem(key, next ? 'me' : 'all');
    setOwn(next);
  };
  return [isOwn, set];
}

export const ownQuery = (isOwn: boolean): RouteQuery => (isOwn ? { responsible: 'me' } : {});

/** The pipelines, from the default one on; none until they are loaded. */
export const usePipelines = (): readonly OwnerPipelineView[] =>
  useResource<OwnerPipelineView[]>('/pipelines').data ?? [];

export type DaySection = Exclude<keyof Today, 'without_next_step'>;

/** The lists of the day. */
export function useDay(isOwn: boolean) {
  const day = useResource<Today>(withQuery('/today', ownQuery(isOwn)));
  useChanges(['lead', 'deal', 'activity', 'appointment'], () => void day.refresh());
  return day;
}
