import { connectionRefusal } from '../database/refusals';
/** Consequence for the mail: it was not accepted, never will be, or may have been accepted. */
type Fate = 'again' | 'refused' | 'unknown';

/** Reason why a mail was not sent, in words for the operator. */
interface MailFailure {
  /** Contains only masked addresses, and never a password. */
  readonly reason: string;
  readonly fate: Fate;
}

interface Attempt {
  readonly host: string;
  readonly recipient: string;
  /** Whether the end of the content may have been sent. */
  readonly isHandedOver: boolean;
}

/** Characters of a reason that are kept, because servers may answer at length. */
const MAX_REASON = 300;

/** Steps whose answer concerns one mail; earlier answers concern a setting: the connection, the log-in, the sender. */
const ABOUT_THE_MAIL = new Set<string | undefined>(['RCPT TO', 'DATA']);

/** 503 concerns the order of commands; the others, by RFC 4954 and RFC 3207, require a log-in or TLS. */
const ABOUT_THE_SESSION = [503, 530, 534, 535, 538];

const ofUnknown = (host: string): string => `the certificate of ${host} is of an authority that is not known here`;

/** Certificate errors of Node.js and OpenSSL, by code. */
const CERTIFICATES = new Map<string | undefined, (host: string) => string>([
  ['CERT_HAS_EXPIRED', (host) => `the certificate of ${host} has expired`],
  ['CERT_NOT_YET_VALID', (host) => `the certificate of ${host} is not valid yet`],
  ['ERR_TLS_CERT_ALTNAME_INVALID', (host) => `the certificate is not for ${host}`],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', (host) => `the certificate of ${host} is self-signed`],
  ['SELF_SIGNED_CERT_IN_CHAIN', ofUnknown],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', ofUnknown],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', (host) => `${ofUnknown(host)}, or ${host} does not send those in between`],
  [
    'ERR_SSL_WRONG_VERSION_NUMBER',
    (host) => `${host} does not begin with TLS: smtp:// instead of smtps:// uses STARTTLS`,
  ],
]);

/** By the mail library's time-out that ended the attempt; without a connection the error's code tells it. */
const TIMEOUTS = new Map<string | undefined, string>([
  ['GREETING_TIMEOUT', 'the server does not greet in time'],
  ['UPGRADE_TIMEOUT', 'TLS: the server does not end the handshake in time'],
  ['SOCKET_TIMEOUT', 'the server does not answer in time'],
]);

/** Codes of the mail library whose message is complete. */
const OF_THE_LIBRARY = new Set<string | undefined>(['EENVELOPE', 'EAUTH', 'ESTREAM']);

/** Reads an error of the mail library: what happened, and whether the mail may be sent again. */
export function mailFailureOf(error: unknown, attempt: Attempt): MailFailure {
  const failure = error as SmtpError;
  const reason = shortened(reasonOf(failure, attempt));
  const isAnswered = (failure.responseCode ?? 0) >= 400;
  if (attempt.isHandedOver && !isAnswered) {
    return { reason: `sent, but the server did not confirm it: ${reason}`, fate: 'unknown' };
  }
  // Without an answer, the library refuses the address.
  const isFinal = isAnswered ? isRefusal(failure) : failure.code === 'EENVELOPE';
  return { reason, fate: isFinal ? 'refused' : 'again' };
}

const isRefusal = ({ responseCode = 0, command }: SmtpError): boolean =>
  responseCode >= 500 && ABOUT_THE_MAIL.has(command) && !ABOUT_THE_SESSION.includes(responseCode);

function reasonOf(failure: SmtpError, { host, recipient }: Attempt): string {
  const { code, originalCode, message, response, timeoutType, cause } = failure;
  const answer = response && `the server answered ${stepOf(failure)} with ${answerOf(response, recipient)}`;
  if (code === 'ETLS') return `TLS: ${answer ?? message}`;
  if (answer) return answer;
  const kind = originalCode ?? code;
  const certificate = CERTIFICATES.get(kind);
  if (certificate) return `TLS: ${certificate(host)} (${kind})`;
  const timeout = TIMEOUTS.get(timeoutType);
  if (timeout) return timeout;
  if (code === 'ECONNECTION') return 'the server closes the connection';
  if (code === 'EABORT') return `the attempt was ended: ${cause?.message ?? message}`;
  if (OF_THE_LIBRARY.has(code)) return maskedText(message, recipient);
  return connectionRefusal(originalCode ? Object.assign(new Error(message), failure, { code: originalCode }) : failure)
    .reason;
}

/** Command that the server answered; the answer to the content counts as one to DATA. */
function stepOf({ code, command = 'CONN' }: SmtpError): string {
  if (code === 'EMESSAGE') return 'the content';
  return command === 'CONN' ? 'the connection' : command;
}

/** Joins the lines of an answer; only the first keeps its codes. */
function answerOf(response: string, recipient: string): string {
  const text = response.slice(3).replace(LATER_CODES, ' ').slice(1);
  return `${response.slice(0, 3)} ${maskedText(text, recipient)}`.trim();
}

const LATER_CODES = /[\r\n]\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3}\s)?/g;

/** Removes control characters: PostgreSQL stores no NUL, and a terminal obeys the others. */
function shortened(reason: string): string {
  const line = reason.replace(/[\p{Cc}\s]+/gu, ' ');
  return line.length > MAX_REASON ? `${line.slice(0, MAX_REASON)}…` : line;
}

/** An error of the mail library, with its additions. */
interface SmtpError extends Error {
  readonly code?: string;
  /** Code of the system, or of TLS, when `code` is the library's. */
  readonly originalCode?: string;
  /** Reason of an attempt that was aborted here. */
  readonly cause?: Error;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly timeoutType?: string;
}

/** Masks an e-mail address for logs and operators: `m***@e***.com`. */
export function maskedAddress(address: string): string {
  const [name, domain = ''] = address.split('@') as [string, string?];
  return `${maskedName(name)}@${maskedDomain(domain)}`;
}

const maskedName = (name: string): string => `${name.slice(0, 1)}***`;
const maskedDomain = (domain: string): string => `${domain.slice(0, 1)}***${/\.[^.]+$/.exec(domain)?.[0] ?? ''}`;

/** Possible address in a text, also as part of a link. */
const WORD = /[^\s<>"'()[\],:;=?&/]+/g;
const AT = /@|%40/i;

/** Masks every address in a foreign text, such as a server's answer, and also the parts of this address. */
export function maskedText(text: string, address: string): string {
  const whole = text.replace(WORD, (word) => (AT.test(word) ? maskedAddress(word.replace(AT, '@')) : word));
  const [name, domain] = address.split('@');
  return withoutWord(withoutWord(whole, domain, maskedDomain), name, maskedName);
}

/** Replaces whole words only, because the letters of a short name are in many words. */
function withoutWord(text: string, word: string | undefined, masked: (word: string) => string): string {
  if (!word) return text;
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}*])`, 'giu'), () => masked(word));
}
