import type { Period } from '../../../src/contract/metrics';
import { type Resource, useResource } from '../../use-resource';
import type { Compared } from './periods';

/** Figures of the chosen period, and those that they are compared with. */
export interface ComparedFigures<Figures> {
  readonly now: Resource<Figures>;
  /** Undefined until both are of the chosen days. */
  readonly before: Figures | undefined;
}

/** Loads a route for the chosen period and for what it is compared with, at once. */
export function useCompared<Figures extends { readonly period: Period }>(
  { period, before }: Compared,
  pathOf: (period: Period) => string,
): ComparedFigures<Figures> {
  const now = useResource<Figures>(pathOf(period));
  const earlier = useResource<Figures>(pathOf(before)).data;
  const isOfChoice = isSame(now.data?.period, period) && isSame(earlier?.period, before);
  return { now, before: isOfChoice ? earlier : undefined };
}

const isSame = (one: Period | undefined, { from, to }: Period): boolean => one?.from === from && one.to === to;
