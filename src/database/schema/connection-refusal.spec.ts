import { connectionRefusal } from './connection-refusal';

const failure = (message: string, more: object = {}): Error => Object.assign(new Error(message), more);

const SOCKET: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the server refuses the connection',
  ENOTFOUND: 'the host is not found',
  EAI_AGAIN: 'the host is not found',
  ETIMEDOUT: 'the server does not answer',
  EHOSTUNREACH: 'the host is not reachable',
  ENETUNREACH: 'the host is not reachable',
  ECONNRESET: 'the server closes the connection',
  EPIPE: 'the server closes the connection',
};

it.each(Object.keys(SOCKET))('%s may pass', (code) => {
  expect(connectionRefusal(failure('x', { code }))).toEqual({ reason: SOCKET[code], mayPass: true });
});

it.each([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])('%s is of an authority that is not known: the way out is named', (code) => {
  const reason = `TLS: x (${code}): name the file of its certificate authority in NODE_EXTRA_CA_CERTS`;
  expect(connectionRefusal(failure('x', { code }))).toEqual({ reason, mayPass: false });
});

it.each(['CERT_HAS_EXPIRED', 'CERT_SIGNATURE_FAILURE', 'EPROTO'])('%s is about TLS', (code) =>
  expect(connectionRefusal(failure('x', { code }))).toEqual({ reason: `TLS: x (${code})`, mayPass: false }),
);

it.each(['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_INVALID_PROTOCOL_VERSION', 'ERR_SSL_WRONG_VERSION_NUMBER'])(
  '%s is about TLS',
  (code) => expect(connectionRefusal(failure('x', { code })).reason).toBe(`TLS: x (${code})`),
);

it.each(['57P01', '57P02', '57P03', '53300'])('%s of the server may pass', (code) => {
  expect(connectionRefusal(failure('x', { code }))).toEqual({ reason: `x (${code})`, mayPass: true });
});

it.each<[reason: string, mayPass: boolean, error: object]>([
  [
    'the server refuses the connection (127.0.0.1:5432)',
    true,
    failure('x', { code: 'ECONNREFUSED', address: '127.0.0.1', port: 5432 }),
  ],
  [
    'the server refuses the connection (::1:5432)',
    true,
    new AggregateError([failure('x', { code: 'ECONNREFUSED', address: '::1', port: 5432 })]),
  ],
  ['the host is not found (db)', true, failure('getaddrinfo ENOTFOUND db', { code: 'ENOTFOUND', hostname: 'db' })],
  [
    'no server listens there (/tmp/.s.PGSQL.5432)',
    true,
    failure('x', { code: 'ENOENT', syscall: 'connect', address: '/tmp/.s.PGSQL.5432' }),
  ],
  ['the server does not answer', true, failure('timeout expired')],
  ['the server closes the connection', true, failure('Connection terminated unexpectedly')],
  [
    'the database system is starting up (57P03)',
    true,
    failure('the database system is starting up', { code: '57P03' }),
  ],
  ['sorry, too many clients already (53300)', true, failure('sorry, too many clients already', { code: '53300' })],
  [
    'password authentication failed for user "u" (28P01)',
    false,
    failure('password authentication failed for user "u"', { code: '28P01' }),
  ],
  ['database "d" does not exist (3D000)', false, failure('database "d" does not exist', { code: '3D000' })],
  [
    'the server asks for a password',
    false,
    failure('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
  ],
  ['TLS: The server does not support SSL connections', false, failure('The server does not support SSL connections')],
  [
    'TLS: certificate has expired (CERT_HAS_EXPIRED)',
    false,
    failure('certificate has expired', { code: 'CERT_HAS_EXPIRED' }),
  ],
  [
    'the file /ca.pem cannot be read (ENOENT)',
    false,
    failure('x', { code: 'ENOENT', syscall: 'open', path: '/ca.pem' }),
  ],
  ['the server closes the connection', true, failure('the stream has ended')],
  [
    'TLS: There was an error establishing an SSL connection',
    false,
    failure('There was an error establishing an SSL connection'),
  ],
  ['something else', false, failure('something else')],
  ['EPROTONOSUPPORT', false, failure('x', { code: 'EPROTONOSUPPORT' })],
  ['EACCES', false, failure('x', { code: 'EACCES', syscall: 'connect', address: '/tmp/.s.PGSQL.5432' })],
  ['', false, {}],
])('%s', (reason, mayPass, error) => {
  expect(connectionRefusal(error)).toEqual({ reason, mayPass });
});
