import type { Permission } from '../../contract/key';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { applyHit, type Limit, countOf } from '../../common/rate-limit/count-call';
import { limitGuard, clientOf } from '../../common/rate-limit/limit.guard';
import { limitsOf, LimitStorage } from '../../common/rate-limit/rate-limit.module';
import { Config } from '../../config/config';
import type { CountedCall, Caller, PartnerRequest } from '../keys/caller';
import { permissionOf } from './access.guard';
import { bearerToken } from '../../common/http/bearer';
import type { WindowHit } from '../../common/rate-limit/sliding-window';
import { looksLikeSecret, secretHash } from '../keys/api-key';
import { OwnKeyLimits } from './own-key-limits';

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
    private readonly own: OwnKeyLimits,
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
    let client = '';
    let { limit } = key;
    if (sent && looksLikeSecret('ent_live_', sent)) {
      request.keyHash = secretHash(sent);
      client = request.keyHash.toString('base64url');
      limit = this.own.of(client) ?? limit;
      counts.push(countOf({ ...key, limit }, client));
    }
    const [ofAddress, ofKey] = await this.storage.counts.countAll(counts);
    applyHit(ip, ofAddress as WindowHit, http.getResponse<Response>());
    request.countedCall = { client, limit, hit: ofKey as WindowHit };
    return true;
  }
}

/** Section 8: calls per key, counted by `CallLimitGuard`. */
@Injectable()
export class KeyLimitGuard implements CanActivate {
  private readonly limit: Limit;

  constructor(
    private readonly storage: LimitStorage,
    private readonly own: OwnKeyLimits,
    config: Config,
  ) {
    this.limit = limitsOf(config).key;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { caller, countedCall } = http.getRequest<PartnerRequest>();
    const { callsPerMinute } = caller.account;
    this.own.remember(countedCall.client, callsPerMinute);
    const limit = { ...this.limit, limit: callsPerMinute ?? this.limit.limit };
    applyHit(limit, await this.hitWithin(limit, countedCall), http.getResponse<Response>());
    return true;
  }

  /** Counts the call once more where another limit than the account's decided about it: after a change, once in each process. */
  private async hitWithin(limit: Limit, { client, limit: counted, hit }: CountedCall): Promise<WindowHit> {
    if (hit.allowed ? hit.calls <= limit.limit : counted === limit.limit) return hit;
    const { counts } = this.storage;
    const count = countOf(limit, client);
    if (hit.allowed) counts.takeBack(count.key, hit.moment);
    const [again] = await counts.countAll([count]);
    return again as WindowHit;
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

const callerOf = (request: Request): Caller => (request as PartnerRequest).caller;

const furtherLimit = (name: FurtherLimit, ownLimitOf?: (caller: Caller) => number | null) =>
  limitGuard({
    name,
    trackerOf: (request) => callerOf(request).key.id,
    ownLimitOf: ownLimitOf && ((request) => ownLimitOf(callerOf(request))),
    skips: (context) => !furtherLimits(permissionOf(context)).includes(name),
  });

/** Section 8: POST and PATCH per key. */
export const WriteLimitGuard = furtherLimit('writes', ({ account }) => account.writesPerMinute);

/** Section 8: GET /metrics per key. */
export const MetricsLimitGuard = furtherLimit('metrics');
