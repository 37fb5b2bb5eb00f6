import { startApp, type TestApp } from './support/app';
import { HttpClient } from './support/http-client';

let test: TestApp;
let browser: HttpClient;
let assets: string[];

beforeAll(async () => {
  test = await startApp();
  browser = new HttpClient(test.url, '');
  assets = [...(await browser.get('/console')).text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
});
afterAll(() => test.close());

it.each(['/console', '/console/'])(
  'serves the page at %s under a policy that lets nothing inline or foreign in',
  async (path) => {
    const { status, headers, text } = await browser.get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    expect(text).toContain('<html lang="pt-BR">');
    expect(text).not.toMatch(/<style|style=|<script(?![^>]* src=)[^>]*>|\son\w+=|https?:/);
  },
);

it('serves what the page refers to, to be kept for ever: the names change with the contents', async () => {
  expect(assets.map((path) => path.split('.').at(-1)).sort()).toEqual(['css', 'js', 'svg']);
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
