import { MAX_BODY_BYTES } from '../../../src/contract/limits';
import { rawRequest } from '../../support/raw-http';
import {
  ABSENT,
  BAD_JSON,
  bearer,
  CREATED,
  type Expected,
  freshPhone,
  hostile,
  type HostileCase,
  invalid,
  NO_KEY,
  OK,
  submit,
  TOO_LARGE,
} from './case';
import { body, CHUNKED, framed, get, open } from './raw';

/** Encodes a body in chunks of this size. */
const chunked = (text: string, size: number): string => {
  const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
};

const frame = (name: string, headers: string[], rest: string, ...expected: Expected[]): HostileCase =>
  hostile(name, framed(headers, rest), ...expected);

const FRAMING: HostileCase[] = [
  hostile('16,384 bytes', submit(body(MAX_BODY_BYTES)), CREATED),
  hostile('16,385 bytes', submit(body(MAX_BODY_BYTES + 1)), TOO_LARGE),
  hostile('1 MB', submit(body(1_000_000)), TOO_LARGE),
  hostile('16,385 bytes of another type', submit('x'.repeat(16_385), { 'Content-Type': 'text/plain' }), TOO_LARGE),
  hostile(
    '16,385 bytes without a key',
    () => ({ method: 'POST', target: '/api/v1/leads', body: body(16_385) }),
    NO_KEY,
  ),
  frame('16,384 bytes in chunks', [CHUNKED], chunked(body(MAX_BODY_BYTES), 1_000), CREATED),
  frame('16,385 bytes in chunks', [CHUNKED], chunked(body(MAX_BODY_BYTES + 1), 1_000), TOO_LARGE),
  frame('16,385 chunks of one byte', [CHUNKED], chunked(body(MAX_BODY_BYTES + 1), 1), TOO_LARGE),
  frame('300 KB in chunks', [CHUNKED], chunked(body(300_000), 5_000), TOO_LARGE),
  frame('nothing in chunks', [CHUNKED], '0\r\n\r\n', BAD_JSON),
  frame('neither length nor chunks', [], '', BAD_JSON),
  frame('a length of zero', ['Content-Length: 0'], '', BAD_JSON),
  frame('a length that is too short', ['Content-Length: 10'], body(40).slice(0, 10), BAD_JSON),
  frame('a length of 1 GB', ['Content-Length: 1000000000'], 'x', TOO_LARGE),
  frame('a length beyond 64 bits', ['Content-Length: 99999999999999999999999'], '{}', BAD_JSON),
  frame('a negative length', ['Content-Length: -1'], '{}', BAD_JSON),
  frame('a length that is not a number', ['Content-Length: x'], '{}', BAD_JSON),
  frame('a length in hex', ['Content-Length: 0x2'], '{}', BAD_JSON),
  frame('a length with a sign', ['Content-Length: +2'], '{}', BAD_JSON),
  frame('a list of lengths', ['Content-Length: 2, 2'], '{}', BAD_JSON),
  frame('two lengths', ['Content-Length: 2', 'Content-Length: 3'], '{} ', BAD_JSON),
  frame('two equal lengths', ['Content-Length: 2', 'Content-Length: 2'], '{}', BAD_JSON),
  frame('length and chunks', ['Content-Length: 2', CHUNKED], chunked('{}', 2), BAD_JSON),
  frame('chunks and length', [CHUNKED, 'Content-Length: 2'], chunked('{}', 2), BAD_JSON),
  ...[
    'xchunked',
    'identity',
    'gzip',
    'gzip, chunked',
    'chunked, gzip',
    'chunked, chunked',
    '"chunked"',
    'chunked;x',
    '',
  ].map((coding) =>
    frame(`transfer coding ${coding}`, [`Transfer-Encoding: ${coding}`], chunked(body(40), 40), BAD_JSON),
  ),
  frame('two transfer codings', [CHUNKED, 'Transfer-Encoding: identity'], chunked(body(40), 40), BAD_JSON),
  frame('a transfer coding after a space', ['Transfer-Encoding : chunked'], chunked(body(40), 40), BAD_JSON),
  frame('a transfer coding after a tab', ['Transfer-Encoding:\tchunked'], chunked(body(40), 40), CREATED),
  frame('a chunk size that is not a number', [CHUNKED], 'x\r\n{}\r\n0\r\n\r\n', BAD_JSON),
  frame('a chunk size beyond 64 bits', [CHUNKED], 'fffffffffffffffffff\r\n{}\r\n0\r\n\r\n', BAD_JSON),
  frame('a negative chunk size', [CHUNKED], '-2\r\n{}\r\n0\r\n\r\n', BAD_JSON),
  frame('a chunk that is longer than its size', [CHUNKED], '2\r\n{"phone"\r\n0\r\n\r\n', BAD_JSON),
  frame('a chunk extension of 20 KB', [CHUNKED], `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, BAD_JSON),
  frame('a trailer of 20 KB', [CHUNKED], `2\r\n{}\r\n0\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, TOO_LARGE),
  frame('a trailer with a key', [CHUNKED], `2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n`, invalid('phone')),
];

/** Sends these bytes first on a connection, without credentials. */
const bytes = (name: string, sent: string | Buffer, ...expected: Expected[]): HostileCase =>
  hostile(name, () => [sent], ...expected);

const BELOW_HTTP: HostileCase[] = [
  ...['GETT', 'get', 'G\u0000T', 'POST\t', 'FOO', ' GET', ':', 'GET\r'].map((method) =>
    bytes(
      `the method ${JSON.stringify(method)}`,
      `${method} /api/v1/leads HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      BAD_JSON,
    ),
  ),
  ...['HTTP/1.2', 'HTTP/1.10', 'HTTP/9.9', 'http/1.1', 'HTTPS/1.1', 'HTTP/1', 'ICE/1.0', 'x'].map((version) =>
    bytes(`the version ${version}`, `GET /api/v1/leads ${version}\r\nHost: x\r\nConnection: close\r\n\r\n`, BAD_JSON),
  ),
  bytes('HTTP/0.9', 'GET /api/v1/leads\r\n\r\n', BAD_JSON),
  bytes('HTTP/1.0 without Host', 'GET /api/v1/pipelines HTTP/1.0\r\n\r\n', NO_KEY),
  bytes('no Host', 'GET /api/v1/leads HTTP/1.1\r\nConnection: close\r\n\r\n', BAD_JSON),
  hostile('no Host, with a key', (world) => get(world, { headers: { Host: undefined } }), BAD_JSON),
  hostile('two Hosts', (world) => get(world, { headers: { Host: ['a', 'b'] } }), BAD_JSON),
  hostile('the same Host twice', (world) => get(world, { headers: { Host: ['a', 'a'] } }), BAD_JSON),
  hostile('two Hosts in HTTP/1.0', () => ['GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n'], BAD_JSON),
  hostile('another Host', (world) => get(world, { headers: { Host: 'evil.example:99999' } }), OK),
  ...['x', '100-continued', ''].map((value) =>
    hostile(`Expect: ${value}`, submit({ phone: freshPhone() }, { Expect: value }), BAD_JSON),
  ),
  hostile('Expect: 100-continue', submit({ phone: freshPhone() }, { Expect: '100-continue' }), CREATED),
  hostile(
    'Expect after a request that is still answered',
    (world) => [
      Buffer.concat([
        rawRequest({ ...submit({ phone: freshPhone() })(world), headers: { ...bearer(world.writeOnlyKey), ...open } }),
        rawRequest(get(world, { headers: { Expect: 'x' } })),
      ]),
    ],
    { status: 202 },
    BAD_JSON,
  ),
  hostile('a header of 17 KB', (world) => get(world, { headers: { 'X-Large': 'x'.repeat(17_000) } }), TOO_LARGE),
  hostile(
    '2,000 headers',
    (world) => get(world, { headers: { 'X-Many': Array<string>(2_000).fill('xxxxxxxx') } }),
    TOO_LARGE,
  ),
  hostile('a request line of 17 KB', (world) => get(world, { target: `/${'x'.repeat(17_000)}` }), TOO_LARGE),
  hostile('a method of 20 KB', () => [`${'G'.repeat(20_000)} / HTTP/1.1\r\n\r\n`], BAD_JSON),
  bytes('a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nConnection close\r\n\r\n', BAD_JSON),
  bytes('a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n', BAD_JSON),
  bytes('a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\r\n b\r\n\r\n', BAD_JSON),
  bytes('a header with NUL', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: \u0000\r\n\r\n', BAD_JSON),
  bytes('a header name with a space', 'GET / HTTP/1.1\r\nHost: x\r\nX A: b\r\n\r\n', BAD_JSON),
  bytes('lines that end with LF only', 'GET / HTTP/1.1\nHost: x\n\n', BAD_JSON),
  bytes('lines that end with CR only', 'GET / HTTP/1.1\rHost: x\r\r', BAD_JSON),
  bytes('a target without a slash', 'GET api/v1/leads HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', BAD_JSON),
  bytes('a target with a space', 'GET /api/v1 /leads HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', BAD_JSON),
  bytes('a target with a control character', 'GET /\u0001 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', BAD_JSON),
  bytes('a target with a fragment', 'GET /api/v1/leads#x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', NO_KEY),
  bytes('OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', ABSENT),
  bytes('GET *', 'GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', ABSENT),
  bytes('CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', ABSENT),
  bytes(
    'CONNECT with bytes of the tunnel',
    `CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n${'\u0016\u0003\u0001'.repeat(99)}`,
    ABSENT,
  ),
  hostile('an absolute URL', (world) => get(world, { target: 'http://entrada.test/api/v1/pipelines' }), OK),
  hostile(
    'an absolute URL of another host',
    (world) => get(world, { target: 'http://evil.example/api/v1/pipelines' }),
    OK,
  ),
  hostile('an absolute URL of another scheme', (world) => get(world, { target: 'ftp://evil.example/x' }), ABSENT),
  hostile('an absolute URL without a path', (world) => get(world, { target: 'http://evil.example' }), ABSENT),
  hostile('an absolute URL that cannot be read', (world) => get(world, { target: 'http://[::1/api/v1/pipelines' }), OK),
  hostile('an absolute URL with a parameter', (world) => get(world, { target: 'http://x?y=z' }), ABSENT),
  bytes('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', BAD_JSON),
  bytes('a TLS hello', Buffer.from('16030100c8010000c40303'.padEnd(400, '5a'), 'hex'), BAD_JSON),
  bytes('SSH', 'SSH-2.0-OpenSSH_9.2\r\n', BAD_JSON),
  bytes('SMTP', 'EHLO x\r\n', BAD_JSON),
  bytes('Redis', '*1\r\n$4\r\nINFO\r\n', BAD_JSON),
  bytes('zero bytes', Buffer.alloc(1_000), BAD_JSON),
  bytes('random bytes', Buffer.from('9f3c00ff7e81a4d2c05b', 'hex'), BAD_JSON),
  bytes('an answer in place of a request', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', BAD_JSON),
];

export const TRANSPORT: Readonly<Record<string, HostileCase[]>> = {
  'size and framing': FRAMING,
  'below HTTP': BELOW_HTTP,
};
