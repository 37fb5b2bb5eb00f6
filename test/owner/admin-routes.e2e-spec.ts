import { appForAllTests, OPERATOR_TOKEN, RANDOM_ID as ID } from '../support/app';
import { HttpClient } from '../support/http-client';
import { forAllTests } from '../support/setup';
import { ownerCalls } from '../support/owner-calls';

const test = appForAllTests({ TRUST_PROXY: '1' });
const { nextAddress, client, as, begin, linkTo, openAccount } = ownerCalls(test);

describe('every route', () => {
  const OPERATOR: [string, string][] = [
    ['POST', '/accounts'],
    ['GET', '/accounts'],
    ['GET', `/accounts/${ID}`],
    ['PATCH', `/accounts/${ID}`],
    ['PUT', `/accounts/${ID}/owner`],
    ['POST', `/accounts/${ID}/owner-sessions`],
    ['POST', `/accounts/${ID}/sign-in-links`],
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
    ['PATCH', '/account'],
    ['DELETE', `/api-keys/${ID}`],
    ['GET', '/api-keys'],
    ['PATCH', `/api-keys/${ID}`],
    ['POST', '/api-keys'],
    ['GET', `/api-keys/${ID}/refusals`],
    ['POST', `/api-keys/${ID}/replace`],
    ['DELETE', `/activities/${ID}`],
    ['PATCH', `/activities/${ID}`],
    ['DELETE', `/appointments/${ID}`],
    ['GET', '/appointments'],
    ['PATCH', `/appointments/${ID}`],
    ['POST', '/appointments'],
    ['GET', '/audit'],
    ['GET', '/audit/export.csv'],
    ['DELETE', `/automations/${ID}`],
    ['GET', '/campaigns'],
    ['PATCH', `/deals/${ID}`],
    ['PUT', `/deals/${ID}/stage`],
    ['GET', '/events'],
    ['GET', '/held-submissions'],
    ['POST', `/held-submissions/${ID}/apply`],
    ['POST', `/held-submissions/${ID}/dismiss`],
    ['GET', '/imports'],
    ['GET', `/imports/${ID}`],
    ['POST', '/imports'],
    ['POST', '/imports/preview'],
    ['POST', `/imports/${ID}/refused.csv`],
    ['GET', '/leads'],
    ['POST', '/leads'],
    ['POST', '/leads/bulk'],
    ['GET', `/leads/${ID}`],
    ['PATCH', `/leads/${ID}`],
    ['POST', `/leads/${ID}/activities`],
    ['POST', `/leads/${ID}/deals`],
    ['GET', `/leads/${ID}/export`],
    ['GET', `/leads/${ID}/timeline`],
    ['GET', '/leads/duplicates'],
    ['GET', '/leads/export.csv'],
    ['POST', `/leads/${ID}/erase`],
    ['POST', `/leads/${ID}/merge`],
    ['GET', '/me'],
    ['GET', '/members'],
    ['POST', '/members'],
    ['PATCH', `/members/${ID}`],
    ['POST', `/members/${ID}/anonymise`],
    ['GET', `/members/${ID}/export`],
    ['GET', '/metrics'],
    ['GET', '/metrics/breakdown'],
    ['GET', '/my-accounts'],
    ['POST', `/my-accounts/${ID}/switch`],
    ['GET', '/notifications'],
    ['POST', '/notifications/read'],
    ['POST', `/notifications/${ID}/read`],
    ['POST', '/people/erase'],
    ['POST', '/people/export'],
    ['POST', '/people/lookup'],
    ['DELETE', `/pipelines/${ID}`],
    ['GET', '/pipelines'],
    ['PATCH', `/pipelines/${ID}`],
    ['POST', '/pipelines'],
    ['GET', `/pipelines/${ID}/board`],
    ['POST', `/pipelines/${ID}/stages`],
    ['DELETE', '/sessions'],
    ['DELETE', `/sessions/${ID}`],
    ['DELETE', '/sessions/current'],
    ['GET', '/sessions'],
    ['DELETE', `/stages/${ID}`],
    ['GET', `/stages/${ID}/automations`],
    ['PATCH', `/stages/${ID}`],
    ['POST', `/stages/${ID}/automations`],
    ['GET', '/tags'],
    ['GET', '/today'],
  ];
  /** Routes without a session. */
  const OPEN: [string, string][] = [
    ['POST', '/sign-in-links'],
    ['POST', '/sign-in-links/look'],
    ['POST', '/sessions'],
  ];

  const partner = forAllTests(() => test.partner());
  const account = () => ({ id: partner.accountId });
  const credentials = forAllTests(async (): Promise<Record<string, HttpClient>> => {
    const ended = as(await begin(account()));
    await ended.delete('/sessions/current');
    return {
      nobody: client(''),
      'a partner key': client(partner.key),
      'a made-up token': client('x'.repeat(40)),
      'an ended session': ended,
      'a link': client(await linkTo(account())),
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

  it.each([...OPERATOR, ...OWNER])('%s %s is unauthorized without the right credential', async (method, path) => {
    for (const [name, caller] of Object.entries(credentials)) {
      const answer = await send(caller.with({ 'X-Account-Id': partner.accountId, 'X-Forwarded-For': nextAddress() }), [
        method,
        path,
      ]);
      expect([name, answer.status, answer.error.code]).toEqual([name, 401, 'unauthorized']);
    }
  });

  it.each(OPERATOR)('%s %s is forbidden for an owner and open for the operator', async (method, path) => {
    expect((await send(as(await begin(account())), [method, path])).error.code).toBe('forbidden');
    expect([401, 403]).not.toContain((await send(test.operator, [method, path])).status);
  });

  it.each(OWNER)(
    '%s %s is open for the owner, whose account no header changes, and for the operator with X-Account-Id',
    async (method, path) => {
      const other = { 'X-Account-Id': (await openAccount()).id };
      const owner = as(await begin(account())).with(other);
      expect([401, 403]).not.toContain((await send(owner, [method, path])).status);
      const unnamed = await send(test.operator, [method, path]);
      expect([unnamed.status, unnamed.fields]).toEqual([422, ['X-Account-Id']]);
      expect((await send(test.operator.with({ 'X-Account-Id': 'nope' }), [method, path])).status).toBe(404);
      expect([401, 403]).not.toContain((await send(test.operator.with(other), [method, path])).status);
    },
  );

  it('an owner cannot name another account in the header', async () => {
    const owner = as(await begin(account())).with({ 'X-Account-Id': (await openAccount()).id });
    expect((await owner.get<{ id: string }>('/account')).data.id).toBe(partner.accountId);
  });
});
