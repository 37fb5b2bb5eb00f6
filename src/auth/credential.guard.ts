import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { bearerToken } from '../common/bearer';
import { countOf, expectLimits } from '../common/rate-limit/count-call';
import { limitsOf } from '../common/rate-limit/rate-limit.module';
import { Config } from '../config';
import { permissionOf } from './access.guard';
import { looksLikeApiKey, secretHash } from './api-key';
import type { PartnerRequest } from './caller';
import { furtherLimits } from './key-limits';
import { KnownKeys } from './known-keys';

/**
 * Reads the key, and lets every call pass. If this process knows the key, it also knows the limits that the call will come to
 * after that of its address. All are asked in one step, so a call takes one trip to Redis instead of two or three. The limit of
 * the address is never asked together with the look-up of the key: only its answer tells whether the call is one of a flood, and a
 * flood must not reach PostgreSQL, over however many instances it comes.
 */
@Injectable()
export class CredentialGuard implements CanActivate {
  private readonly limits: ReturnType<typeof limitsOf>;

  constructor(
    config: Config,
    private readonly known: KnownKeys,
  ) {
    this.limits = limitsOf(config);
  }

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<PartnerRequest>();
    const key = bearerToken(request);
    if (!key || !looksLikeApiKey(key)) return true;
    request.keyHash = secretHash(key);
    const known = this.known.find(request.keyHash);
    if (!known) return true;
    const permission = permissionOf(context);
    const further = known.permissions.includes(permission) ? furtherLimits(permission) : [];
    const expected = (['key', ...further] as const).map((name) => countOf(this.limits[name], known.id));
    expectLimits(http.getResponse<Response>(), expected);
    return true;
  }
}
