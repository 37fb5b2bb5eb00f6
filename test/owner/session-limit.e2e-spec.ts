import { appForAllTests } from '../support/app';
import type { Answer, HttpClient } from '../support/http-client';
import { ownerCalls } from '../support/owner-calls';
import { times } from '../support/race';
import { ANSWER, exchange, rawRequest } from '../support/raw-http';

const LIMIT = 12;
const test = appForAllTests({ LIMIT_SESSION_PER_MINUTE: String(LIMIT), TRUST_PROXY: '1' });
const { openAccount, begin, as, nextAddress } = ownerCalls(test);
const statuses = (answers: readonly Answer<never>[]): number[] => answers.map(({ status }) => status);

it('counts exactly, of many calls at once, whatever their route, answer and address', async () => {
  const account = await openAccount();
  const session = await begin(account);
  const cookie = as({ token: '' }).with({ Cookie: `entrada_session=${session.token}` });
  const calls: ((client: HttpClient) => Promise<Answer<never>>)[] = [
    (client) => client.get('/account'),
    (client) => client.get('/leads'),
    (client) => client.with({ 'X-Unattended': 'true' }).get('/notifications'),
    (client) => client.get('/leads/unknown'),
    (client) => client.patch('/leads/unknown', { unknown: true }),
    (client) => client.with({ 'X-Expected-Account': 'another' }).get('/account'),
  ];
  const answers = await Promise.all(
    times(24, (n) => {
      const client = (n % 2 === 0 ? as(session) : cookie).with({ 'X-Forwarded-For': nextAddress(), Origin: test.url });
      return (calls[n % calls.length] as (typeof calls)[number])(client);
    }),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(24 - LIMIT);
  for (const { error, headers } of refused) {
    expect([error.code, error.details]).toEqual(['rate_limited', { limit: 'session' }]);
    const wait = Number(headers.get('retry-after'));
    expect(error.message).toBe(
      `A sessão atingiu o limite de ${LIMIT} chamadas por minuto. Tente de novo em ${wait} segundos.`,
    );
    expect(wait >= 1 && wait <= 60).toBe(true);
    expect(headers.get('ratelimit-policy')).toBe(`"session";q=${LIMIT};w=60`);
    expect(headers.get('ratelimit')).toBe(`"session";r=0;t=${wait}`);
  }
});

it('is of each session by itself, and the operator has none', async () => {
  const account = await openAccount();
  const [one, other] = [await begin(account), await begin(account)];
  await Promise.all(times(LIMIT + 1, () => as(one).get('/account')));
  expect((await as(one).get('/account')).status).toBe(429);
  const { status, headers } = await as(other).get('/account');
  expect([status, headers.get('ratelimit')?.replace(/t=\d+/, 't')]).toEqual([200, `"session";r=${LIMIT - 1};t`]);
  const operator = test.operator.with({ 'X-Account-Id': account.id });
  const answers = await Promise.all(times(2 * LIMIT, () => operator.get('/account')));
  expect(new Set(statuses(answers))).toEqual(new Set([200]));
});

it('goes on when the session is replaced, by one of the same account or of another', async () => {
  const { id, owner } = await openAccount();
  const other = await openAccount(owner.email);
  let session: { token: string } = await begin({ id });
  const seen: number[] = [];
  for (let n = 0; n < LIMIT; n++) {
    const answer = await as(session).post<{ token: string }>(`/my-accounts/${n % 2 === 0 ? other.id : id}/switch`);
    seen.push(answer.status);
    session = answer.data;
  }
  expect(seen).toEqual(times(LIMIT, () => 201));
  expect((await as(session).get('/account')).status).toBe(429);
});

it('counts calls of routes of the operator too', async () => {
  const session = await begin(await openAccount());
  const metrics = () => fetch(`${test.url}/metrics`, { headers: { Authorization: `Bearer ${session.token}` } });
  const calls = times(24, (n) => (n % 2 === 0 ? as(session).get('/accounts') : metrics()));
  const answers = (await Promise.all(calls)).map(({ status }) => status);
  expect(answers.filter((status) => status === 403)).toHaveLength(LIMIT);
  expect(answers.filter((status) => status === 429)).toHaveLength(24 - LIMIT);
  expect((await as(session).get('/account')).status).toBe(429);
});

it('counts no change that a page of another origin sends', async () => {
  const account = await openAccount();
  const session = await begin(account);
  const cookie = as({ token: '' }).with({ Cookie: `entrada_session=${session.token}` });
  const foreign = cookie.with({ Origin: 'https://other.example' });
  const answers = await Promise.all(times(LIMIT + 1, () => foreign.post('/notifications/read')));
  expect(new Set(statuses(answers))).toEqual(new Set([403]));
  expect((await cookie.get('/account')).status).toBe(200);
});

it('counts a call with a slow body once, though its session is looked up twice', async () => {
  const account = await openAccount();
  const session = await begin(account);
  await Promise.all(times(LIMIT - 1, () => as(session).get('/account')));
  const body = JSON.stringify({ name: 'Chave', permissions: ['leads:read'] });
  const headers = { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' };
  const whole = rawRequest({ method: 'POST', target: '/admin/v1/api-keys', headers, body });
  const answer = await exchange(test.url, [whole.subarray(0, -1), 1_200, whole.subarray(-1), ANSWER]);
  expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  expect((await as(session).get('/account')).status).toBe(429);
});
