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
  return isLoopback(hostname.toLowerCase()) ? 'offered' : 'demanded';
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
