import type { CookieOptions, Request, Response } from 'express';
import { bearerToken } from '../common/bearer';
import type { Config } from '../config';

type PublicAddress = Pick<Config, 'publicUrl'>;

const isSecure = ({ publicUrl }: PublicAddress): boolean => publicUrl.startsWith('https:');

/**
 * The name of the cookie. Browsers accept a name with `__Host-` only from the host itself, over https. So no other page can set
 * it, not even one of another host in the same domain.
 */
export const sessionCookieName = (config: PublicAddress): string =>
  isSecure(config) ? '__Host-entrada_session' : 'entrada_session';

const optionsOf = (config: PublicAddress): CookieOptions => ({
  httpOnly: true,
  sameSite: 'strict',
  secure: isSecure(config),
  path: '/',
});

/** Sets the session's cookie: scripts cannot read it, and browsers send it only with requests of our own pages. */
export function setSessionCookie(response: Response, config: PublicAddress, token: string, expires: Date): void {
  response.cookie(sessionCookieName(config), token, { ...optionsOf(config), expires });
}

export function clearSessionCookie(response: Response, config: PublicAddress): void {
  response.clearCookie(sessionCookieName(config), optionsOf(config));
}

/** A request's credential, and whether it is the cookie, which browsers send by themselves. */
export interface Credential {
  readonly token: string;
  readonly isCookie: boolean;
}

/** Undefined when there is none, and when there are several cookies of that name: nobody knows which one is ours. */
export function credentialOf(request: Request, config: PublicAddress): Credential | undefined {
  const bearer = bearerToken(request);
  if (bearer) return { token: bearer, isCookie: false };
  if (request.headers.authorization !== undefined) return undefined;
  const prefix = `${sessionCookieName(config)}=`;
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const [found, another] = cookies.filter((cookie) => cookie.startsWith(prefix));
  const token = another === undefined && found?.slice(prefix.length);
  return token ? { token, isCookie: true } : undefined;
}
