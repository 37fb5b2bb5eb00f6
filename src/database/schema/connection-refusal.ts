interface Refusal {
  /** Never contains a password. */
  readonly reason: string;
  /** Whether the same address may work a moment later. */
  readonly mayPass: boolean;
}

const SYSTEM: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the server refuses the connection',
  ENOTFOUND: 'the host is not found',
  EAI_AGAIN: 'the host is not found',
  ETIMEDOUT: 'the server does not answer',
  EHOSTUNREACH: 'the host is not reachable',
  ENETUNREACH: 'the host is not reachable',
  ECONNRESET: 'the server closes the connection',
  EPIPE: 'the server closes the connection',
};

/** SQLSTATEs of a server that will accept connections soon. */
const PASSING = ['57P01', '57P02', '57P03', '53300'];

/** Codes of Node.js for certificates, and of OpenSSL for other TLS errors. */
const TLS_CODE = /CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO$/;

/** Codes of Node.js for a certificate of an unknown authority. */
const UNKNOWN_AUTHORITY = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** Whether the certificate's authority has to be made known. */
export const isUnknownAuthority = (code: unknown): boolean => UNKNOWN_AUTHORITY.includes(String(code));

export const TRUST_AUTHORITY = 'name the file of its certificate authority in NODE_EXTRA_CA_CERTS';

/** Explains the error of a first connection for the operator. */
export function connectionRefusal(error: unknown): Refusal {
  // Every address of the host has refused.
  const first = ((error as Partial<AggregateError>).errors?.[0] ?? error) as Partial<ConnectError>;
  const { code = '', message = '', syscall, address, port, hostname, path } = first;
  const at = address ? ` (${port ? `${address}:${port}` : address})` : hostname ? ` (${hostname})` : '';
  if (SYSTEM[code]) return { reason: SYSTEM[code] + at, mayPass: true };
  if (code === 'ENOENT' && syscall === 'connect') return { reason: `no server listens there${at}`, mayPass: true };
  if (isUnknownAuthority(code)) return { reason: `TLS: ${message} (${code}): ${TRUST_AUTHORITY}`, mayPass: false };
  if (TLS_CODE.test(code)) return { reason: `TLS: ${message} (${code})`, mayPass: false };
  if (/^[0-9A-Z]{5}$/.test(code)) return { reason: `${message} (${code})`, mayPass: PASSING.includes(code) };
  if (/does not support SSL|SSL connection/i.test(message)) return { reason: `TLS: ${message}`, mayPass: false };
  if (/password must be/.test(message)) return { reason: 'the server asks for a password', mayPass: false };
  if (path) return { reason: `the file ${path} cannot be read (${code})`, mayPass: false };
  if (/timeout/i.test(message)) return { reason: 'the server does not answer', mayPass: true };
  if (/terminated|ended/i.test(message)) return { reason: 'the server closes the connection', mayPass: true };
  return { reason: code || message, mayPass: false };
}

interface ConnectError {
  readonly code: string;
  readonly message: string;
  readonly syscall: string;
  readonly address: string;
  readonly port: number;
  readonly hostname: string;
  readonly path: string;
}
