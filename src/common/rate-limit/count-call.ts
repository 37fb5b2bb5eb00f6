import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Response } from 'express';
import type { LimitName } from '../../contract/error';
import { ApiError } from '../api-error';

/** A limit of calls in a window of `ttl` milliseconds. */
export interface Limit {
  readonly name: LimitName;
  readonly limit: number;
  readonly ttl: number;
}

/** Counts a call for its caller, and shows what is left. Throws `rate_limited` when nothing is left; then the call is not counted. */
export async function countCall(counts: ThrottlerStorage, limit: Limit, client: string, response: Response) {
  const record = await counts.increment(`${limit.name}:${client}`, limit.ttl, limit.limit, 0, limit.name);
  show(response, limit, record.isBlocked ? 0 : limit.limit - record.totalHits, record.timeToExpire);
  if (record.isBlocked) throw refusal(response, limit.name, record.timeToBlockExpire);
}

/** Throws `rate_limited` when nothing is left of a limit; counts nothing. */
export async function expectRoom(counts: ThrottlerStorage, limit: Limit, client: string, response: Response) {
  // A limit of 0 allows no call, so this one is not counted.
  const record = await counts.increment(`${limit.name}:${client}`, limit.ttl, 0, 0, limit.name);
  if (record.totalHits < limit.limit) return;
  show(response, limit, 0, record.timeToExpire);
  throw refusal(response, limit.name, record.timeToBlockExpire);
}

interface Locals {
  /** The limits checked so far, and what the tightest of them has left. */
  limits?: { readonly policy: string; readonly left: number };
  /** For the request log. */
  refusedBy?: LimitName;
}

function refusal(response: Response<unknown, Locals>, name: LimitName, retryAfter: number): ApiError {
  response.locals.refusedBy = name;
  return new ApiError('rate_limited', { retryAfter, details: { limit: name } });
}

/**
 * `RateLimit-Policy` names every limit checked so far; `RateLimit` shows the one with the fewest calls left, so always one that
 * refuses.
 */
function show(response: Response<unknown, Locals>, { name, limit, ttl }: Limit, left: number, resetsIn: number): void {
  const { limits: before } = response.locals;
  const member = `"${name}";q=${limit};w=${ttl / 1000}`;
  const policy = before ? `${before.policy}, ${member}` : member;
  response.locals.limits = { policy, left: Math.min(left, before?.left ?? left) };
  response.setHeader('RateLimit-Policy', policy);
  if (!before || left <= before.left) response.setHeader('RateLimit', `"${name}";r=${left};t=${resetsIn}`);
}
