import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../common/api-error';
import { Config } from '../config';

/**
 * Which page sent a request: one of ours, a foreign one, or unknown, as for clients that are not browsers. It is read from headers
 * that browsers set and scripts cannot set. An origin is scheme, host and port. Two origins are ours: that of `PUBLIC_URL`, also
 * when a proxy sends another `Host`, and that of the request's own address.
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

/** The refusal of a call that a page of another address has made. */
export const foreignPage = (): ApiError =>
  new ApiError('forbidden', {
    message: 'A chamada veio de uma página de outro endereço; use o console no endereço dele (PUBLIC_URL).',
  });

/** Whether the request changes something. */
export const isChange = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD';

/**
 * For routes that need no session: only our pages may call them from a browser. Runs before the limits, because a foreign page
 * could use up the limits of its visitor.
 */
@Injectable()
export class OwnPageGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (senderOf(request, this.config) === 'foreign') throw foreignPage();
    return true;
  }
}

/**
 * For routes whose body needs the content type of JSON. Other routes read a body without a content type as JSON, but any page
 * can send such a body without asking the server first.
 */
@Injectable()
export class JsonTypeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { 'content-type': type } = context.switchToHttp().getRequest<Request>().headers;
    if (type) return true;
    throw new ApiError('invalid_json', { message: 'O corpo deve ser enviado como Content-Type: application/json.' });
  }
}
