import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../common/api-error';
import { Config } from '../config';

/**
 * Which page sent a request, by headers that browsers set and scripts cannot: one of ours, a foreign one, or none that is known
 * of, as with clients that are not browsers. An origin is scheme, host and port. Ours is that of `PUBLIC_URL`, which also holds
 * behind a proxy that sends another `Host`, and the one that the request itself went to.
 */
export function senderOf(request: Request, { publicUrl }: Pick<Config, 'publicUrl'>): 'own' | 'foreign' | 'unknown' {
  const { origin, host } = request.headers;
  const site = request.get('Sec-Fetch-Site');
  if (origin !== undefined) {
    const own = [publicUrl, `${request.protocol}://${host}`].map(originOf);
    return own.includes(origin) ? 'own' : 'foreign';
  }
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'foreign';
  return 'unknown';
}

const originOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).origin : undefined);

/** Whether the request changes something. */
export const isChange = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD';

/**
 * For routes that need no session: no page but ours may call them with its visitor's browser. Runs before the limits, which
 * that page could use up for its visitor.
 */
@Injectable()
export class OwnPageGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (senderOf(request, this.config) === 'foreign') throw new ApiError('forbidden');
    return true;
  }
}

/**
 * For routes whose body has to be called JSON: elsewhere a body without a content type counts as JSON, but any page
 * may send such a body unasked.
 */
@Injectable()
export class JsonTypeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { 'content-type': type } = context.switchToHttp().getRequest<Request>().headers;
    if (type) return true;
    throw new ApiError('invalid_json', { message: 'O corpo deve ser enviado como Content-Type: application/json.' });
  }
}
