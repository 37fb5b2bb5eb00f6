import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { ApiError } from '../api-error';
import { readJsonBody } from './read-json';

type Outcome = { value: unknown } | { code: string; status: number; message: string };

let server: Server;
let outcome: Promise<Outcome>;
let received: (request: IncomingMessage) => Promise<unknown>;

const settle = async (reading: Promise<unknown>): Promise<Outcome> =>
  reading.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return { code: error.code, status: error.status, message: error.message };
    },
  );

beforeAll(async () => {
  server = createServer((request, response) => {
    outcome = settle(received(request));
    void outcome.then(() => response.writeHead(200, { connection: 'close' }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => (received = readJsonBody));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const open = (): Socket => connect((server.address() as AddressInfo).port, '127.0.0.1');

async function send(headers: string[], ...parts: (Buffer | string)[]): Promise<Outcome> {
  const socket = open();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(['POST / HTTP/1.1', 'Host: localhost', ...headers, '', ''].join('\r\n'));
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await closed;
  return outcome;
}

function post(body: Buffer | string, ...headers: string[]): Promise<Outcome> {
  const bytes = Buffer.from(body);
  return send([`Content-Length: ${bytes.length}`, ...headers], bytes);
}

const inChunks = (...parts: (Buffer | string)[]): Promise<Outcome> =>
  send(
    ['Transfer-Encoding: chunked'],
    ...parts.map((part) => {
      const bytes = Buffer.from(part);
      return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    }),
    '0\r\n\r\n',
  );

const JSON_HEADER = 'Content-Type: application/json';
const ANY_TEXT = expect.any(String) as string;
const INVALID = { code: 'invalid_json', status: 400, message: ANY_TEXT };
const TOO_LARGE = { code: 'payload_too_large', status: 413, message: ANY_TEXT };

const jsonOf = (bytes: number, character = 'a'): string => {
  const count = Math.floor((bytes - 8) / Buffer.byteLength(character));
  const text = `{"a":"${character.repeat(count)}"}`;
  return text + ' '.repeat(bytes - Buffer.byteLength(text));
};

describe('a JSON body', () => {
  it.each<[string, unknown]>([
    ['{"a":[1,"ação 😀",null,true]}', { a: [1, 'ação 😀', null, true] }],
    [' \r\n\t{"a":1}\n', { a: 1 }],
    ['{"a":1,"a":2}', { a: 2 }],
    ['"text"', 'text'],
    ['null', null],
    ['[]', []],
    ['0', 0],
    ['false', false],
    ['{"a":"\\ud800"}', { a: '\ud800' }],
    ['{"a":"\\u0000"}', { a: '\u0000' }],
  ])('%j is read', async (text, value) => {
    expect(await post(text, JSON_HEADER)).toEqual({ value });
  });

  it('keeps a field named __proto__ as a field', async () => {
    const read = await post('{"__proto__":{"a":1}}', JSON_HEADER);
    expect(Object.keys((read as { value: object }).value)).toEqual(['__proto__']);
  });

  it('may come in parts that cut a character in two', async () => {
    const bytes = Buffer.from('{"a":"ção😀"}');
    const parts = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    expect(await inChunks(...parts)).toEqual({ value: { a: 'ção😀' } });
    expect(await send([`Content-Length: ${bytes.length}`], ...parts)).toEqual({ value: { a: 'ção😀' } });
  });
});

describe('the content type', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; Charset=utf8',
    'application/json ; charset=utf-8',
    'application/json; version=1; charset=utf-8',
    'application/json; version=1',
    'application/json; xcharset=latin1',
    'application/json; charset=utf-8; charset=utf8',
    'application/json;',
    'application/ld+json',
    'application/vnd.api+json',
  ])('%s is JSON', async (type) => {
    expect(await post('{"a":1}', `Content-Type: ${type}`)).toEqual({ value: { a: 1 } });
  });

  it('none is JSON', async () => expect(await post('{"a":1}')).toEqual({ value: { a: 1 } }));

  it.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'application/javascript',
    'application/jsonp',
    'application/json5',
    'application/json-seq',
    'application/xjson',
    'application/+json',
    'application/json/x',
    'application/json, text/plain',
    'json',
    '*/*',
    ';',
    'application/json; charset=iso-8859-1',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset="us-ascii"',
    'application/json; charset=',
    'application/json; charset=utf-8x',
    'application/json; version=1; charset=utf-16',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset=latin1 charset=utf-8',
    'application/json; charset="utf-8',
    'application/json; charset="utf-8"x',
    'text/plain application/json',
  ])('%s is refused', async (type) => {
    expect(await post('{"a":1}', `Content-Type: ${type}`)).toEqual(INVALID);
  });
});

describe('a compressed body', () => {
  it.each(['gzip', 'GZIP', 'deflate', 'br', 'zstd', 'identity, gzip', 'x'])(
    'of coding %s is refused',
    async (coding) => {
      expect(await post(gzipSync('{"a":1}'), JSON_HEADER, `Content-Encoding: ${coding}`)).toEqual(INVALID);
      expect(await post('{"a":1}', JSON_HEADER, `Content-Encoding: ${coding}`)).toEqual(INVALID);
    },
  );

  it.each(['identity', 'Identity'])('of coding %s is none', async (coding) => {
    expect(await post('{"a":1}', JSON_HEADER, `Content-Encoding: ${coding}`)).toEqual({ value: { a: 1 } });
  });

  it('without saying so is refused', async () => expect(await post(gzipSync('{"a":1}'), JSON_HEADER)).toEqual(INVALID));
});

describe('a body that is not JSON', () => {
  it.each([
    ...['', ' ', '\n', '{', '{"a":1', '{"a":1}}', '{"a":1,}', "{'a':1}", '{a:1}', 'undefined', 'NaN', 'a=1', '<a/>'],
    ...['{"a":1}{"b":2}', '{"a":01}', '{"a":1}\0', '{"a":"\n"}', '// comment\n{}', '\u00a0{}', '"\\x"'],
  ])('%j is refused', async (text) => expect(await post(text, JSON_HEADER)).toEqual(INVALID));

  it.each([
    ['a byte that begins nothing', [0xff]],
    ['a byte that goes on with nothing', [0x80]],
    ['a character that is cut off', [0xc3]],
    ['an emoji that is cut off', [0xf0, 0x9f, 0x98]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a code point beyond the last', [0xf4, 0x90, 0x80, 0x80]],
    ['ISO 8859-1', [0xe7, 0xe3, 0x6f]],
  ])('nor is one with %s', async (_, bytes) => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expect(await post(body, JSON_HEADER)).toEqual(INVALID);
  });

  it('nor is UTF-16', async () => {
    expect(await post(Buffer.from('{"a":1}', 'utf16le'), JSON_HEADER)).toEqual(INVALID);
    expect(await post(Buffer.from('\ufeff{"a":1}', 'utf16le'), JSON_HEADER)).toEqual(INVALID);
  });

  it('nor is no body at all', async () => {
    expect(await send([JSON_HEADER, 'Connection: close'])).toEqual(INVALID);
    expect(await inChunks()).toEqual(INVALID);
  });
});

it.each([
  ['its type', '{}', 'Content-Type: text/plain', /Content-Type text\/plain/],
  ['its bytes', Buffer.from('{"a":"ção"}', 'latin1'), JSON_HEADER, /UTF-8/],
  ['its text', '{"a":1,}', JSON_HEADER, /linha 1, coluna 8/],
])('a refused body is told what is wrong with %s', async (_, body, header, message) => {
  expect(await post(body, header)).toEqual({ ...INVALID, message: expect.stringMatching(message) as string });
});

describe('the size', () => {
  it.each([
    ['16,384 bytes', 16_384, 'a'],
    ['16,384 bytes of two-byte characters', 16_384, 'ã'],
    ['16,384 bytes of emoji', 16_384, '😀'],
  ])('%s are read', async (_, size, character) => {
    const body = jsonOf(size, character);
    expect(Buffer.byteLength(body)).toBe(size);
    expect(await post(body, JSON_HEADER)).toEqual({ value: JSON.parse(body) as unknown });
    expect(await inChunks(body)).toEqual({ value: JSON.parse(body) as unknown });
    expect(await inChunks(body.slice(0, 100), body.slice(100))).toEqual({ value: JSON.parse(body) as unknown });
  });

  it.each([16_385, 20_000, 100_000])('%i bytes are too large', async (size) => {
    const body = jsonOf(size);
    expect(await post(body, JSON_HEADER)).toEqual(TOO_LARGE);
    expect(await inChunks(body)).toEqual(TOO_LARGE);
    expect(await inChunks(body.slice(0, 16_384), body.slice(16_384))).toEqual(TOO_LARGE);
  });

  it('counts bytes and not characters', async () => {
    const body = jsonOf(16_386, '😀');
    expect(body.length).toBeLessThan(16_384);
    expect(await post(body)).toEqual(TOO_LARGE);
  });

  it('counts blanks around the JSON', async () => expect(await post(`{}${' '.repeat(16_383)}`)).toEqual(TOO_LARGE));

  it('is looked at before the type, the coding and the text', async () => {
    const body = 'x'.repeat(16_385);
    expect(await post(body, 'Content-Type: text/plain')).toEqual(TOO_LARGE);
    expect(await post(body, 'Content-Encoding: gzip')).toEqual(TOO_LARGE);
    expect(await inChunks(body)).toEqual(TOO_LARGE);
  });

  it('that is announced too large is refused before the body comes', async () => {
    expect(await send(['Content-Length: 16385'])).toEqual(TOO_LARGE);
    expect(await send(['Content-Length: 99999999999'])).toEqual(TOO_LARGE);
  });
});

describe('a caller that goes away', () => {
  it.each<[string, (request: IncomingMessage) => Promise<unknown>]>([
    ['in the middle of its body', () => Promise.resolve()],
    ['before its body is read', (request) => new Promise((closed) => request.once('close', closed))],
  ])('%s ends the wait', async (_, pause) => {
    const reading = new Promise<Outcome>((resolve) => {
      received = async (request) => {
        setImmediate(() => socket.destroy());
        await pause(request);
        const body = readJsonBody(request);
        resolve(settle(body));
        return body;
      };
    });
    const socket = open();
    socket.on('error', () => undefined);
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"a":');
    expect(await reading).toEqual(INVALID);
  });

  it('without an error ends the wait', async () => {
    const request = Object.assign(new PassThrough(), { headers: {}, socket: new PassThrough() });
    const reading = settle(readJsonBody(request as unknown as IncomingMessage));
    request.write('{"a":');
    request.destroy();
    expect(await reading).toEqual(INVALID);
  });
});
