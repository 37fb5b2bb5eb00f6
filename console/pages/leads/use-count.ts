import { useEffect, useRef, useState } from 'preact/hooks';
import type { LeadCount } from '../../../src/contract/lead';
import { SECOND_MS } from '../../../src/contract/durations';
import { readUnattended } from '../../api';
import { plural } from '../../format';
import { type RouteQuery, withQuery } from '../../router';
import type { Pages } from '../../use-pages';

/** Milliseconds between two counts of one list. */
const REST_MS = 30 * SECOND_MS;

/** `312 leads`, or `mais de 50.000 leads`. */
export const countText = ({ count, is_complete: isComplete }: LeadCount): string =>
  `${isComplete ? '' : 'mais de '}${plural(count, 'lead', 'leads')}`;

/** The number of leads of a list, counted after its rows are there; after changes again, but seldom. Undefined while unknown. */
export function useCount(
  { order: _, direction: __, ...filters }: RouteQuery,
  pages: Pages<unknown>,
): LeadCount | undefined {
  const path = withQuery('/leads/count', filters);
  const [counted, setCounted] = useState<{ readonly path: string; readonly answer: LeadCount }>();
  const countedAt = useRef(-Infinity);
  const { data: rows, more } = pages;
  const isWhole = rows !== undefined && more === undefined;
  useEffect(() => void (countedAt.current = -Infinity), [path]);
  useEffect(() => {
    if (!rows || isWhole) return;
    const leaving = new AbortController();
    const count = async (): Promise<void> => {
      countedAt.current = performance.now();
      const answer = await readUnattended<LeadCount>(path, leaving.signal).catch(() => undefined);
      if (answer && !leaving.signal.aborted) setCounted({ path, answer: answer.data });
    };
    const timer = window.setTimeout(() => void count(), Math.max(0, countedAt.current + REST_MS - performance.now()));
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [path, rows, isWhole]);
  if (isWhole) return { count: rows.length, is_complete: true };
  return counted?.path === path ? counted.answer : undefined;
}
