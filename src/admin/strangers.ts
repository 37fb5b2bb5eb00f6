import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { accountOfToken } from '../auth/account-token';
import { ApiError } from '../common/api-error';
import { clientOf } from '../common/rate-limit/address-limits';
import type { Limit } from '../common/rate-limit/count-call';
import { LimitStorage, limitsOf, REFUSED_LINKS, WRONG_TOKENS } from '../common/rate-limit/rate-limit.module';
import { countRefused, presumeRefused, type RefusedLimit } from '../common/rate-limit/refused-calls';
import { Config } from '../config';
import { isMetricsToken, isOperatorToken } from './operator-token';
import { formFault } from './refused-credential';
import { credentialOf } from './session-cookie';

/** A call of the admin API, and what it shows. */
export interface Call {
  readonly request: Request;
  readonly response: Response;
}

/**
 * Callers of the admin API, and those among them without a valid credential. Credentials are compared or looked up first, and only
 * calls that turn out to have none count: for the limit of their address, and wrong tokens for another one. So the right
 * credential never meets these limits. The partner API has a count of its own for each address, which no stranger here uses up.
 */
@Injectable()
export class Strangers {
  private readonly calls: Limit;

  constructor(
    private readonly storage: LimitStorage,
    private readonly config: Config,
  ) {
    this.calls = limitsOf(config).ip;
  }

  /** Whether the operator calls. */
  isOperator({ request }: Call): boolean {
    const token = tokenOf(request, this.config);
    return token !== undefined && isOperatorToken(token, this.config);
  }

  /** Whether the call has `METRICS_TOKEN`. */
  mayReadMetrics({ request }: Call): boolean {
    const token = tokenOf(request, this.config);
    return token !== undefined && isMetricsToken(token, this.config);
  }

  /** Counts a call without a valid credential; returns the error to throw, or throws `rate_limited`. */
  async refusal({ request, response }: Call): Promise<ApiError> {
    const wrongToken: RefusedLimit[] =
      tokenOf(request, this.config) === undefined ? [] : [[WRONG_TOKENS, `operator:${clientOf(request)}`]];
    await countRefused(this.storage.counts, [this.strangerAt(request), ...wrongToken], response);
    const message = formFault(request, credentialOf(request, this.config)?.isCookie ?? false);
    return new ApiError('unauthorized', { message });
  }

  /** Counts a call that brings the token of a sign-in link, until it is accepted. */
  presumeRefused({ request, response }: Call): Promise<void> {
    const refusedLink: RefusedLimit = [REFUSED_LINKS, `link:${clientOf(request)}`];
    return presumeRefused(this.storage.counts, [this.strangerAt(request), refusedLink], response);
  }

  private strangerAt(request: Request): RefusedLimit {
    return [this.calls, `stranger:${clientOf(request)}`];
  }
}

/** A token that might be the operator's: not a cookie, and not a session's token (the settings refuse one as OPERATOR_TOKEN). */
function tokenOf(request: Request, config: Config): string | undefined {
  const credential = credentialOf(request, config);
  if (!credential || credential.isCookie || accountOfToken('session', credential.token)) return undefined;
  return credential.token;
}
