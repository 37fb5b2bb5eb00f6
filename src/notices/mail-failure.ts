import { refusalOf } from '../database/connection-refusal';
import { maskedText } from './masked-address';

/** What a failed attempt means for the mail: it was not taken, it never will be, or it may have been taken. */
type Fate = 'again' | 'refused' | 'unknown';

/** Why a mail was not sent, in words for the operator. */
interface MailFailure {
  /** Never holds an address that is not masked, and never a password. */
  readonly reason: string;
  readonly fate: Fate;
}

/** The attempt that failed. */
interface Attempt {
  /** The mail server. */
  readonly host: string;
  readonly recipient: string;
  /** Whether the end of the content may have been sent. */
  readonly isHandedOver: boolean;
}

/** The characters of a reason that are kept: a server may answer at length. */
const MAX_REASON = 300;

/** Steps in which a server answers about one mail; before them it answers about a setting: the connection, the log-in, the sender. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

/** 503 is about the order of commands; the others, by RFC 4954 and RFC 3207, ask for a log-in or for TLS. */
const ABOUT_THE_SESSION = [503, 530, 534, 535, 538];

const ofUnknown = (host: string): string => `the certificate of ${host} is of an authority that is not known here`;

/** What Node.js and OpenSSL say about a certificate, by their codes. */
const CERTIFICATES: Readonly<Record<string, (host: string) => string>> = {
  CERT_HAS_EXPIRED: (host) => `the certificate of ${host} has expired`,
  CERT_NOT_YET_VALID: (host) => `the certificate of ${host} is not valid yet`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `the certificate is not for ${host}`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (host) => `the certificate of ${host} is self-signed`,
  SELF_SIGNED_CERT_IN_CHAIN: ofUnknown,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ofUnknown,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: (host) => `${ofUnknown(host)}, or ${host} does not send those in between`,
  ERR_SSL_WRONG_VERSION_NUMBER: (host) => `${host} does not begin with TLS: smtp:// instead of smtps:// uses STARTTLS`,
};

/** By the time-out of the mail library that ended the attempt. */
const TIMEOUTS: Readonly<Record<string, string>> = {
  CONNECT_TIMEOUT: 'the server does not answer',
  GREETING_TIMEOUT: 'the server does not greet in time',
  UPGRADE_TIMEOUT: 'TLS: the server does not end the handshake in time',
  SOCKET_TIMEOUT: 'the server does not answer in time',
};

/** Reads the error of the mail library: what happened, and whether the mail may be sent again. */
export function mailFailureOf(error: unknown, attempt: Attempt): MailFailure {
  const failure = error as Partial<SmtpError>;
  const reason = shortened(reasonOf(failure, attempt));
  const isAnswered = (failure.responseCode ?? 0) >= 400;
  if (attempt.isHandedOver && !isAnswered) {
    return { reason: `sent, but the server did not confirm it: ${reason}`, fate: 'unknown' };
  }
  // Without an answer, the library itself refuses the address.
  const isFinal = isAnswered ? isRefusal(failure) : failure.code === 'EENVELOPE';
  return { reason, fate: isFinal ? 'refused' : 'again' };
}

const isRefusal = ({ responseCode = 0, command = '' }: Partial<SmtpError>): boolean =>
  responseCode >= 500 && ABOUT_THE_MAIL.includes(command) && !ABOUT_THE_SESSION.includes(responseCode);

function reasonOf(failure: Partial<SmtpError>, { host, recipient }: Attempt): string {
  const { code = '', originalCode, message = '', response, timeoutType = '', cause } = failure;
  const answer = response && `the server answered ${stepOf(failure)} with ${answerOf(response, recipient)}`;
  if (code === 'ETLS') return `TLS: ${answer ?? message}`;
  if (answer) return answer;
  const kind = originalCode ?? code;
  if (CERTIFICATES[kind]) return `TLS: ${CERTIFICATES[kind](host)} (${kind})`;
  if (TIMEOUTS[timeoutType]) return TIMEOUTS[timeoutType];
  if (code === 'ECONNECTION') return 'the server closes the connection';
  if (code === 'EABORT') return `the attempt was ended: ${cause?.message ?? message}`;
  if (OF_THE_LIBRARY.includes(code)) return maskedText(message, recipient);
  return refusalOf(originalCode ? Object.assign(new Error(message), failure, { code: originalCode }) : failure).reason;
}

/** Codes of the mail library whose message says it all. */
const OF_THE_LIBRARY = ['EENVELOPE', 'EAUTH', 'ESTREAM'];

/** The command that the server answered; the answer to the content is also one to DATA. */
function stepOf({ code, command = 'CONN' }: Partial<SmtpError>): string {
  if (code === 'EMESSAGE') return 'the content';
  return command === 'CONN' ? 'the connection' : command;
}

/** The lines of an answer as one: only the first keeps its codes. */
function answerOf(response: string, recipient: string): string {
  const [first = '', ...others] = response.split(/[\r\n]+/);
  const text = [first.slice(4), ...others.map((other) => other.replace(LINE_CODES, ''))].join(' ');
  return `${first.slice(0, 3)} ${maskedText(text, recipient)}`.trim();
}

const LINE_CODES = /^\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3}\s+)?/;

/** PostgreSQL stores no NUL, and a terminal obeys the other control characters. */
function shortened(reason: string): string {
  const line = reason.replace(/[\p{Cc}\s]+/gu, ' ');
  return line.length > MAX_REASON ? `${line.slice(0, MAX_REASON)}…` : line;
}

/** What the mail library adds to an error. */
interface SmtpError {
  readonly code: string;
  /** The code of the system, or of TLS, when `code` is one of the library. */
  readonly originalCode: string;
  readonly message: string;
  /** Of an attempt that was ended from here. */
  readonly cause: Error;
  readonly command: string;
  readonly response: string;
  readonly responseCode: number;
  readonly timeoutType: string;
}
