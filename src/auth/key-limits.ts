import type { Request } from 'express';
import type { Permission } from '../contract/key';
import { limitGuard } from '../common/rate-limit/limit.guard';
import { permissionOf } from './access.guard';
import type { PartnerRequest } from './caller';

type FurtherLimit = 'writes' | 'metrics';

/** The limits of section 8 that a route with this permission has after those of all routes. */
export function furtherLimits(permission: Permission): readonly FurtherLimit[] {
  // A look-up only reads: it needs no permission to write.
  if (permission.endsWith(':write')) return ['writes'];
  return permission === 'metrics:read' ? ['metrics'] : [];
}

const trackerOf = (request: Request): string => (request as PartnerRequest).caller.key.id;

const furtherLimit = (name: FurtherLimit) =>
  limitGuard({ name, trackerOf, skips: (context) => !furtherLimits(permissionOf(context)).includes(name) });

/** Section 8: calls per key. */
export const KeyLimitGuard = limitGuard({ name: 'key', trackerOf });

/** Section 8: POST and PATCH per key. */
export const WriteLimitGuard = furtherLimit('writes');

/** Section 8: GET /metrics per key. */
export const MetricsLimitGuard = furtherLimit('metrics');
