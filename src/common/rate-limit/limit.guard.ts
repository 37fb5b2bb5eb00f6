import { type CanActivate, type ExecutionContext, Injectable, mixin, type Type } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { ApiError } from '../api-error';
import type { LimitName } from './rate-limit.module';

interface GuardedLimit {
  readonly name: LimitName;
  /** Whose calls are counted together. */
  readonly trackerOf: (request: Request) => string;
  /** Routes that the limit does not concern. */
  readonly skips?: (context: ExecutionContext) => boolean;
}

/**
 * A guard for one limit: a step in the order of checks. The throttler's own `canActivate` would check all limits in one place,
 * count each route by itself, name its headers after the limits, and ask for a dozen decorators that are not used here.
 */
export function limitGuard({ name, trackerOf, skips }: GuardedLimit): Type<CanActivate> {
  @Injectable()
  class LimitGuard extends ThrottlerGuard {
    private limit = 0;
    private ttl = 0;

    override async onModuleInit(): Promise<void> {
      await super.onModuleInit();
      const throttler = this.throttlers.find((one) => one.name === name);
      // Both are set as numbers in `RateLimitModule`.
      this.limit = throttler?.limit as number;
      this.ttl = throttler?.ttl as number;
    }

    override async canActivate(context: ExecutionContext): Promise<boolean> {
      if (skips?.(context)) return true;
      const { limit, ttl } = this;
      const http = context.switchToHttp();
      const response = http.getResponse<Response<unknown, Locals>>();
      const key = `${name}:${trackerOf(http.getRequest<Request>())}`;
      const record = await this.storageService.increment(key, ttl, limit, 0, name);
      const left = record.isBlocked ? 0 : limit - record.totalHits;
      showLimit(response, { name, limit, left, resetsIn: record.timeToExpire, window: ttl / 1000 });
      if (!record.isBlocked) return true;
      response.locals.refusedBy = name;
      throw new ApiError('rate_limited', { retryAfter: record.timeToBlockExpire });
    }
  }
  return mixin(LimitGuard);
}

interface ShownLimit {
  readonly name: string;
  readonly limit: number;
  readonly left: number;
  /** Seconds. */
  readonly resetsIn: number;
  readonly window: number;
}

interface Locals {
  limit?: ShownLimit;
  /** For the request log. */
  refusedBy?: LimitName;
}

/** Of the limits checked so far, the headers show the one with the fewest calls left; so always one that refuses. */
function showLimit(response: Response<unknown, Locals>, shown: ShownLimit): void {
  const { limit: tightest } = response.locals;
  if (tightest && tightest.left < shown.left) return;
  response.locals.limit = shown;
  response.setHeader('RateLimit-Policy', `"${shown.name}";q=${shown.limit};w=${shown.window}`);
  response.setHeader('RateLimit', `"${shown.name}";r=${shown.left};t=${shown.resetsIn}`);
}
