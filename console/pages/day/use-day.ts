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

export type DaySection = keyof Today;

/** The lists of the day. What is done leaves its list before the new lists come. */
export function useDay(isOwn: boolean) {
  const day = useResource<Today>(withQuery('/today', ownQuery(isOwn)));
  const [done, setDone] = useState<{ readonly of?: Today; readonly keys: readonly string[] }>({ keys: [] });
  useChanges(['lead', 'deal', 'activity', 'appointment'], () => void day.refresh());
  const keys = done.of === day.data ? done.keys : [];
  const leave = (list: DaySection, leadId: string): void =>
    setDone({ of: day.data, keys: [...keys, `${list} ${leadId}`] });
  const data = day.data && keys.length > 0 ? without(day.data, keys) : day.data;
  return { ...day, data, leave };
}

function without(day: Today, keys: readonly string[]): Today {
  const lists = Object.entries(day).map(([list, { count, leads, ...more }]) => {
    const left = leads.filter(({ id }: { readonly id: string }) => !keys.includes(`${list} ${id}`));
    return [list, { ...more, leads: left, count: count - leads.length + left.length }];
  });
  return Object.fromEntries(lists) as Today;
}
