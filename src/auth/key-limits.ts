import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { limitGuard } from '../common/rate-limit/limit.guard';
import { permissionOf } from './access.guard';
import type { PartnerRequest } from './caller';

const trackerOf = (request: Request): string => (request as PartnerRequest).caller.key.id;

/** Section 8: calls per key. */
export const KeyLimitGuard = limitGuard({ name: 'key', trackerOf });

/** Section 8: POST and PATCH per key. A look-up only reads: it needs no permission to write. */
export const WriteLimitGuard = limitGuard({
  name: 'writes',
  trackerOf,
  skips: (context: ExecutionContext) => !permissionOf(context).endsWith(':write'),
});

/** Section 8: GET /metrics per key. */
export const MetricsLimitGuard = limitGuard({
  name: 'metrics',
  trackerOf,
  skips: (context: ExecutionContext) => permissionOf(context) !== 'metrics:read',
});
