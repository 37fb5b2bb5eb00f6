import type { Response } from 'express';
import { ApiError } from '../api-error';
import type { CallCounts } from './call-counts';
import { applyHit, countOf, type Limit } from './count-call';
import type { WindowHit } from './sliding-window';

/** A limit of refused calls, and the client it counts for. */
export type RefusedLimit = readonly [limit: Limit, client: string];

type TakeBack = () => void;

interface Locals {
  presumed?: { readonly takeBacks: TakeBack[]; limited?: ApiError };
}

/** Counts a refused call for each limit, in one round trip. Throws `rate_limited` at the first without calls left. */
export async function countRefused(
  counts: CallCounts,
  limits: readonly RefusedLimit[],
  response: Response<unknown, Locals>,
  takeBacks: TakeBack[] = [],
): Promise<void> {
  const asked = limits.map(([limit, client]) => ({ limit, count: countOf(limit, client) }));
  const hits = await counts.countAll(asked.map(({ count }) => count));
  asked.forEach(({ limit, count }, place) => {
    const hit = hits[place] as WindowHit;
    applyHit(limit, hit, response as Response);
    takeBacks.push(() => counts.takeBack(count.key, hit.moment));
  });
}

/**
 * Counts a call before it is known to be refused, so that concurrent ones are exact. Beyond a limit it continues, as
 * its token may be right; `accept` undoes the count.
 */
export async function presumeRefused(
  counts: CallCounts,
  limits: readonly RefusedLimit[],
  response: Response<unknown, Locals>,
): Promise<void> {
  const presumed: Locals['presumed'] = (response.locals.presumed = { takeBacks: [] });
  try {
    await countRefused(counts, limits, response, presumed.takeBacks);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    presumed.limited = error;
  }
}

/** Undoes the counts of a call with the right token. */
export function accept({ locals }: Response<unknown, Locals>): void {
  for (const takeBack of locals.presumed?.takeBacks ?? []) takeBack();
  delete locals.presumed;
}

/** Returns the error to answer with; beyond a limit of refused calls only `rate_limited`. */
export const limitedOr = ({ locals }: Response<unknown, Locals>, error: ApiError): ApiError =>
  error.status < 500 ? (locals.presumed?.limited ?? error) : error;
