import type { Permission } from '../../contract/key';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { applyHit, type Limit, countOf } from '../../common/rate-limit/count-call';
import { limitGuard, clientOf } from '../../common/rate-limit/limit.guard';
import { limitsOf, LimitStorage } from '../../common/rate-limit/rate-limit.module';
import { Config } from '../../config/config';
import type { PartnerRequest } from '../keys/caller';
import { permissionOf } from './access.guard';
import { bearerToken } from '../../common/http/bearer';
import type { WindowHit } from '../../common/rate-limit/sliding-window';
import { looksLikeSecret, secretHash } from '../keys/api-key';

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
    if (sent && looksLikeSecret('ent_live_', sent)) {
      request.keyHash = secretHash(sent);
      counts.push(countOf(key, request.keyHash.toString('base64url')));
    }
    const [ofAddress, ofKey] = await this.storage.counts.countAll(counts);
    applyHit(ip, ofAddress as WindowHit, http.getResponse<Response>());
    request.keyHit = ofKey as WindowHit;
    return true;
  }
}

/** Section 8: calls per key, counted by `CallLimitGuard`. */
@Injectable()
export class KeyLimitGuard implements CanActivate {
  private readonly limit: Limit;

  constructor(config: Config) {
    this.limit = limitsOf(config).key;
  }

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    applyHit(this.limit, http.getRequest<PartnerRequest>().keyHit, http.getResponse<Response>());
    return true;
  }
}

type FurtherLimit = 'writes' | 'metrics';

/** Section 8: further limits of a route, by its permission. A look-up only reads, so it does not count as a write. */
const FURTHER_LIMITS: Readonly<Record<Permission, readonly FurtherLimit[]>> = {
  'leads:read': [],
  'leads:write': ['writes'],
  'pipeline:read': [],
  'pipeline:write': ['writes'],
  'metrics:read': ['metrics'],
};

const furtherLimits = (permission: Permission): readonly FurtherLimit[] => FURTHER_LIMITS[permission];

const trackerOf = (request: Request): string => (request as PartnerRequest).caller.key.id;

const furtherLimit = (name: FurtherLimit) =>
  limitGuard({ name, trackerOf, skips: (context) => !furtherLimits(permissionOf(context)).includes(name) });

/** Section 8: POST and PATCH per key. */
export const WriteLimitGuard = furtherLimit('writes');

/** Section 8: GET /metrics per key. */
export const MetricsLimitGuard = furtherLimit('metrics');
