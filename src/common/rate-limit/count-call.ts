import type { Response } from 'express';
import type { LimitName } from '../../contract/error';
import { ApiError } from '../api-error';
import type { CallCounts, Count } from './call-counts';
import { limitMessage } from './limit-words';
import { throttlerRecord } from './memory-storage';
import type { WindowHit } from './sliding-window';

/** A limit of calls in a window of `ttl` milliseconds. */
export interface Limit {
  /** `heavy` is no limit of calls in a time. */
  readonly name: Exclude<LimitName, 'heavy'>;
  readonly limit: number;
  readonly ttl: number;
}

/** A call of this client, for this limit. */
export const countOf = ({ name, ttl, limit }: Limit, client: string): Count => ({
  key: `${name}:${client}`,
  ttl,
  limit,
});

/**
 * Names the limits that a call will meet after its first one, in their order, as far as that can be told. They are asked together
 * with the first one, in one trip to Redis, and each answer is kept until the call comes to its limit.
 */
export function expectLimits(response: Response<unknown, Locals>, expected: readonly Count[]): void {
  response.locals.expected = expected;
}

/** Counts a call for its caller, and shows what is left. Throws `rate_limited` when nothing is left; then the call is not counted. */
export async function countCall(
  counts: CallCounts,
  limit: Limit,
  client: string,
  response: Response<unknown, Locals>,
): Promise<WindowHit> {
  const count = countOf(limit, client);
  const hit = askedAhead(count, response) ?? (await ask(counts, count, response));
  const record = throttlerRecord(hit);
  show(response, limit, record.isBlocked ? 0 : limit.limit - record.totalHits, record.timeToExpire);
  if (record.isBlocked) throw refusal(limit, record.timeToBlockExpire);
  return hit;
}

/** A call that ends before it came to a limit has not counted for it. */
export function takeBackUnmet({ locals: { ahead } }: Response<unknown, Locals>): void {
  for (const { key, hit } of ahead?.hits.splice(0) ?? []) if (hit.allowed) ahead?.counts.takeBack(key, hit.moment);
}

/** The answer of a limit that was asked together with an earlier one. */
function askedAhead({ key }: Count, { locals: { ahead } }: Response<unknown, Locals>): WindowHit | undefined {
  return ahead?.hits[0]?.key === key ? ahead.hits.shift()?.hit : undefined;
}

async function ask(counts: CallCounts, count: Count, { locals }: Response<unknown, Locals>): Promise<WindowHit> {
  const { expected = [] } = locals;
  locals.expected = [];
  const [hit, ...others] = await counts.countAll([count, ...expected]);
  if (others.length > 0) {
    locals.ahead = { counts, hits: others.map((other, place) => ({ key: expected[place]?.key ?? '', hit: other })) };
  }
  return hit as WindowHit;
}

interface Locals {
  /** The limits that will be asked together with the next one. */
  expected?: readonly Count[];
  /** The answers of limits that the call has not come to yet. */
  ahead?: { readonly counts: CallCounts; readonly hits: { readonly key: string; readonly hit: WindowHit }[] };
  /** The limits checked so far, and what the tightest of them has left. */
  limits?: { readonly policy: string; readonly left: number };
}

const refusal = (limit: Limit, retryAfter: number): ApiError =>
  new ApiError('rate_limited', {
    retryAfter,
    details: { limit: limit.name },
    message: limitMessage(limit, retryAfter),
  });

/**
 * `RateLimit-Policy` names every limit checked so far; `RateLimit` shows the one with the fewest calls left, so always one that
 * refuses.
 */
function show(response: Response<unknown, Locals>, { name, limit, ttl }: Limit, left: number, resetsIn: number): void {
  const { limits: before } = response.locals;
  const member = `"${name}";q=${limit};w=${ttl / 1000}`;
  const policy = before ? `${before.policy}, ${member}` : member;
  response.locals.limits = { policy, left: Math.min(left, before?.left ?? left) };
  // A right that ends while the answer is sent is counted as a call without it.
  if (response.headersSent) return;
  response.setHeader('RateLimit-Policy', policy);
  if (!before || left <= before.left) response.setHeader('RateLimit', `"${name}";r=${left};t=${resetsIn}`);
}
