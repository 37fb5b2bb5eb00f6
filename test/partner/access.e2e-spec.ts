import { newSecret } from '../../src/auth/keys/api-key';
import { PARTNER_ROUTES } from '../support/partner-routes';
import { type Permission, PERMISSIONS } from '../../src/contract/key';
import { HttpClient } from '../support/http-client';
import { appForAllTests, newAccount } from '../support/app';

const test = appForAllTests();

const ID = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';

/** The routes of the partner API, with unknown ids. A permitted call gets 404 or 422. */
const ROUTES: [method: string, path: string, permission: Permission][] = [
  ['POST', '/leads', 'leads:write'],
  ['GET', '/leads', 'leads:read'],
  ['POST', '/leads/lookup', 'leads:read'],
  ['GET', `/leads/${ID}`, 'leads:read'],
  ['PATCH', `/leads/${ID}`, 'leads:write'],
  ['POST', `/leads/${ID}/stage`, 'pipeline:write'],
  ['GET', '/pipelines', 'pipeline:read'],
  ['GET', '/metrics', 'metrics:read'],
];

describe('the 401', () => {
  it('is the same for an absent, malformed, unknown and revoked key, on every route', async () => {
    const partner = await test.partner();
    await partner.owner.delete(`/api-keys/${partner.keyId}`);
    const wrongChecksum = `${partner.key.slice(0, -1)}${partner.key.endsWith('0') ? '1' : '0'}`;
    const credentials = ['', 'x', `Basic ${partner.key}`, wrongChecksum, newSecret('ent_live_'), partner.key];
    for (const [method, path] of ROUTES) {
      const seen = new Set<string>();
      for (const credential of credentials) {
        const answer = await new HttpClient(`${test.url}/api/v1`, credential).send(
          method,
          path,
          method === 'POST' ? '{' : undefined,
        );
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
        seen.add(answer.text.replace(answer.error.request_id, ''));
      }
      const message = expect.stringMatching(
        /^Chave de API ausente, inválida ou revogada\. Envie o cabeçalho/,
      ) as string;
      expect([...seen].map((text) => JSON.parse(text) as unknown)).toEqual([
        { error: { code: 'invalid_api_key', message, request_id: '' } },
      ]);
    }
  });

  it('comes at once after a revocation', async () => {
    const partner = await test.partner('pipeline:read');
    for (let round = 0; round < 5; round++) {
      const { id, key } = (
        await partner.owner.post<{ id: string; key: string }>('/api-keys', {
          name: 'r',
          permissions: ['pipeline:read'],
        })
      ).data;
      const api = new HttpClient(`${test.url}/api/v1`, key);
      expect((await api.get('/pipelines')).status).toBe(200);
      await partner.owner.delete(`/api-keys/${id}`);
      expect((await api.get('/pipelines')).status).toBe(401);
    }
  });
});

describe('the permissions', () => {
  it('are tested each alone and each missing, on all routes: 403 exactly when the needed one is missing', async () => {
    expect(ROUTES.map(([method, path]) => `${method} ${path.replace(ID, '{id}')}`).sort()).toEqual(PARTNER_ROUTES);
    const sets = PERMISSIONS.flatMap((one) => [[one], PERMISSIONS.filter((other) => other !== one)]);
    for (const permissions of sets) {
      const { api } = await test.partner(...permissions);
      for (const [method, path, permission] of ROUTES) {
        const answer = await api.send(method, path, method === 'GET' ? undefined : {});
        const refused = answer.status === 403 && answer.error.code === 'insufficient_scope';
        const expected = { permissions, method, path, refused: !permissions.includes(permission) };
        expect({ permissions, method, path, refused }).toEqual(expected);
        expect(answer.status).toBeLessThan(500);
      }
    }
  });
});

describe('the gates of the account', () => {
  it.each([
    ['api_not_enabled', { plan: { api: false }, licence_active: false, comercial_enabled: false }],
    ['plan_inactive', { licence_active: false, comercial_enabled: false }],
    ['comercial_not_enabled', { comercial_enabled: false }],
  ])('%s is answered before the permission and the body are looked at, and works at once', async (code, changes) => {
    const partner = await test.partner('metrics:read');
    expect((await test.operator.patch(`/accounts/${partner.accountId}`, changes)).status).toBe(200);
    const answer = await partner.api.post('/leads', '{');
    expect([answer.status, answer.error.code]).toEqual([403, code]);
  });
});

describe('the order of checks', () => {
  it('asks for the key before it reads the body', async () => {
    const big = 'x'.repeat(20_000);
    expect((await new HttpClient(`${test.url}/api/v1`, 'x').post('/leads', big)).status).toBe(401);
    const writer = await test.partner('leads:write');
    expect((await writer.api.post('/leads', big)).error.code).toBe('payload_too_large');
    expect((await writer.api.post('/leads?x=1', '{')).error.code).toBe('invalid_json');
    expect((await writer.api.post('/leads?x=1', { phone: 1 })).fields).toEqual(['x', 'phone']);
  });

  it('accepts 16,384 bytes and refuses 16,385, whatever the bytes are', async () => {
    const { api } = await test.partner('leads:write');
    const body = '{"phone":"11987654321"}';
    expect((await api.post('/leads', body.padEnd(16_384))).status).toBe(202);
    expect((await api.post('/leads', body.padEnd(16_385))).error.code).toBe('payload_too_large');
    expect((await api.with({ 'Content-Type': 'text/plain' }).post('/leads', 'x'.repeat(16_385))).error.code).toBe(
      'payload_too_large',
    );
  });
});

describe('the envelope', () => {
  it("has a fresh request id on every answer, the same in header and body, and never the caller's", async () => {
    const { api } = await test.partner('pipeline:read');
    const ids = new Set<string>();
    for (const path of ['/pipelines', '/pipelines', '/nowhere', '/leads', '/pipelines?x=1']) {
      const answer = await api.with({ 'X-Request-Id': 'mine' }).get(path);
      const id = answer.headers.get('x-request-id') ?? '';
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      if (answer.status >= 400) expect(answer.error.request_id).toBe(id);
      ids.add(id);
    }
    expect(ids.size).toBe(5);
  });

  it.each([
    ['GET', '/nowhere'],
    ['GET', '/pipelines/'],
    ['GET', '/Pipelines'],
    ['DELETE', '/pipelines'],
    ['OPTIONS', '/leads'],
    ['PUT', '/leads'],
    ['GET', '/%ZZ'],
    ['GET', '/%00'],
    ['GET', '//leads'],
  ])('answers %s %s with 404, with and without a key', async (method, path) => {
    const { api } = await test.partner();
    for (const client of [api, new HttpClient(`${test.url}/api/v1`, '')]) {
      const answer = await client.send(method, path);
      expect([answer.status, answer.error.code, answer.headers.get('allow')]).toEqual([404, 'not_found', null]);
    }
  });

  it('answers HEAD like GET without the body', async () => {
    const { api } = await test.partner('pipeline:read');
    const answer = await api.send('HEAD', '/pipelines');
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  it('never allows calls of browsers', async () => {
    const { api } = await test.partner('pipeline:read');
    const answer = await api.with({ Origin: 'https://example.com' }).get('/pipelines');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
  });

  it('refuses bodies that are not JSON in UTF-8', async () => {
    const { api } = await test.partner('leads:write');
    const body = '{"phone":"11987654321"}';
    const cases: [Record<string, string>, string | Uint8Array][] = [
      [{ 'Content-Type': 'text/plain' }, body],
      [{ 'Content-Type': 'application/x-www-form-urlencoded' }, 'phone=11987654321'],
      [{ 'Content-Type': 'application/json; charset=iso-8859-1' }, body],
      [{ 'Content-Type': 'application/json; charset=utf-16' }, body],
      [{ 'Content-Encoding': 'gzip' }, body],
      [{}, ''],
      [{}, Uint8Array.from([0x22, 0xff, 0x22])],
      [{}, '{"phone":"11987654321",}'],
    ];
    for (const [headers, sent] of cases) {
      const answer = await api.with(headers).post('/leads', sent);
      expect([headers, answer.status, answer.error.code]).toEqual([headers, 400, 'invalid_json']);
    }
    for (const type of [
      'application/json',
      'application/json; charset=UTF-8',
      'APPLICATION/JSON;charset="utf-8"',
      '',
    ]) {
      expect((await api.with({ 'Content-Type': type }).post('/leads', body)).status).toBe(202);
    }
  });

  it('refuses JSON that is not an object, or too deep, on the field body', async () => {
    const { api } = await test.partner('leads:write');
    for (const body of ['[]', '"x"', '1', 'null', 'true', '['.repeat(7_900) + ']'.repeat(7_900)]) {
      expect((await api.post('/leads', body)).fields).toEqual(['body']);
    }
    const nested = (levels: number) => `{"phone":"11987654321","x":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
    expect((await api.post('/leads', nested(7))).fields).toEqual(['x']);
    expect((await api.post('/leads', nested(8))).fields).toEqual(['body']);
    expect((await api.post('/leads', nested(2_500))).fields).toEqual(['body']);
  });
});

describe('an account', () => {
  it('is opened, read, listed and changed by the operator alone', async () => {
    const opened = await test.operator.post<{ id: string }>(
      '/accounts',
      newAccount({ name: ' Loja ', owner: { name: 'Eva', email: 'Eva@Loja.com' } }),
    );
    expect(opened.status).toBe(201);
    const account = opened.data;
    expect(account).toEqual({
      id: account.id,
      name: 'Loja',
      owner: { name: 'Eva', email: 'Eva@Loja.com' },
      plan: { api: true, auto_origin: true },
      licence_active: true,
      comercial_enabled: true,
      created_at: expect.any(String) as string,
    });
    expect((await test.operator.get(`/accounts/${account.id}`)).data).toEqual(account);
    const changed = await test.operator.patch(`/accounts/${account.id}`, {
      plan: { auto_origin: false },
      licence_active: false,
    });
    expect(changed.data).toEqual({ ...account, plan: { api: true, auto_origin: false }, licence_active: false });
    expect((await test.operator.get('/accounts/nope')).error.code).toBe('not_found');
    const session = (
      await test.operator.post<{ token: string; expires_at: string; console_url: string }>(
        `/accounts/${account.id}/owner-sessions`,
      )
    ).data;
    expect(Date.parse(session.expires_at) - Date.now()).toBeGreaterThan(11 * 3600_000);
    const owner = new HttpClient(`${test.url}/admin/v1`, session.token);
    expect((await owner.get('/accounts')).error.code).toBe('forbidden');
    expect((await new HttpClient(`${test.url}/admin/v1`, 'x').get('/accounts')).error.code).toBe('unauthorized');
    expect((await owner.get<unknown[]>('/api-keys')).data).toEqual([]);
  });

  it('is listed newest first, over pages', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++)
      ids.unshift((await test.operator.post<{ id: string }>('/accounts', newAccount())).data.id);
    const seen: string[] = [];
    let cursor = '';
    while (seen.length < 5) {
      const page = await test.operator.get<{ id: string }[]>(`/accounts?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.body.next_cursor ?? '';
    }
    expect(seen.slice(0, 5)).toEqual(ids);
    expect((await test.operator.get(`/accounts?cursor=${cursor.slice(1)}`)).fields).toEqual(['cursor']);
    expect((await test.operator.get('/accounts?limit=101&limit=2&x=1')).fields).toEqual(['limit', 'x']);
  });

  it('is refused with every bad field named', async () => {
    const answer = await test.operator.post('/accounts', {
      name: '',
      owner: { name: 'x' },
      plan: 'gold',
      pipelines: [{ name: 'A', stages: [{ name: 'x', is_entry: true, is_won: true }, 'y', { name: '' }, []] }],
    });
    expect(answer.status).toBe(422);
    expect(answer.fields).toEqual([
      'name',
      'plan',
      'pipelines.0.stages.1',
      'pipelines.0.stages.2.name',
      'pipelines.0.stages.3',
      'owner.email',
      'licence_active',
      'comercial_enabled',
    ]);
    const rules = await test.operator.post(
      '/accounts',
      newAccount({
        pipelines: [
          {
            name: 'A',
            is_default: true,
            stages: [
              { name: 'x', is_entry: true, is_won: true },
              { name: 'y', is_won: true, is_lost: true },
            ],
          },
          {
            name: 'B',
            is_default: true,
            stages: [
              { name: 'x', is_entry: true },
              { name: 'y', is_entry: true },
            ],
          },
        ],
      }),
    );
    expect(rules.fields).toEqual([
      'pipelines.0.stages.0.is_entry',
      'pipelines.0.stages.1.is_lost',
      'pipelines.1.is_default',
      'pipelines.1.stages.1.is_entry',
    ]);
  });
});

describe('an API key', () => {
  it('is shown once, with hint, and is kept as a hash only', async () => {
    const partner = await test.partner('leads:read');
    const created = await partner.owner.post<{ id: string; key: string }>('/api-keys', {
      name: ' Site ',
      permissions: ['leads:write', 'leads:read'],
    });
    expect(created.status).toBe(201);
    const { key, ...shown } = created.data;
    expect(key).toMatch(/^ent_live_[0-9A-Za-z]{49}$/);
    expect(shown).toEqual({
      id: shown.id,
      name: 'Site',
      permissions: ['leads:read', 'leads:write'],
      hint: key.slice(-4),
      created_at: expect.any(String) as string,
      last_used_at: null,
      revoked_at: null,
      ends_at: null,
    });
    const listed = await partner.owner.get<{ id: string }[]>('/api-keys');
    expect(listed.data).toContainEqual(shown);
    expect(listed.text).not.toContain(key);
    const rows = await test.sql<{ row: string }>('select k::text as row from api_keys k where id = $1', [shown.id]);
    expect(rows[0]?.row).not.toContain(key.slice(0, 20));
  });

  it('is refused with bad fields named, and beyond five active ones', async () => {
    const partner = await test.partner('leads:read');
    const answer = await partner.owner.post('/api-keys', { name: 'x'.repeat(61), permissions: ['leads:read', 'all'] });
    expect(answer.fields).toEqual(['name', 'permissions.1']);
    expect((await partner.owner.post('/api-keys', { name: 'x', permissions: [] })).fields).toEqual(['permissions']);
    for (let i = 0; i < 4; i++)
      expect((await partner.owner.post('/api-keys', { name: 'x', permissions: ['leads:read'] })).status).toBe(201);
    const sixth = await partner.owner.post('/api-keys', { name: 'x', permissions: ['leads:read'] });
    expect([sixth.status, sixth.error.code]).toEqual([409, 'key_limit_reached']);
  });
});
