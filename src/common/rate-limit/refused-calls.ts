import type { Response } from 'express';
import { ApiError } from '../api-error';
import type { CallCounts } from './call-counts';
import { countCall, countOf, expectLimits, type Limit } from './count-call';

/** A limit of refused calls, and for whom a call counts. */
export type RefusedLimit = readonly [limit: Limit, client: string];

type TakeBack = () => void;

interface Locals {
  /** What was counted before the answer was known. */
  presumed?: { readonly takeBacks: TakeBack[]; limited?: ApiError };
}

/** Counts a refused call for each of these limits, in one trip. Throws `rate_limited` at the first that has nothing left. */
export async function countRefused(
  counts: CallCounts,
  limits: readonly RefusedLimit[],
  response: Response<unknown, Locals>,
  takeBacks: TakeBack[] = [],
): Promise<void> {
  const [, ...further] = limits.map(([limit, client]) => countOf(limit, client));
  expectLimits(response as Response, further);
  for (const [limit, client] of limits) {
    const { moment } = await countCall(counts, limit, client, response as Response);
    takeBacks.push(() => counts.takeBack(countOf(limit, client).key, moment));
  }
}

/**
 * Counts a call before it is known whether it is refused: so any number at once are counted exactly. Beyond a limit the call goes
 * on, because it may bring the right token. `accept` takes it back.
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

/** The call brought the right token: it counts for no limit of refused calls. */
export function accept({ locals }: Response<unknown, Locals>): void {
  for (const takeBack of locals.presumed?.takeBacks ?? []) takeBack();
  delete locals.presumed;
}

/** The error to answer with: a call that is refused beyond a limit of refused calls learns of the limit alone. */
export const limitedOr = ({ locals }: Response<unknown, Locals>, error: ApiError): ApiError =>
  error.status < 500 ? (locals.presumed?.limited ?? error) : error;
