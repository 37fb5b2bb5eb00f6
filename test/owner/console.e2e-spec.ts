import { appForAllTests } from '../support/app';
import { HttpClient } from '../support/http-client';
import { forAllTests } from '../support/setup';
import { ask, DECODERS, filesOf, NEGOTIATIONS } from '../support/site';

const test = appForAllTests();
const browser = forAllTests(() => new HttpClient(test.url, ''));
let assets: string[];

beforeAll(async () => {
  assets = filesOf('/console', (await browser.get('/console')).text);
});

it.each(['/console', '/console/'])(
  'serves the page at %s under a policy that lets nothing inline or foreign in',
  async (path) => {
    const { status, headers, text } = await browser.get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    expect(text).toContain('<html lang="pt-BR">');
    expect(text).not.toMatch(/<style|style=|<script(?![^>]* src=)[^>]*>|\son\w+=|https?:/);
  },
);

it('serves what the page refers to, to be kept for ever: the names change with the contents', async () => {
  expect([...new Set(assets.map((path) => path.split('.').at(-1)))].sort()).toEqual(['css', 'js', 'svg']);
  const types: Readonly<Record<string, string>> = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' };
  for (const path of assets) {
    const { status, headers } = await browser.get(path);
    expect(path).toMatch(/^\/console\/assets\/\w+-[\w-]{8}\.\w+$/);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain(types[path.split('.').at(-1) ?? '']);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

describe('the codings in which files are sent', () => {
  it.each(NEGOTIATIONS)('Accept-Encoding: %s is answered in %s', async (accepted, coding) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'Accept-Encoding': accepted };
    for (const path of ['/console', ...assets]) {
      const plain = await ask(test.url + path);
      const answer = await ask(test.url + path, headers);
      const { 'content-encoding': sentIn, 'content-length': length, vary, 'content-type': type } = answer.headers;
      expect([path, answer.status, sentIn, vary]).toEqual([path, 200, coding, 'Accept-Encoding']);
      expect([Number(length), type]).toEqual([answer.body.length, plain.headers['content-type']]);
      // toEqual would compare byte by byte and take a second.
      expect(plain.body.equals(coding ? DECODERS[coding](answer.body) : answer.body)).toBe(true);
      const { body, headers: told } = await ask(test.url + path, headers, 'HEAD');
      expect([body.length, told['content-encoding'], told['content-length']]).toEqual([0, coding, length]);
    }
  });

  it('make the pages a third of their size, and the console at most 130 kB', async () => {
    const bytes = async (headers: Record<string, string>): Promise<number> => {
      const answers = await Promise.all(['/console', ...assets].map((path) => ask(test.url + path, headers)));
      return answers.reduce((sum, { body }) => sum + body.length, 0);
    };
    const whole = await bytes({});
    expect(await bytes({ 'Accept-Encoding': 'gzip' })).toBeLessThan(Math.min(whole * 0.36, 130_000));
    expect(await bytes({ 'Accept-Encoding': 'br' })).toBeLessThan(whole * 0.33);
  });

  it('are sent whole: ranges and conditions of callers are ignored', async () => {
    const headers = { Range: 'bytes=0-9', 'If-None-Match': '*', 'If-Modified-Since': new Date().toUTCString() };
    for (const path of ['/console', ...assets]) {
      const { status, headers: told } = await ask(test.url + path, headers);
      expect([status, told['accept-ranges'], told.etag]).toEqual([200, undefined, undefined]);
    }
  });
});

describe('the bare address', () => {
  it.each([
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/html',
    'application/json;q=0.5, text/html',
  ])('sends a browser to the console: Accept: %s', async (accept) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask(test.url, { Accept: accept, Host: 'evil.example' }, method);
      expect([status, headers.location, headers.vary]).toEqual([302, '/console', 'Accept']);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it.each([
    '*/*',
    undefined,
    '',
    'application/json',
    'text/html;q=0.5, application/json',
    'image/png',
    'text/html;q=0',
  ])('has nothing for the rest: Accept: %s', async (accept) => {
    const { status, headers, body } = await ask(test.url, accept === undefined ? {} : { Accept: accept });
    expect([status, headers.location, headers['content-type']]).toEqual([
      404,
      undefined,
      'application/json; charset=utf-8',
    ]);
    expect(JSON.parse(body.toString())).toMatchObject({
      error: { code: 'not_found', message: expect.stringMatching(/\/api\/v1.*\/docs/) as string },
    });
    expect((await ask(test.url, accept === undefined ? {} : { Accept: accept }, 'HEAD')).status).toBe(404);
  });

  it.each(['/%ZZ', '//evil.example', '/%2F', '/-', '/index.html'])('is not %s, browser or not', async (path) => {
    const { status, headers } = await ask(test.url + path, { Accept: 'text/html' });
    expect([status, headers.location]).toEqual([404, undefined]);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('answers no %s', async (method) => {
    expect((await ask(test.url, { Accept: 'text/html' }, method)).status).toBe(404);
  });
});

it('answers HEAD without the body', async () => {
  const { status, headers, text } = await browser.send('HEAD', '/console');
  expect([status, text]).toEqual([200, '']);
  expect(Number(headers.get('content-length'))).toBeGreaterThan(100);
});

it.each([
  ['GET', '/console/index.html'],
  ['GET', '/console/assets'],
  ['GET', '/console/assets/'],
  ['GET', '/console/assets/index.html'],
  ['GET', '/console/assets/..%2Findex.html'],
  ['GET', '/console/assets/..%2F..%2F..%2Fpackage.json'],
  ['GET', '/console/assets/%2Fetc%2Fpasswd'],
  ['GET', '/console/assets/__proto__'],
  ['GET', '/Console'],
  ['POST', '/console'],
])('knows nothing of %s %s', async (method, path) => {
  const answer = await browser.send(method, path);
  expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

it('counts calls of files that do not exist as any unknown route', async () => {
  expect((await browser.get('/console/assets/x.js')).headers.get('ratelimit-policy')).toBe('"ip";q=1000000;w=60');
});
