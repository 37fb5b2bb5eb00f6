import type { Response } from 'express';
import type { LimitName } from '../../contract/error';
import { ApiError } from '../api-error';
import { limitMessage } from './limit-words';
import { throttlerRecord, type CallCounts, type Count } from './memory-storage';
import type { WindowHit } from './sliding-window';

/** A limit of calls in a window of `ttl` milliseconds. */
export interface Limit {
  /** `heavy` and `busy` do not limit calls in a time. */
  readonly name: Exclude<LimitName, 'heavy' | 'busy'>;
  readonly limit: number;
  readonly ttl: number;
}

export const countOf = ({ name, ttl, limit }: Limit, client: string): Count => ({
  key: `${name}:${client}`,
  ttl,
  limit,
});

/** Counts a call of its caller and sets the headers. Throws `rate_limited`, without counting, when nothing is left. */
export async function countCall(
  counts: CallCounts,
  limit: Limit,
  client: string,
  response: Response<unknown, Locals>,
): Promise<void> {
  const [hit] = await counts.countAll([countOf(limit, client)]);
  applyHit(limit, hit as WindowHit, response);
}

/** Sets the headers of a limit. Throws `rate_limited` when the call was not counted. */
export function applyHit(limit: Limit, hit: WindowHit, response: Response<unknown, Locals>): void {
  const record = throttlerRecord(hit);
  show(response, limit, record.isBlocked ? 0 : limit.limit - record.totalHits, record.timeToExpire);
  if (record.isBlocked) throw refusal(limit, record.timeToBlockExpire);
}

interface Locals {
  /** Limits checked so far, and calls left of the tightest one. */
  limits?: { readonly policy: string; readonly left: number };
}

const refusal = (limit: Limit, retryAfter: number): ApiError =>
  new ApiError('rate_limited', {
    retryAfter,
    details: { limit: limit.name },
    message: limitMessage(limit, retryAfter),
  });

/** Names every limit so far in `RateLimit-Policy`, and the one with the fewest calls left in `RateLimit`. */
function show(response: Response<unknown, Locals>, { name, limit, ttl }: Limit, left: number, resetsIn: number): void {
  const { limits: before } = response.locals;
  const member = `"${name}";q=${limit};w=${ttl / 1000}`;
  const policy = before ? `${before.policy}, ${member}` : member;
  response.locals.limits = { policy, left: Math.min(left, before?.left ?? left) };
  // Access may end while the answer is sent; the call then counts as refused.
  if (response.headersSent) return;
  response.setHeader('RateLimit-Policy', policy);
  if (!before || left <= before.left) response.setHeader('RateLimit', `"${name}";r=${left};t=${resetsIn}`);
}

/** A limit of refused calls, and the client it counts for. */
export type RefusedLimit = readonly [limit: Limit, client: string];

type TakeBack = () => void;

interface PresumedLocals {
  presumed?: { readonly takeBacks: TakeBack[]; limited?: ApiError };
}

/** Counts a refused call for each limit, in one round trip. Throws `rate_limited` at the first without calls left. */
export async function countRefused(
  counts: CallCounts,
  limits: readonly RefusedLimit[],
  response: Response<unknown, PresumedLocals>,
  takeBacks: TakeBack[] = [],
): Promise<void> {
  const counted = limits.map(([limit, client]) => ({ limit, count: countOf(limit, client) }));
  const hits = await counts.countAll(counted.map(({ count }) => count));
  counted.forEach(({ limit, count }, index) => {
    const hit = hits[index] as WindowHit;
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
  response: Response<unknown, PresumedLocals>,
): Promise<void> {
  const presumed: PresumedLocals['presumed'] = (response.locals.presumed = { takeBacks: [] });
  try {
    await countRefused(counts, limits, response, presumed.takeBacks);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    presumed.limited = error;
  }
}

/** Undoes the counts of a call with the right token. */
export function accept({ locals }: Response<unknown, PresumedLocals>): void {
  for (const takeBack of locals.presumed?.takeBacks ?? []) takeBack();
  delete locals.presumed;
}

/** Returns the error to answer with; beyond a limit of refused calls only `rate_limited`. */
export const limitedOr = ({ locals }: Response<unknown, PresumedLocals>, error: ApiError): ApiError =>
  error.status < 500 ? (locals.presumed?.limited ?? error) : error;
