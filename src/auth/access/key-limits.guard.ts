import type { Permission } from '../../contract/key';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { applyHit, type Limit } from '../../common/rate-limit/count-call';
import { limitGuard } from '../../common/rate-limit/limit.guard';
import { limitsOf } from '../../common/rate-limit/rate-limit.module';
import { Config } from '../../config/config';
import type { PartnerRequest } from '../keys/caller';
import { permissionOf } from './access.guard';

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
