import { isIPv4 } from 'node:net';

/** Whether mails are encrypted: always, if the server offers it, or never. */
export type MailTls = 'demanded' | 'offered' | 'off';

/**
 * What an `SMTP_URL` asks for: TLS, with a certificate that is verified, for every host but this one, unless it says `?tls=off`.
 * Undefined when it says anything else: the mail library would take parameters that weaken it, such as `requireTLS=false`.
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
