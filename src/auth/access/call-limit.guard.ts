import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { bearerToken } from '../../common/http/bearer';
import { applyHit, countOf } from '../../common/rate-limit/count-call';
import { LimitStorage, limitsOf } from '../../common/rate-limit/rate-limit.module';
import type { WindowHit } from '../../common/rate-limit/sliding-window';
import { Config } from '../../config/config';
import { looksLikeApiKey, secretHash } from '../keys/api-key';
import type { PartnerRequest } from '../keys/caller';
import { clientOf } from '../../common/rate-limit/limit.guard';

/**
 * Section 8: calls per client address. The same round trip to Redis counts the call for its key. `KeyLimitGuard` applies that count after
 * the key is verified. Writes and metrics are counted later, so a 403 does not count. The limit precedes the key look-up, so a flood
 * from one address never reaches PostgreSQL.
 */
@Injectable()
export class CallLimitGuard implements CanActivate {
  private readonly limits: ReturnType<typeof limitsOf>;

  constructor(
    private readonly storage: LimitStorage,
    config: Config,
  ) {
    this.limits = limitsOf(config);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<PartnerRequest>();
    const { ip, key } = this.limits;
    const counts = [countOf(ip, clientOf(request))];
    const sent = bearerToken(request);
    if (sent && looksLikeApiKey(sent)) {
      request.keyHash = secretHash(sent);
      counts.push(countOf(key, request.keyHash.toString('base64url')));
    }
    const [ofAddress, ofKey] = await this.storage.counts.countAll(counts);
    applyHit(ip, ofAddress as WindowHit, http.getResponse<Response>());
    request.keyHit = ofKey as WindowHit;
    return true;
  }
}
