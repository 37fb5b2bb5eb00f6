import { type CanActivate, type ExecutionContext, Injectable, mixin, type Type } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { countCall, type Limit } from './count-call';
import { clientAddress, clientNetwork } from './client-address';
import type { CallCounts } from './memory-storage';

interface GuardedLimit {
  readonly name: Limit['name'];
  readonly trackerOf: (request: Request) => string;
  /** The limit of this caller, in place of the installation's; null without one. */
  readonly ownLimitOf?: ((request: Request) => number | null) | undefined;
  readonly skips?: (context: ExecutionContext) => boolean;
}

/** Creates a guard for one limit; the throttler's checks all limits in one place and counts each route separately. */
export function limitGuard({ name, trackerOf, ownLimitOf, skips }: GuardedLimit): Type<CanActivate> {
  @Injectable()
  class LimitGuard extends ThrottlerGuard {
    private limit = 0;
    private ttl = 0;

    override async onModuleInit(): Promise<void> {
      await super.onModuleInit();
      const throttler = this.throttlers.find((one) => one.name === name);
      // `RateLimitModule` sets both as numbers.
      this.limit = throttler?.limit as number;
      this.ttl = throttler?.ttl as number;
    }

    override async canActivate(context: ExecutionContext): Promise<boolean> {
      if (skips?.(context)) return true;
      const { ttl } = this;
      const http = context.switchToHttp();
      const request = http.getRequest<Request>();
      const limit = ownLimitOf?.(request) ?? this.limit;
      const key = trackerOf(request);
      await countCall(this.storageService as CallCounts, { name, limit, ttl }, key, http.getResponse<Response>());
      return true;
    }
  }
  return mixin(LimitGuard);
}

/** Client of a call without a key. */
export const clientOf = (request: Request): string => clientNetwork(clientAddress(request));

/** Limits calls by client address (section 8), outside the admin API first; partner routes use `CallLimitGuard`. */
export const AddressLimitGuard = limitGuard({ name: 'ip', trackerOf: clientOf });

/** Prevents floods of mail. */
export const SignInLinksLimitGuard = limitGuard({ name: 'sign_in', trackerOf: clientOf });
