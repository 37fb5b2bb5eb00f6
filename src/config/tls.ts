import { isIPv4 } from 'node:net';

/** Encryption of mails: always, if the server offers it, or never. */
export type MailTls = 'demanded' | 'offered' | 'off';

/**
 * Reads the TLS mode of an `SMTP_URL`: verified TLS for every host but this one, unless it has `?tls=off`. Undefined
 * for other parameters: the mail library accepts weakening ones, such as `requireTLS=false`.
 */
export function mailTlsOf(smtpUrl: string): MailTls | undefined {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  const parameters = searchParams.toString();
  if (hostname === '' || !['', 'tls=off'].includes(parameters)) return undefined;
  if (protocol === 'smtps:') return parameters === '' ? 'demanded' : undefined;
  if (parameters === 'tls=off') return 'off';
  return isLoopback(hostname) ? 'offered' : 'demanded';
}

/** Whether a host of an address names the machine itself. */
function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}

/** Whether the address of the links in mails opens on no other machine. */
export function isOnlyHere(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return isLoopback(hostname) || hostname === '0.0.0.0' || hostname === '[::]';
}

/** Whether the server of an `SMTP_URL` is this machine. */
export const isMailSentHere = (smtpUrl: string): boolean => isLoopback(new URL(smtpUrl).hostname);

const NO_CHECK = 'the certificate is not checked, so anybody between may read and change everything';
const ANY_HOST = 'the certificate may be that of any host';
const WAY_OUT = 'use sslmode=verify-full, and NODE_EXTRA_CA_CERTS for an authority of your own';

/** Returns a line for each setting that disables certificate checks, with the remedy and without the value. */
export function uncheckedCertificates({
  DATABASE_URL,
  PGSSLMODE,
  NODE_TLS_REJECT_UNAUTHORIZED,
}: Readonly<Record<string, string | undefined>>): string[] {
  const lines: string[] = [];
  if (DATABASE_URL && URL.canParse(DATABASE_URL)) {
    const parameters = Object.fromEntries(new URL(DATABASE_URL).searchParams);
    const weakness = weaknessOf(parameters);
    if (weakness) lines.push(`DATABASE_URL says ${weakness}: ${WAY_OUT}`);
    // The driver reads this variable when the address has no TLS parameter.
    const isRead = !OF_TLS.some((name) => name in parameters);
    if (isRead && PGSSLMODE === 'no-verify') lines.push(`PGSSLMODE says no-verify: ${NO_CHECK}: ${WAY_OUT}`);
  }
  if (NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    const remedy = 'remove it, and name an authority of your own in NODE_EXTRA_CA_CERTS';
    lines.push(`NODE_TLS_REJECT_UNAUTHORIZED says 0, for every server: ${NO_CHECK}: ${remedy}`);
  }
  return lines;
}

const OF_TLS = ['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation'];

/** Reads the parameters like the driver: each mode but `no-verify` checks all, unless libpq's meaning is requested. */
function weaknessOf(parameters: Record<string, string>): string | undefined {
  const { ssl, sslmode, sslrootcert, sslcert, sslkey, uselibpqcompat } = parameters;
  if (!(sslmode || sslrootcert || sslcert || sslkey))
    return ssl === 'no-verify' ? `ssl=${ssl}: ${NO_CHECK}` : undefined;
  if (uselibpqcompat !== 'true') return sslmode === 'no-verify' ? `sslmode=${sslmode}: ${NO_CHECK}` : undefined;
  const mode = `uselibpqcompat=true&sslmode=${sslmode}`;
  if (sslmode === 'prefer' || (sslmode === 'require' && !sslrootcert)) return `${mode}: ${NO_CHECK}`;
  return sslmode === 'require' || sslmode === 'verify-ca' ? `${mode}: ${ANY_HOST}` : undefined;
}
