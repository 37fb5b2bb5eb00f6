import { appForAllTests, OPERATOR_TOKEN, type TestApp } from '../support/app';
import { type Begun, ownerCalls } from '../support/owner-calls';

const PUBLIC_URL = 'https://entrada.example';

const test = appForAllTests({ TRUST_PROXY: '1' });
/** The same service over https, through a proxy that forwards neither host nor scheme. */
const secure = appForAllTests({ PUBLIC_URL });
const { nextAddress, client, anyone, begin, linkTo, openAccount } = ownerCalls(test);

describe('the session cookie', () => {
  const cookieOf = (headers: Headers): string => headers.get('set-cookie') ?? '';

  it('cannot be set by another host when the address is https: by its name; a cookie without the prefix is ignored', async () => {
    const account = await openAccount();
    const answer = await client('', secure).post<Begun>('/sessions', { token: await linkTo(account) });
    const { token } = answer.data;
    expect(cookieOf(answer.headers)).toMatch(
      /^__Host-entrada_session=ent_session_\w+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
    );
    const withCookie = (cookie: string) => client('', secure).with({ Cookie: cookie });
    const { token: tossed } = await begin(await openAccount());
    expect((await withCookie(`__Host-entrada_session=${token}`).get<{ id: string }>('/account')).data.id).toBe(
      account.id,
    );
    expect((await withCookie(`entrada_session=${token}`).get('/account')).status).toBe(401);
    const both = withCookie(`entrada_session=${tossed}; __Host-entrada_session=${token}`);
    expect((await both.get<{ id: string }>('/account')).data.id).toBe(account.id);
    const ended = await both.with({ Origin: PUBLIC_URL }).delete('/sessions/current');
    expect(cookieOf(ended.headers)).toMatch(
      /^__Host-entrada_session=; Path=\/; Expires=[^;]+1970[^;]+; HttpOnly; Secure;/,
    );
  });

  it('is refused when there are two of them', async () => {
    const [one, another] = [await begin(await openAccount()), await begin(await openAccount())];
    for (const [app, name] of [
      [test, 'entrada_session'],
      [secure, '__Host-entrada_session'],
    ] as const) {
      for (const [first, second] of [
        [one, another],
        [another, one],
        [one, one],
        [one, { token: '' }],
      ] as const) {
        const cookie = `${name}=${first.token}; a=b; ${name}=${second.token}`;
        expect((await client('', app).with({ Cookie: cookie }).get('/account')).error.code).toBe('unauthorized');
      }
    }
  });

  it('is HttpOnly and SameSite=Strict, and no more than that without https', async () => {
    const account = await openAccount();
    const answer = await anyone().post<Begun>('/sessions', { token: await linkTo(account) });
    const cookie = cookieOf(answer.headers);
    expect(cookie).toMatch(/^entrada_session=ent_session_\w+; Path=\/; Expires=.*; HttpOnly; SameSite=Strict$/);
    const browser = client('').with({ Cookie: cookie.split(';')[0] ?? '' });
    expect((await browser.get<{ id: string }>('/account')).data.id).toBe(account.id);
  });

  it.each(['current', 'by its id'])('leaves the browser when its session ends: %s', async (which) => {
    const { token } = await begin(await openAccount());
    const browser = client('').with({ Cookie: `entrada_session=${token}`, Origin: test.url });
    const id = which === 'current' ? which : (await browser.get<{ id: string }[]>('/sessions')).data[0]?.id;
    const ended = await browser.delete(`/sessions/${id}`);
    expect([ended.status, cookieOf(ended.headers)]).toEqual([
      204,
      expect.stringMatching(/^entrada_session=; Path=\/; Expires=[^;]+1970[^;]+; HttpOnly; SameSite=Strict$/),
    ]);
    expect((await browser.get('/account')).status).toBe(401);
  });

  it('of one session stays when another session is ended, or all others', async () => {
    const account = await openAccount();
    const [mine, other] = [await begin(account), await begin(account)];
    const browser = client('').with({ Cookie: `entrada_session=${mine.token}`, Origin: test.url });
    const sessions = (await browser.get<{ id: string; current: boolean }[]>('/sessions')).data;
    const otherId = sessions.find(({ current }) => !current)?.id;
    for (const path of [`/sessions/${otherId}`, '/sessions']) {
      const ended = await browser.delete(path);
      expect([path, ended.status, ended.headers.get('set-cookie')]).toEqual([path, 204, null]);
      expect((await browser.get('/account')).status).toBe(200);
    }
    expect((await client(other.token).get('/account')).status).toBe(401);
  });

  it.each([
    ['a token that is none', 'Bearer x'],
    ['no token', 'Bearer'],
    ['two tokens', 'Bearer a b'],
    ['another scheme', 'Basic YTpi'],
    ['nothing', ''],
  ])('is not used when there is an Authorization header with %s', async (_, Authorization) => {
    const { token } = await begin(await openAccount());
    const browser = client('').with({ Cookie: `entrada_session=${token}` });
    expect((await browser.get('/account')).status).toBe(200);
    expect(
      (
        await anyone()
          .with({ Cookie: `entrada_session=${token}`, Authorization })
          .get('/account')
      ).status,
    ).toBe(401);
  });

  it('is not the operator’s credential, even with the operator token in it', async () => {
    const { id } = await openAccount();
    const fake = anyone().with({ Cookie: `entrada_session=${OPERATOR_TOKEN}`, 'X-Account-Id': id });
    for (const path of ['/accounts', '/account']) expect((await fake.get(path)).status).toBe(401);
    const real = client(OPERATOR_TOKEN).with({ 'X-Account-Id': id });
    for (const path of ['/accounts', '/account']) expect((await real.get(path)).status).toBe(200);
  });

  it('changes things only from pages of our own', async () => {
    const { token } = await begin(await openAccount());
    const browser = client('').with({ Cookie: `entrada_session=${token}` });
    const body = { name: 'x', permissions: ['leads:read'] };
    for (const headers of [
      {},
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]) {
      const answer = await browser.with(headers as Record<string, string>).post('/api-keys', body);
      expect([headers, answer.status, answer.error.code]).toEqual([headers, 403, 'forbidden']);
    }
    expect((await browser.with({ Origin: test.url }).post('/api-keys', body)).status).toBe(201);
    expect((await browser.with({ 'Sec-Fetch-Site': 'same-origin' }).post('/api-keys', body)).status).toBe(201);
    expect((await browser.with({ Origin: test.url }).delete('/sessions/current')).status).toBe(204);
    expect((await browser.get('/account')).status).toBe(401);
  });
});

describe('a session begins by a link', () => {
  const send = async (headers: Record<string, string>, app = test) => {
    const body = JSON.stringify({ token: await linkTo(await openAccount()) });
    return anyone(nextAddress(), app)
      .with({ 'Content-Type': 'application/json', ...headers })
      .send('POST', '/sessions', body);
  };

  it.each([
    ['no header of a browser', {}],
    ['the charset', { 'Content-Type': 'application/json; charset=utf-8' }],
    ['the mark of the same origin', { 'Sec-Fetch-Site': 'same-origin' }],
  ])('with %s', async (_, headers) => expect((await send(headers as Record<string, string>)).status).toBe(201));

  it('from a page of the service itself', async () => {
    expect((await send({ Origin: test.url, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(201);
  });

  it.each(['text/plain', 'text/plain;application/json', 'multipart/form-data; boundary=x', ''])(
    'but not as a body of the type %j, which any page may send',
    async (type) => {
      const answer = await send({ 'Content-Type': type });
      expect([answer.status, answer.error.code]).toEqual([400, 'invalid_json']);
      expect(answer.headers.get('set-cookie')).toBeNull();
    },
  );

  it('where the scheme and the port of the page count too', async () => {
    const { host, hostname } = new URL(test.url);
    for (const Origin of [
      `https://${host}`,
      `http://${hostname}`,
      `http://${hostname}:1`,
      `${test.url}/`,
      `x${test.url}`,
    ]) {
      expect([Origin, (await send({ Origin })).status]).toEqual([Origin, 403]);
    }
    expect((await send({ Origin: `https://${host}`, 'X-Forwarded-Proto': 'https' })).status).toBe(201);
    expect((await send({ Origin: `http://${host}`, 'X-Forwarded-Proto': 'https' })).status).toBe(403);
  });

  it('from the page of PUBLIC_URL, through a proxy that does not pass on host or scheme', async () => {
    const { host } = new URL(secure.url);
    expect((await send({ Origin: PUBLIC_URL }, secure)).status).toBe(201);
    for (const Origin of ['http://entrada.example', 'https://entrada.example:8443', 'https://x.entrada.example']) {
      expect([Origin, (await send({ Origin }, secure)).status]).toEqual([Origin, 403]);
    }
    const believed = await send({ Origin: `https://${host}`, 'X-Forwarded-Proto': 'https' }, secure);
    expect(believed.status).toBe(403);
  });
});

describe('a change by cookie', () => {
  it('is made from pages of our own origin, of PUBLIC_URL too', async () => {
    const { token } = await begin(await openAccount());
    const rename = async (app: TestApp, headers: Record<string, string>) => {
      const Cookie = `${app === secure ? '__Host-' : ''}entrada_session=${token}`;
      const body = { name: 'Vendas', stages: [{ name: 'Novo', is_entry: true }] };
      return (
        await client('', app)
          .with({ Cookie, ...headers })
          .post('/pipelines', body)
      ).status;
    };
    expect(await rename(test, { Origin: test.url })).toBe(201);
    expect(await rename(test, { Origin: test.url.replace('http:', 'https:') })).toBe(403);
    expect(await rename(secure, { Origin: PUBLIC_URL })).toBe(201);
    expect(await rename(secure, { Origin: PUBLIC_URL.replace('https:', 'http:') })).toBe(403);
    expect(await rename(secure, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' })).toBe(403);
    expect(await rename(secure, {})).toBe(403);
  });
});
