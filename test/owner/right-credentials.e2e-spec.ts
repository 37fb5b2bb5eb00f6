import { Database } from '../../src/database/database';
import { appForAllTests, OPERATOR_TOKEN } from '../support/app';
import { HttpClient } from '../support/http-client';
import { shortOrLong } from '../support/long';
import { ownerCalls } from '../support/owner-calls';
import { crowd, times } from '../support/race';

/** Wrong credentials never cause the refusal of a right one, even from the same address. */

const LIMIT = 20;
const METRICS = 'token-of-the-scraper-of-metrics-0123456789';
// Trusts no proxy. All callers have the connection's address, as behind a proxy that is not configured.
const test = appForAllTests({ LIMIT_IP_PER_MINUTE: String(LIMIT), METRICS_TOKEN: METRICS });
const { openAccount, begin, linkTo, anyone, as } = ownerCalls(test);

const wrongSession = (n: number): string => `ent_session_${'0'.repeat(22)}${String(n).padStart(43, '1')}`;
const wrongLink = (n: number): string => `ent_link_${'0'.repeat(22)}${String(n).padStart(43, '1')}`;
const admin = (token: string): HttpClient => new HttpClient(`${test.url}/admin/v1`, token);

const metrics = async (token: string): Promise<number> =>
  (await fetch(`${test.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).status;

/** Sends a wrong credential, of each kind in turn. Returns the status. */
const guess = async (n: number): Promise<number> => {
  const wrong = [
    () => admin(wrongSession(n)).get('/account'),
    () => admin(`${n}${OPERATOR_TOKEN}`).get('/accounts'),
    () => admin(wrongSession(n)).get('/accounts'),
    () => anyone().post('/sessions', { token: wrongLink(n) }),
    () => anyone().post('/sign-in-links/look', { token: wrongLink(n) }),
    () =>
      admin('')
        .with({ Cookie: `entrada_session=${wrongSession(n)}` })
        .get('/leads'),
    async () => ({ status: await metrics(`${n}${METRICS}`) }),
  ];
  return (await (wrong[n % wrong.length] as (typeof wrong)[number])()).status;
};

it('every right credential passes while many wrong ones come, and after them', async () => {
  const account = await openAccount();
  const [session, later] = [await begin(account), await begin(account)];
  const [used, looked, next] = [await linkTo(account), await linkTo(account), await linkTo(account)];
  const partner = await test.partner();
  expect((await as(session).get('/account')).status).toBe(200);
  const cookie = { Cookie: `entrada_session=${session.token}` };
  const rights = async () => [
    (await as(session).get('/account')).status,
    (await admin('').with(cookie).get('/notifications')).status,
    (await admin(OPERATOR_TOKEN).get('/accounts')).status,
    (await admin(OPERATOR_TOKEN).with({ 'X-Account-Id': account.id }).get('/account')).status,
    await metrics(METRICS),
    (await partner.api.get('/pipelines')).status,
    (await fetch(`${test.url}/console`)).status,
  ];
  let isOver = false;
  const flood = crowd(shortOrLong(80, 1_000), guess, 50).finally(() => (isOver = true));
  // Two of these calls count for the limit of the partner API and pages, which must not be reached.
  const during: number[][] = [];
  while (!isOver && during.length < LIMIT / 2 - 2) during.push(await rights());
  const answers = await flood;
  // Below the limit of the address if the first guesses include many tokens or links, whose limit is smaller.
  const wrong = answers.filter((status) => status === 401).length;
  expect(wrong >= 1 && wrong <= LIMIT).toBe(true);
  expect(new Set(answers)).toEqual(new Set([401, 429]));
  expect(during.length).toBeGreaterThan(0);
  for (const statuses of [...during, await rights()]) expect(statuses).toEqual(Array(7).fill(200));
  // Sessions and links that this process has not seen before.
  expect((await as(later).get('/account')).status).toBe(200);
  expect((await anyone().post('/sign-in-links/look', { token: looked })).status).toBe(200);
  const begun = await anyone().post<{ token: string }>('/sessions', { token: used });
  expect(begun.status).toBe(201);
  expect((await as(begun.data).get('/account')).status).toBe(200);
  expect((await anyone().post('/sessions', { token: used })).error.details).toEqual({ limit: 'ip' });
  expect((await anyone().post('/sessions', { token: next })).status).toBe(201);
  // The address still has refused calls: wrong sessions remain limited.
  expect((await admin(wrongSession(0)).get('/account')).error.details).toEqual({ limit: 'ip' });
});

it('wrong tokens are looked up two at once, however many come', async () => {
  const database = test.app.get(Database);
  const lookUp = database.lookUp.bind(database);
  let [running, most, looks] = [0, 0, 0];
  const spy = jest.spyOn(database, 'lookUp').mockImplementation(async (query) => {
    if (!/^find_(session|sign_in_link)$/.test(query.statement.name ?? '')) return lookUp(query);
    looks++;
    most = Math.max(most, ++running);
    return lookUp(query).finally(() => running--);
  });
  const transactions = jest.spyOn(database, 'transaction');
  await Promise.all(
    times(8, (n) => [
      admin(wrongSession(n)).get('/account'),
      anyone().post('/sessions', { token: wrongLink(n) }),
      anyone().post('/sign-in-links/look', { token: wrongLink(n) }),
      // Tokens of a wrong shape cause no look-up.
      admin(`ent_session_${n}`).get('/account'),
      anyone().post('/sessions', { token: `ent_link_${n}` }),
    ]).flat(),
  );
  spy.mockRestore();
  expect([most, looks]).toEqual([2, 24]);
  expect(transactions).not.toHaveBeenCalled();
  transactions.mockRestore();
});
