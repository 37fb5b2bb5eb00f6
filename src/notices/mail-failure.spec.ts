import { mailFailureOf } from './mail-failure';

const ATTEMPT = { host: 'mail.example.com', recipient: 'maria@people.example', isHandedOver: false };

const failure = (message: string, more: object = {}): Error => Object.assign(new Error(message), more);
/** Makes the mail library's error for an answer. */
const answered = (code: string, command: string, response: string): Error =>
  failure(`x: ${response}`, { code, command, response, responseCode: Number(response.slice(0, 3)) });
/** Makes the mail library's error for a broken connection. */
const broken = (originalCode: string, message = 'x'): Error =>
  failure(message, { code: 'ESOCKET', originalCode, command: 'CONN' });

describe('an answer', () => {
  it.each([
    ['MAIL FROM', 'EENVELOPE', '550 5.7.1 not you', 'again'],
    ['RCPT TO', 'EENVELOPE', '500 no', 'refused'],
    ['RCPT TO', 'EENVELOPE', '550 5.1.1 no such user', 'refused'],
    ['DATA', 'EENVELOPE', '554 5.5.1 no', 'refused'],
    ['MAIL FROM', 'EENVELOPE', '450 4.1.8 later', 'again'],
    ['RCPT TO', 'EENVELOPE', '450 4.2.0 greylisted', 'again'],
    ['RCPT TO', 'EENVELOPE', '499 later', 'again'],
    ['DATA', 'EENVELOPE', '421 4.3.2 closing', 'again'],
    ['MAIL FROM', 'EENVELOPE', '503 5.5.1 EHLO first', 'again'],
    ['MAIL FROM', 'EENVELOPE', '530 5.7.0 Must issue a STARTTLS command first', 'again'],
    ['RCPT TO', 'EENVELOPE', '534 5.7.9 other mechanism', 'again'],
    ['RCPT TO', 'EENVELOPE', '535 5.7.8 who are you', 'again'],
    ['RCPT TO', 'EENVELOPE', '538 5.7.11 encrypt', 'again'],
    ['EHLO', 'ECONNECTION', '550 no', 'again'],
    ['AUTH PLAIN', 'EAUTH', '535 5.7.8 authentication failed', 'again'],
  ])('to %s (%s) of %s: %s', (command, code, response, fate) => {
    const reason = `the server answered ${command} with ${response}`;
    expect(mailFailureOf(answered(code, command, response), ATTEMPT)).toEqual({ reason, fate });
  });

  it.each([
    ['554 5.6.0 spam', 'refused'],
    ['451 4.3.0 later', 'again'],
    ['400 later', 'again'],
  ])('to the content of %s: %s, although the end was sent', (response, fate) => {
    const reason = `the server answered the content with ${response}`;
    const attempt = { ...ATTEMPT, isHandedOver: true };
    expect(mailFailureOf(answered('EMESSAGE', 'DATA', response), attempt)).toEqual({ reason, fate });
  });

  it('to the content that is none leaves it open whether the mail was taken', () => {
    expect(mailFailureOf(answered('EMESSAGE', 'DATA', '354 more'), { ...ATTEMPT, isHandedOver: true })).toEqual({
      reason: 'sent, but the server did not confirm it: the server answered the content with 354 more',
      fate: 'unknown',
    });
  });

  it.each(['CONN', undefined])('to the connection (%s)', (command) => {
    expect(mailFailureOf(Object.assign(answered('EPROTOCOL', 'x', '554 5.7.1 no'), { command }), ATTEMPT)).toEqual({
      reason: 'the server answered the connection with 554 5.7.1 no',
      fate: 'again',
    });
  });

  it.each([
    ['550-5.1.1 no\n550-5.1.1 such\r\n550 5.1.1 user', '550 5.1.1 no such user'],
    ['550-no\n550 such', '550 no such'],
    ['550-5.100.200 no\n550 5.100.200 such 550 times', '550 5.100.200 no such 550 times'],
    ['550 a\u0000b\u001b[31m\t c', '550 a b [31m c'],
    ['550', '550'],
    ['451\n451 later', '451 later'],
    ['550 <Maria@People.Example>: no', '550 <M***@P***.Example>: no'],
    ['550 no user maria at people.example', '550 no user m*** at p***.example'],
    ['550 see https://a.example/?to=x%40y.example', '550 see https://a.example/?to=x***@y***.example'],
  ])('%j is shown as %j', (response, shown) => {
    expect(mailFailureOf(answered('EENVELOPE', 'RCPT TO', response), ATTEMPT).reason).toBe(
      `the server answered RCPT TO with ${shown}`,
    );
  });

  it('is cut to three hundred characters', () => {
    const { reason } = mailFailureOf(answered('EENVELOPE', 'RCPT TO', `550 ${'x'.repeat(500)}`), ATTEMPT);
    expect(reason).toMatch(/^the server answered RCPT TO with 550 x+…$/);
    expect(reason).toHaveLength(301);
    const fits = `550 ${'x'.repeat(300 - 'the server answered RCPT TO with 550 '.length)}`;
    expect(mailFailureOf(answered('EENVELOPE', 'RCPT TO', fits), ATTEMPT).reason).toHaveLength(300);
  });
});

it.each<[reason: string, error: Error]>([
  ['TLS: the certificate of mail.example.com has expired (CERT_HAS_EXPIRED)', broken('CERT_HAS_EXPIRED')],
  ['TLS: the certificate of mail.example.com is not valid yet (CERT_NOT_YET_VALID)', broken('CERT_NOT_YET_VALID')],
  [
    'TLS: the certificate is not for mail.example.com (ERR_TLS_CERT_ALTNAME_INVALID)',
    broken('ERR_TLS_CERT_ALTNAME_INVALID'),
  ],
  [
    'TLS: the certificate of mail.example.com is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
    broken('DEPTH_ZERO_SELF_SIGNED_CERT'),
  ],
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'].map((code): [string, Error] => [
    `TLS: the certificate of mail.example.com is of an authority that is not known here (${code})`,
    broken(code),
  ]),
  [
    'TLS: the certificate of mail.example.com is of an authority that is not known here, or mail.example.com does not send those in between (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
    broken('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
  ],
  [
    'TLS: mail.example.com does not begin with TLS: smtp:// instead of smtps:// uses STARTTLS (ERR_SSL_WRONG_VERSION_NUMBER)',
    broken('ERR_SSL_WRONG_VERSION_NUMBER'),
  ],
  ['TLS: revoked (CERT_REVOKED)', broken('CERT_REVOKED', 'revoked')],
  ['TLS: the server answered STARTTLS with 502 5.5.1 not here', answered('ETLS', 'STARTTLS', '502 5.5.1 not here')],
  ['TLS: Connection closed unexpectedly', failure('Connection closed unexpectedly', { code: 'ETLS' })],
  ['the server does not answer', failure('x', { code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT' })],
  ['the server does not greet in time', failure('x', { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' })],
  [
    'TLS: the server does not end the handshake in time',
    failure('x', { code: 'ETIMEDOUT', timeoutType: 'UPGRADE_TIMEOUT' }),
  ],
  ['the server does not answer in time', failure('x', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' })],
  ['the server closes the connection', failure('x', { code: 'ECONNECTION' })],
  ['the server closes the connection', broken('ECONNRESET')],
  ['the server refuses the connection (::1:25)', failure('x', { code: 'ECONNREFUSED', address: '::1', port: 25 })],
  [
    'the server refuses the connection (::1:25)',
    Object.assign(new AggregateError([failure('x', { code: 'ECONNREFUSED', address: '::1', port: 25 })]), {
      code: 'ECONNREFUSED',
    }),
  ],
  ['the server does not answer (mail.example.com)', failure('x', { code: 'ETIMEDOUT', hostname: 'mail.example.com' })],
  ['the attempt was ended: the service stops', failure('x', { code: 'EABORT', cause: new Error('the service stops') })],
  ['the attempt was ended: x', failure('x', { code: 'EABORT' })],
  ['another worker has the mail', failure('another worker has the mail', { code: 'ESTREAM' })],
  ['Missing credentials for "PLAIN"', failure('Missing credentials for "PLAIN"', { code: 'EAUTH' })],
])('%s: the mail is sent again', (reason, error) => {
  expect(mailFailureOf(error, ATTEMPT)).toEqual({ reason, fate: 'again' });
});

it('an address that the mail library refuses is refused', () => {
  const error = failure('Invalid recipient "maria@people.example>"', { code: 'EENVELOPE', command: 'API' });
  expect(mailFailureOf(error, ATTEMPT)).toEqual({ reason: 'Invalid recipient "m***@p***.example>"', fate: 'refused' });
});

it.each([
  ['the server closes the connection', failure('x', { code: 'ECONNECTION' })],
  ['the server does not answer in time', failure('x', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' })],
  ['the attempt was ended: the service stops', failure('x', { code: 'EABORT', cause: new Error('the service stops') })],
])('after the end of the content, %s: nobody knows whether the mail was taken', (reason, error) => {
  expect(mailFailureOf(error, { ...ATTEMPT, isHandedOver: true })).toEqual({
    reason: `sent, but the server did not confirm it: ${reason}`,
    fate: 'unknown',
  });
});
