import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { RawRequest } from '../../support/raw-http';
import { ABSENT, BAD_JSON, bearer, hostile, type HostileCase, OK, TOO_LARGE, type World } from './case';

const to =
  (more: Partial<RawRequest>, end = '') =>
  ({ token }: World): RawRequest => ({ method: 'POST', target: `/in/${token}${end}`, ...more });
const typed = (type: string | readonly string[], body: string | Uint8Array) =>
  to({ body, headers: { 'Content-Type': type } });

const compressed = (encoding: string, body: string | Uint8Array) =>
  to({ body, headers: { 'Content-Encoding': encoding } });

const LEAD = '{"telefone":"11987654321","nome":"Ana"}';
const FORM = 'application/x-www-form-urlencoded';

/** Whatever comes to the address of a source is taken: its caller can mend nothing. */
const TAKEN: readonly (readonly [name: string, send: (world: World) => RawRequest])[] = [
  ['no body', to({})],
  ['an empty body', to({ body: '' })],
  ['half an object', to({ body: '{"telefone":' })],
  ['bytes that are no text', to({ body: Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]) })],
  ['NUL and half a character', to({ body: '{"telefone":"11987654321","nome":"A\\u0000na","x\\u0000":"\\ud800"}' })],
  ['60,000 nested lists', to({ body: '['.repeat(60_000) })],
  ['a number', to({ body: '11987654321' })],
  [
    '`__proto__` and `constructor`',
    to({ body: '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}' }),
  ],
  [
    '`__proto__` in brackets',
    typed(FORM, '__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1'),
  ],
  ['broken percents', typed(FORM, 'telefone=%zz%&nome=%ff%c3%28&%=%')],
  ['deep brackets', typed(FORM, `a${'[b]'.repeat(5_000)}=1`)],
  ['brackets that do not close', typed(FORM, `${'a['.repeat(5_000)}=1`)],
  ['a number of a list far away', typed(FORM, 'a[99999999]=1&a[1e9]=2&a[-1]=3')],
  ['parts without a boundary', typed('multipart/form-data', LEAD)],
  ['parts that do not end', typed('multipart/form-data; boundary=b', '--b\r\n'.repeat(5_000))],
  ['a boundary of 10,000 characters', typed(`multipart/form-data; boundary=${'b'.repeat(10_000)}`, LEAD)],
  ['a charset that nobody knows', typed('application/json; charset=klingon', LEAD)],
  ['UTF-7', typed('application/json; charset=utf-7', LEAD)],
  ['UTF-16 that names itself', typed('application/json; charset=utf-16', Buffer.from(`\ufeff${LEAD}`, 'utf16le'))],
  ['two content types', typed(['application/json', FORM], LEAD)],
  ['no content type', typed([], LEAD)],
  ['a compressed body', compressed('gzip', gzipSync(LEAD))],
  ['half a compressed body', compressed('gzip', gzipSync(LEAD).subarray(0, 30))],
  ['a body that only says to be compressed', compressed('br', LEAD)],
  ['a body that is compressed twice', compressed('gzip, br', brotliCompressSync(gzipSync(LEAD)))],
  ['an encoding that nobody knows', compressed('__proto__', gzipSync(LEAD))],
  ['a key of another API', to({ body: LEAD, headers: bearer('ent_live_x') })],
  ['a page of another site', to({ body: LEAD, headers: { Origin: 'https://evil.example', Cookie: 'a=b' } })],
  ['two ids of the submission', to({ body: LEAD, headers: { 'webhook-id': ['1', '2'] } })],
  ['a query', to({ body: LEAD }, '?telefone=21987654321&token=x')],
];

export const WEBHOOKS: Readonly<Record<string, HostileCase[]>> = {
  'addresses of sources': [
    ...TAKEN.map(([name, send]) => hostile(name, send, OK)),
    hostile('65,537 bytes', to({ body: '{}'.padEnd(65_537) }), TOO_LARGE),
    ...(
      [
        ['gzip', gzipSync],
        ['deflate', deflateSync],
        ['br', brotliCompressSync],
      ] as const
    ).map(([encoding, compress]) =>
      hostile(`65,537 bytes in ${encoding}`, compressed(encoding, compress('{}'.padEnd(65_537))), TOO_LARGE),
    ),
    hostile('a body that is shorter than it says', to({ body: '{', headers: { 'Content-Length': '2' } }), BAD_JSON),
    hostile(
      'a token with an encoded letter',
      ({ token }) => ({ method: 'POST', target: `/in/%65${token.slice(1)}`, body: LEAD }),
      OK,
    ),
    hostile('a token that cannot be decoded', () => ({ method: 'POST', target: '/in/%', body: LEAD }), ABSENT),
    hostile('a token with NUL', () => ({ method: 'POST', target: '/in/ent_in_%00', body: LEAD }), ABSENT),
    hostile('another method', to({ method: 'PUT', body: LEAD }), ABSENT),
  ],
};
