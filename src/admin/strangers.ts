import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { accountOfToken } from '../auth/account-token';
import { ApiError } from '../common/api-error';
import { clientOf } from '../common/rate-limit/address-limits';
import { countCall, expectRoom, type Limit } from '../common/rate-limit/count-call';
import { LimitStorage, limitsOf, MINUTE_MS, WRONG_TOKENS_PER_MINUTE } from '../common/rate-limit/rate-limit.module';
import { Config } from '../config';
import { isMetricsToken, isOperatorToken } from './operator-token';
import { credentialOf } from './session-cookie';

/** A call of the admin API, and what it shows. */
export interface Call {
  readonly request: Request;
  readonly response: Response;
}

const WRONG_TOKENS: Limit = { name: 'sign_in', limit: WRONG_TOKENS_PER_MINUTE, ttl: MINUTE_MS };

/**
 * Callers of the admin API without a valid credential. Each call counts for the limit of its address, and each wrong token for
 * another limit. Calls with a valid credential count for neither.
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

  /**
   * Whether the operator calls. After too many wrong tokens of this address it throws `rate_limited` and compares no token, not
   * even the right one. For other callers, the address must have calls left before the session is looked up.
   */
  async isOperator(call: Call): Promise<boolean> {
    const token = await this.comparedToken(call);
    if (token !== undefined && isOperatorToken(token, this.config)) return true;
    await expectRoom(this.storage.counts, this.calls, clientOf(call.request), call.response);
    return false;
  }

  /** Whether the call has `METRICS_TOKEN`; a wrong token counts as a wrong operator's token. */
  async mayReadMetrics(call: Call): Promise<boolean> {
    const token = await this.comparedToken(call);
    return token !== undefined && isMetricsToken(token, this.config);
  }

  /** Counts a call without a valid credential; returns the error to throw. */
  async refusal({ request, response }: Call): Promise<ApiError> {
    await countCall(this.storage.counts, this.calls, clientOf(request), response);
    if (tokenOf(request, this.config) !== undefined) {
      await countCall(this.storage.counts, WRONG_TOKENS, guesserOf(request), response);
    }
    return new ApiError('unauthorized');
  }

  private async comparedToken({ request, response }: Call): Promise<string | undefined> {
    const token = tokenOf(request, this.config);
    if (token !== undefined) await expectRoom(this.storage.counts, WRONG_TOKENS, guesserOf(request), response);
    return token;
  }
}

/** Whom wrong tokens are counted for: the address, but not together with the sign-in links that it asks for. */
const guesserOf = (request: Request): string => `operator:${clientOf(request)}`;

/** A token that might be the operator's: not a cookie, and not a session's token (the settings refuse one as OPERATOR_TOKEN). */
function tokenOf(request: Request, config: Config): string | undefined {
  const credential = credentialOf(request, config);
  if (!credential || credential.isCookie || accountOfToken('session', credential.token)) return undefined;
  return credential.token;
}
