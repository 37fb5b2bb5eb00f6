import { newAccount, OPERATOR_TOKEN, type Partner, RANDOM_ID as ID, startApp, type TestApp } from '../support/app';
import { HttpClient } from '../support/http-client';

let test: TestApp;

beforeAll(async () => (test = await startApp({ TRUST_PROXY: '1' })));
afterAll(() => test.close());

const client = (token: string) => new HttpClient(`${test.url}/admin/v1`, token);

let addresses = 0;
/** From an address that has guessed no token yet. */
const from = (base: HttpClient) =>
  base.with({ 'X-Forwarded-For': `10.5.${Math.floor(++addresses / 250)}.${addresses % 250}` });

const openAccount = async () => (await test.operator.post<{ id: string }>('/accounts', newAccount())).data;

const sessionOf = async (account: { id: string }) =>
  (await test.operator.post<{ token: string; console_url: string }>(`/accounts/${account.id}/owner-sessions`)).data;

describe('every route', () => {
  const OPERATOR: [string, string][] = [
    ['POST', '/accounts'],
    ['GET', '/accounts'],
    ['GET', `/accounts/${ID}`],
    ['PATCH', `/accounts/${ID}`],
    ['PUT', `/accounts/${ID}/owner`],
    ['POST', `/accounts/${ID}/owner-sessions`],
    ['POST', `/accounts/${ID}/conversations`],
    ['POST', `/accounts/${ID}/leads`],
    ['PATCH', `/accounts/${ID}/leads/${ID}`],
    ['PUT', `/accounts/${ID}/deals/${ID}/stage`],
    ['POST', `/accounts/${ID}/appointments`],
    ['PATCH', `/accounts/${ID}/appointments/${ID}`],
    ['GET', '/outbox'],
    ['POST', `/outbox/${ID}/retry`],
  ];
  const OWNER: [string, string][] = [
    ['GET', '/account'],
    ['DELETE', `/api-keys/${ID}`],
    ['GET', '/api-keys'],
    ['POST', '/api-keys'],
    ['GET', '/audit'],
    ['GET', '/audit/export.csv'],
    ['DELETE', `/automations/${ID}`],
    ['GET', '/held-submissions'],
    ['POST', `/held-submissions/${ID}/apply`],
    ['POST', `/held-submissions/${ID}/dismiss`],
    ['GET', '/imports'],
    ['GET', `/imports/${ID}`],
    ['POST', '/imports'],
    ['GET', '/leads'],
    ['GET', `/leads/${ID}`],
    ['GET', `/leads/${ID}/export`],
    ['GET', '/leads/duplicates'],
    ['POST', `/leads/${ID}/erase`],
    ['POST', `/leads/${ID}/merge`],
    ['GET', '/metrics'],
    ['GET', '/my-accounts'],
    ['POST', `/my-accounts/${ID}/switch`],
    ['GET', '/notifications'],
    ['POST', `/notifications/${ID}/read`],
    ['POST', '/people/erase'],
    ['POST', '/people/export'],
    ['POST', '/people/lookup'],
    ['DELETE', `/pipelines/${ID}`],
    ['GET', '/pipelines'],
    ['PATCH', `/pipelines/${ID}`],
    ['POST', '/pipelines'],
    ['POST', `/pipelines/${ID}/stages`],
    ['DELETE', '/sessions'],
    ['DELETE', `/sessions/${ID}`],
    ['DELETE', '/sessions/current'],
    ['GET', '/sessions'],
    ['DELETE', `/stages/${ID}`],
    ['GET', `/stages/${ID}/automations`],
    ['PATCH', `/stages/${ID}`],
    ['POST', `/stages/${ID}/automations`],
  ];
  /** Whoever wants to come in. */
  const OPEN: [string, string][] = [
    ['POST', '/sign-in-links'],
    ['POST', '/sign-in-links/look'],
    ['POST', '/sessions'],
  ];

  let partner: Partner;
  let credentials: Record<string, HttpClient>;

  beforeAll(async () => {
    partner = await test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write', 'metrics:read');
    const ended = await sessionOf({ id: partner.accountId });
    await client(ended.token).delete('/sessions/current');
    const [, link] = /link=(\w+)/.exec((await sessionOf({ id: partner.accountId })).console_url) ?? [];
    credentials = {
      nobody: client(''),
      'a partner key': client(partner.key),
      'a made-up token': client('x'.repeat(40)),
      'an ended session': client(ended.token),
      'a link': client(link ?? ''),
      'the operator token, one character off': client(`${OPERATOR_TOKEN.slice(0, -1)}X`),
    };
  });

  interface Router {
    readonly stack: {
      readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
    }[];
  }

  it('is in a table of these tests', () => {
    const { router } = test.app.getHttpAdapter().getInstance() as unknown as { router: Router };
    const served = router.stack.flatMap(({ route }) =>
      route?.path.startsWith('/admin/v1/')
        ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path.replace(/:\w+/g, ID)}`)
        : [],
    );
    const listed = [...OPERATOR, ...OWNER, ...OPEN].map(([method, path]) => `${method} /admin/v1${path}`);
    expect(listed.sort()).toEqual(served.sort());
  });

  const send = (from: HttpClient, [method, path]: [string, string]) =>
    from.send(method, path, method === 'GET' || method === 'DELETE' ? undefined : '{');

  it.each([...OPERATOR, ...OWNER])(
    '%s %s is unauthorized for whoever has no right credential',
    async (method, path) => {
      for (const [name, caller] of Object.entries(credentials)) {
        const answer = await send(from(caller).with({ 'X-Account-Id': partner.accountId }), [method, path]);
        expect([name, answer.status, answer.error.code]).toEqual([name, 401, 'unauthorized']);
      }
    },
  );

  it.each(OPERATOR)('%s %s is forbidden for an owner and open for the operator', async (method, path) => {
    const { token } = await sessionOf({ id: partner.accountId });
    expect((await send(client(token), [method, path])).error.code).toBe('forbidden');
    expect([401, 403]).not.toContain((await send(test.operator, [method, path])).status);
  });

  it.each(OWNER)(
    '%s %s is open for the owner, whose account no header changes, and for the operator with X-Account-Id',
    async (method, path) => {
      const { token } = await sessionOf({ id: partner.accountId });
      const other = await openAccount();
      expect([401, 403]).not.toContain(
        (await send(client(token).with({ 'X-Account-Id': other.id }), [method, path])).status,
      );
      const unnamed = await send(test.operator, [method, path]);
      expect([unnamed.status, unnamed.fields]).toEqual([422, ['X-Account-Id']]);
      expect((await send(test.operator.with({ 'X-Account-Id': 'nope' }), [method, path])).status).toBe(404);
      expect([401, 403]).not.toContain(
        (await send(test.operator.with({ 'X-Account-Id': other.id }), [method, path])).status,
      );
    },
  );

  it('the header names no other account for an owner', async () => {
    const { token } = await sessionOf({ id: partner.accountId });
    const other = await openAccount();
    expect((await client(token).with({ 'X-Account-Id': other.id }).get<{ id: string }>('/account')).data.id).toBe(
      partner.accountId,
    );
  });
});
