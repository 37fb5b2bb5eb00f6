import { OPERATOR_TOKEN, startApp, type TestApp } from '../support/app';
import { Answer, type HttpClient } from '../support/http-client';
import { HttpClient as Client } from '../support/http-client';
import { phones } from '../support/phones';

const running: TestApp[] = [];
const start = async (environment: Record<string, string>): Promise<TestApp> => {
  const test = await startApp(environment);
  running.push(test);
  return test;
};
afterAll(() => Promise.all(running.map((test) => test.close())));

/** Returns the count of refusals, which includes earlier test files of this process. */
async function refusedByDay({ url }: TestApp): Promise<number> {
  const { text } = await new Client(url, OPERATOR_TOKEN).get('/metrics');
  return Number(/^rate_limited_total\{limit="daily"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

describe('the daily limit', () => {
  it('is exact for an account, over two instances at once', async () => {
    const settings = { LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: '12' };
    const instances = [await start(settings), await start(settings)];
    const [first] = instances as [TestApp];
    const partner = await first.partner('leads:read', 'leads:write');
    const refusedBefore = await refusedByDay(first);
    const writeOnly = await partner.withKey('leads:write');
    const nextPhone = phones();
    const clients = instances.map(({ url }) => new Client(`${url}/api/v1`, partner.key));
    const answers: Answer<never>[] = [];
    let sent = 0;
    const worker = async (): Promise<void> => {
      while (sent < 20) {
        const index = sent++;
        const body = { phone: nextPhone.mobile(), external_id: `n${index}` };
        answers.push(await (clients[index % 2] as HttpClient).post('/leads', body));
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    const statuses = new Map<number, number>();
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    expect([...statuses].sort()).toEqual([
      [201, 12],
      [429, 8],
    ]);
    const refused = answers.filter(({ status }) => status === 429);
    for (const answer of refused) {
      const wait = Number(answer.headers.get('retry-after'));
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(86_400);
      expect([answer.error.code, answer.error.details]).toEqual(['rate_limited', { limit: 'daily' }]);
    }
    const rows = await first.sql(
      `select (select count(*)::int from submissions where account_id = $1) as submissions,
              (select count(*)::int from leads where account_id = $1) as leads,
              (select count(*)::int from conversations where account_id = $1) as conversations,
              (select used from daily_submissions where account_id = $1) as used`,
      [partner.accountId],
    );
    expect(rows).toEqual([{ submissions: 12, leads: 12, conversations: 12, used: 12 }]);

    const [known] = await first.sql<{ phone: string; external_id: string }>(
      `select l.phone, s.external_id from submissions s join leads l on (l.account_id, l.id) = (s.account_id, s.lead_id)
       where s.account_id = $1 limit 1`,
      [partner.accountId],
    );
    expect((await partner.api.post('/leads', known)).status).toBe(200);
    const hidden = await writeOnly.post('/leads', known);
    expect([hidden.status, hidden.error.details]).toEqual([429, { limit: 'daily' }]);
    expect(hidden.headers.get('ratelimit-policy')).toMatch(/^"ip";q=\d+;w=60, "key";q=\d+;w=60, "writes";q=\d+;w=60$/);
    expect((await partner.api.post('/leads', { phone: 'x' })).status).toBe(422);
    expect((await partner.api.get('/leads?limit=1')).status).toBe(200);
    expect((await refusedByDay(first)) - refusedBefore).toBe(9);
  });
});
