import {
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { ApiError } from '../../common/api-error';
import { Config } from '../../config/config';
import { callOf } from './account-caller';
import { StrangerLimits } from './stranger-limits';

/**
 * Sender of a request: our page, a foreign page, or unknown (clients other than browsers). Reads headers that browsers set and scripts
 * cannot. An origin is scheme, host and port. Ours are the origin of `PUBLIC_URL`, even if a proxy changes `Host`, and the origin of the
 * request's own address.
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

export const foreignPage = (): ApiError =>
  new ApiError('forbidden', {
    message: 'A chamada veio de uma página de outro endereço; use o console no endereço dele (PUBLIC_URL).',
  });

export const isChange = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD';

/** Routes without a session, closed to foreign pages. Runs before the limits, so that those cannot use up a visitor's limits. */
@Injectable()
export class OwnPageGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (senderOf(request, this.config) === 'foreign') throw foreignPage();
    return true;
  }
}

/** Routes that require the content type of JSON. Without one, any page could send the body without a preflight request. */
@Injectable()
export class JsonTypeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { 'content-type': type } = context.switchToHttp().getRequest<Request>().headers;
    if (type) return next.handle();
    throw new ApiError('invalid_json', { message: 'O corpo deve ser enviado como Content-Type: application/json.' });
  }
}

/** Limits guesses at sign-in tokens: a call counts until its token is accepted, so only refused calls remain counted. */
@Injectable()
export class RefusedLinksLimitGuard implements CanActivate {
  constructor(private readonly strangers: StrangerLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.strangers.presumeRefused(callOf(context));
    return true;
  }
}
