import type { Request, Response } from 'express';
import { bearerToken } from '../common/bearer';
import type { Config } from '../config';

const NAME = 'entrada_session';

/** Gives the browser the session: out of reach of scripts, and sent with requests of our own pages only. */
export function setSessionCookie(response: Response, { publicUrl }: Config, token: string, expires: Date): void {
  const secure = publicUrl.startsWith('https:');
  response.cookie(NAME, token, { httpOnly: true, sameSite: 'strict', secure, path: '/', expires });
}

export function clearSessionCookie(response: Response): void {
  response.clearCookie(NAME, { httpOnly: true, sameSite: 'strict', path: '/' });
}

/** A request's credential, and whether it came as the cookie, which browsers send by themselves. */
export function credentialOf(request: Request): { token: string; isCookie: boolean } | undefined {
  const bearer = bearerToken(request);
  if (bearer) return { token: bearer, isCookie: false };
  if (request.headers.authorization !== undefined) return undefined;
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const token = cookies.find((cookie) => cookie.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return token ? { token, isCookie: true } : undefined;
}

/**
 * Whether a request that changes something was sent by our own pages: browsers name the page's origin in a header that
 * scripts cannot set. A second wall behind SameSite.
 */
export function isOwnPage(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true;
  const { origin, host } = request.headers;
  if (origin === undefined) return request.get('Sec-Fetch-Site') === 'same-origin';
  return URL.canParse(origin) && new URL(origin).host === host;
}
