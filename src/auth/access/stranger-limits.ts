import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { accountOfToken } from '../sessions/account-token';
import { ApiError } from '../../common/api-error';
import { type Limit, countRefused, presumeRefused, type RefusedLimit } from '../../common/rate-limit/count-call';
import { LimitStorage, limitsOf, REFUSED_LINKS, WRONG_TOKENS } from '../../common/rate-limit/rate-limit.module';
import { Config } from '../../config/config';
import { formFault } from './refused-credential';
import { credentialOf } from './session-cookie';
import { clientOf } from '../../common/rate-limit/limit.guard';
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Compares with every token in constant time, so that timing reveals nothing. */
const isOneOf = (text: string, tokens: readonly (string | undefined)[]): boolean => {
  const given = digest(text);
  return tokens.filter((token) => token !== undefined && timingSafeEqual(given, digest(token))).length > 0;
};

/** Accepts the second token too, while the operator's token is being replaced. */
const isOperatorToken = (text: string, { operatorToken, secondOperatorToken }: Config): boolean =>
  isOneOf(text, [operatorToken, secondOperatorToken]);

const isMetricsToken = (text: string, { metricsToken }: Config): boolean => isOneOf(text, [metricsToken]);

export interface Call {
  readonly request: Request;
  readonly response: Response;
}

/**
 * Limits of unauthenticated callers of the admin API. Credentials are checked first, and only calls without a valid one count. They count
 * per address; wrong tokens count for a second limit too. A valid credential never meets these limits. The partner API counts addresses
 * separately.
 */
@Injectable()
export class StrangerLimits {
  private readonly calls: Limit;

  constructor(
    private readonly storage: LimitStorage,
    private readonly config: Config,
  ) {
    this.calls = limitsOf(config).ip;
  }

  isOperator({ request }: Call): boolean {
    const token = tokenOf(request, this.config);
    return token !== undefined && isOperatorToken(token, this.config);
  }

  mayReadMetrics({ request }: Call): boolean {
    const token = tokenOf(request, this.config);
    return token !== undefined && isMetricsToken(token, this.config);
  }

  /** Counts a call without a valid credential; returns the error to throw. Throws `rate_limited`. */
  async refusal({ request, response }: Call): Promise<ApiError> {
    const wrongToken: RefusedLimit[] =
      tokenOf(request, this.config) === undefined ? [] : [[WRONG_TOKENS, `operator:${clientOf(request)}`]];
    await countRefused(this.storage.counts, [this.strangerAt(request), ...wrongToken], response);
    const message = formFault(request, credentialOf(request, this.config)?.isCookie ?? false);
    return new ApiError('unauthorized', { message });
  }

  /** Counts a call with a sign-in token until the token is accepted. */
  presumeRefused({ request, response }: Call): Promise<void> {
    const refusedLink: RefusedLimit = [REFUSED_LINKS, `link:${clientOf(request)}`];
    return presumeRefused(this.storage.counts, [this.strangerAt(request), refusedLink], response);
  }

  private strangerAt(request: Request): RefusedLimit {
    return [this.calls, `stranger:${clientOf(request)}`];
  }
}

/** Token that might be the operator's: not a cookie or a session token (the settings refuse those as OPERATOR_TOKEN). */
function tokenOf(request: Request, config: Config): string | undefined {
  const credential = credentialOf(request, config);
  if (!credential || credential.isCookie || accountOfToken('session', credential.token)) return undefined;
  return credential.token;
}
