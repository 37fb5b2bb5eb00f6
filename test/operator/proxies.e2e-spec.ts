import type { SourceView } from '../../src/contract/source';
import { log } from '../../src/common/process/log';
import { appForAllTests, appStarter, OPERATOR_TOKEN, type TestApp } from '../support/app';
import { HttpClient } from '../support/http-client';
import { exchange, parseAnswers, rawRequest } from '../support/raw-http';

const start = appStarter();
afterEach(() => jest.restoreAllMocks());

const HSTS = 'strict-transport-security';

const proxyOf = async ({ url }: TestApp): Promise<string> =>
  ((await (await fetch(`${url}/health/ready`)).json()) as { data: { proxy: string } }).data.proxy;
const forwarded = (test: TestApp, value: string, path = '/docs') =>
  fetch(test.url + path, { headers: { 'X-Forwarded-For': value } });

describe('a proxy that is not configured', () => {
  it('is reported once in the log, and by readiness', async () => {
    const test = await start({ TRUST_PROXY: '' });
    const warn = jest.spyOn(log, 'warn');
    await fetch(`${test.url}/docs`);
    expect(await proxyOf(test)).toBe('ok');
    for (let call = 0; call < 5; call++) await forwarded(test, `203.0.113.${call}`);
    expect(await proxyOf(test)).toBe('untrusted_forwarding');
    const warnings = warn.mock.calls.filter(([text]) => /TRUST_PROXY/.test(String(text)));
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain('203.0.113');
  });

  it('is told to the owner of a form, whose visitors share a limit', async () => {
    const test = await start({ TRUST_PROXY: '' });
    const { owner } = await test.partner('leads:write');
    for (const kind of ['form', 'webhook']) await owner.post('/sources', { kind, name: kind });
    const warned = async (): Promise<string[]> =>
      (await owner.get<SourceView[]>('/sources')).data
        .filter(({ is_visitor_limit_shared: isShared }) => isShared)
        .map(({ name }) => name);
    expect(await warned()).toEqual([]);
    await forwarded(test, '203.0.113.1');
    expect(await warned()).toEqual(['form']);
  });

  it('is none when somebody did, with TRUST_PROXY=false', async () => {
    const test = await start({ TRUST_PROXY: 'false', PUBLIC_URL: 'http://entrada.example' });
    const warn = jest.spyOn(log, 'warn');
    await forwarded(test, '203.0.113.1');
    expect(await proxyOf(test)).toBe('ok');
    expect(warn.mock.calls.filter(([text]) => /TRUST_PROXY/.test(String(text)))).toEqual([]);
    // A public address over http tells browsers nothing.
    expect((await fetch(`${test.url}/docs`)).headers.get(HSTS)).toBeNull();
    const [answer] = parseAnswers(await exchange(test.url, ['X\r\n\r\n']));
    expect(answer?.headers[HSTS]).toBeUndefined();
  });
});

describe('the headers of a trusted proxy', () => {
  const LIMIT = 4;
  const test = appForAllTests({ TRUST_PROXY: '1', LIMIT_IP_PER_MINUTE: String(LIMIT) });

  const count = async (values: readonly string[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const value of values) statuses.push((await forwarded(test, value)).status);
    return statuses;
  };
  const full = [200, 200, 200, 200, 429];

  it.each([
    ['IPv4 with ports', ['203.0.113.1:1', '203.0.113.1:65535', '203.0.113.1', '::ffff:203.0.113.1', '203.0.113.1:2']],
    [
      'IPv6 with ports',
      ['[2001:db8::1]:1', '[2001:db8::2]:2', '2001:db8::3', '[2001:db8::4]', '[2001:db8:0:0:5::]:443'],
    ],
    ['IPv6 with zones', ['fe80::1%a', '[fe80::1%b]:1', 'fe80::1%c', 'fe80::1%d', 'fe80::1%e']],
    ['what is not an address', ['unknown', '_hidden', 'x'.repeat(4_000), '203.0.113.999', '[::1']],
  ])('%s is one client', async (_name, values) => expect(await count(values)).toEqual(full));

  it('are only X-Forwarded-For: the header Forwarded is not read', async () => {
    const statuses: number[] = [];
    for (let call = 0; call <= LIMIT; call++) {
      const headers = { 'X-Forwarded-For': '203.0.113.90', Forwarded: `for=203.0.113.${call}` };
      statuses.push((await fetch(`${test.url}/docs`, { headers })).status);
    }
    expect(statuses).toEqual(full);
  });
});

describe('the public address', () => {
  it('over https tells browsers to use nothing else, on every answer', async () => {
    const test = await start({ PUBLIC_URL: 'https://entrada.example' });
    const operator = new HttpClient(`${test.url}/admin/v1`, OPERATOR_TOKEN);
    const answers = [
      ...(await Promise.all(
        ['/docs', '/console', '/health/live', '/none', '/api/v1/leads'].map((p) => fetch(test.url + p)),
      )),
      await operator.get('/accounts?limit=1'),
    ];
    expect(answers.map(({ headers }) => headers.get(HSTS))).toEqual(Array<string>(6).fill('max-age=31536000'));
    const broken = [
      'X\r\n\r\n',
      rawRequest({ target: '/', headers: { Host: undefined } }),
      rawRequest({ target: '/', headers: { Expect: 'x' } }),
      rawRequest({ target: '/', headers: { 'X-A': 'x'.repeat(20_000) } }),
      rawRequest({ target: '/%ZZ' }),
      'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
    ];
    for (const text of broken) {
      const [answer] = parseAnswers(await exchange(test.url, [text]));
      expect(answer?.headers[HSTS]).toEqual(['max-age=31536000']);
    }
  });
});
