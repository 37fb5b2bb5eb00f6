import type { CookieOptions, Request, Response } from 'express';
import { bearerToken } from '../../common/http/bearer';
import type { Config } from '../../config/config';

type PublicAddress = Pick<Config, 'publicUrl'>;

const isSecure = ({ publicUrl }: PublicAddress): boolean => publicUrl.startsWith('https:');

/** Cookie name. Browsers accept `__Host-` only over https and from the host itself, so no other host of the domain can set it. */
export const sessionCookieName = (config: PublicAddress): string =>
  isSecure(config) ? '__Host-entrada_session' : 'entrada_session';

const optionsOf = (config: PublicAddress): CookieOptions => ({
  httpOnly: true,
  sameSite: 'strict',
  secure: isSecure(config),
  path: '/',
});

/** Sets the session's cookie: hidden from scripts, sent only with requests of our own pages. */
export function setSessionCookie(response: Response, config: PublicAddress, token: string, expires: Date): void {
  response.cookie(sessionCookieName(config), token, { ...optionsOf(config), expires });
}

export function clearSessionCookie(response: Response, config: PublicAddress): void {
  response.clearCookie(sessionCookieName(config), optionsOf(config));
}

interface Credential {
  readonly token: string;
  readonly isCookie: boolean;
}

/** Undefined without a credential, and with several cookies of that name, because ours cannot be recognised. */
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
