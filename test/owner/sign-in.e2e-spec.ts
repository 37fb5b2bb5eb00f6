import { MINUTE_MS } from '../../src/contract/durations';
import { ExpiredSecretsJob } from '../../src/auth/sessions/expired-secrets.job';
import { REQUESTS_LISTED } from '../../src/auth/sessions/sessions.queries';
import { SignInRequestsJob } from '../../src/auth/sessions/sign-in-requests.job';
import { runsOf } from '../../src/common/process/jobs';
import { appForAllTests, appStarter, startApp } from '../support/app';
import { watchTraffic } from '../support/traffic';
import { crowd, times } from '../support/race';
import { waitsOrEnds } from '../support/waiting';
import { ownerCalls } from '../support/owner-calls';

const RECEIVED = '202{"data":{"received":true,"sends_mail":false}}';

const test = appForAllTests({ TRUST_PROXY: '1' });
/** Another instance of the service on the same database. */
const other = appForAllTests({ TRUST_PROXY: '1' });
const start = appStarter();
const { nextAddress, anyone, begin, linkTo, changeOwner, openAccount: open } = ownerCalls(test);

interface Owned {
  readonly id: string;
  readonly email: string;
}

async function openAccount(wanted?: string): Promise<Owned> {
  const { id, owner } = await open(wanted);
  return { id, email: owner.email };
}

const ask = (email: string, client = anyone()) => client.post('/sign-in-links', { email });

/** Lets both instances work on the waiting requests at once. */
const work = () => Promise.all([test, other].map(({ app }) => app.get(SignInRequestsJob).run()));

const mailsTo = async ({ id }: Owned): Promise<number> =>
  (await test.sql(`select from outbox where account_id = $1 and kind = 'sign_in_link'`, [id])).length;

describe('a request for a sign-in link', () => {
  it('sends the same statements before its answer for every address, also when many come at once', async () => {
    const { email } = await openAccount();
    const traffic = async (address: string, atOnce: number) => {
      const { trips, statements } = await watchTraffic(async () => {
        const answers = await Promise.all(times(atOnce, () => ask(address)));
        expect(new Set(answers.map(({ status, text }) => `${status}${text}`))).toEqual(new Set([RECEIVED]));
      });
      return { trips: atOnce === 1 ? trips : 0, sent: statements.map(({ name, text }) => [name, text]) };
    };
    for (const atOnce of [1, 1, 6]) {
      const known = await traffic(email, atOnce);
      expect(known).toEqual(await traffic(`nobody-${email}`, atOnce));
      expect(known.sent).toHaveLength(atOnce);
    }
  });

  it('is worked on by another process when the one that answered has ended', async () => {
    const account = await openAccount();
    const dying = await startApp({ TRUST_PROXY: '1' });
    expect((await ask(account.email, anyone(nextAddress(), dying))).status).toBe(202);
    await dying.close();
    expect(await mailsTo(account)).toBe(0);
    await work();
    expect(await mailsTo(account)).toBe(1);
    await work();
    expect(await mailsTo(account)).toBe(1);
  });

  it('is left to the next start when the service stops', async () => {
    const account = await openAccount();
    const job = (await start()).app.get(SignInRequestsJob);
    await runsOf(job).stop();
    expect((await ask(account.email)).status).toBe(202);
    await job.run();
    expect(await mailsTo(account)).toBe(0);
    await work();
    expect(await mailsTo(account)).toBe(1);
  });

  it('that cannot be worked on waits, and does not hold up the others', async () => {
    const [stuck, next] = [await openAccount(), await openAccount()];
    for (const { email } of [stuck, next]) await ask(email);
    await test.sql('begin');
    await test.sql('select from accounts where id = $1 for update', [stuck.id]);
    await work();
    await test.sql('rollback');
    expect([await mailsTo(stuck), await mailsTo(next)]).toEqual([0, 1]);
    await work();
    expect([await mailsTo(stuck), await mailsTo(next)]).toEqual([1, 1]);
  });

  it('is worked on though more requests before it cannot be than are listed at once', async () => {
    const [stuck, next] = [await openAccount(), await openAccount()];
    await test.sql(
      `insert into sign_in_requests (id, requested_at, email_key, network)
       select lpad(n::text, 32, '0')::uuid, now(), $1, '10.8.0.' || n from generate_series(1, $2::int) n`,
      [stuck.email, REQUESTS_LISTED + 1],
    );
    await ask(next.email);
    // Another instance works on them.
    await test.sql('begin');
    await test.sql('select from sign_in_requests where email_key = $1 for update', [stuck.email]);
    await test.app.get(SignInRequestsJob).run();
    await test.sql('rollback');
    expect([await mailsTo(stuck), await mailsTo(next)]).toEqual([0, 1]);
    await test.sql('delete from sign_in_requests where email_key = $1', [stuck.email]);
  });

  it('that another instance works on is left to that one, without waiting for it', async () => {
    const [taken, next] = [await openAccount(), await openAccount()];
    for (const { email } of [taken, next]) await ask(email);
    await test.sql('begin');
    await test.sql('select from sign_in_requests where email_key = $1 for update', [taken.email]);
    let isDone = false;
    const ended = test.app
      .get(SignInRequestsJob)
      .run()
      .then(() => (isDone = true));
    try {
      expect(await waitsOrEnds(test, () => isDone)).toBe('ends');
    } finally {
      await test.sql('rollback');
    }
    await ended;
    expect([await mailsTo(taken), await mailsTo(next)]).toEqual([0, 1]);
    await work();
    expect([await mailsTo(taken), await mailsTo(next)]).toEqual([1, 1]);
  });

  it('leaves nothing of a stranger, and no address of an owner', async () => {
    const { email } = await openAccount();
    const network = nextAddress();
    for (const address of [email, `nobody-${email}`]) await ask(address, anyone(network));
    const kept = async () =>
      (await test.sql<{ row: string }>('select r::text as row from sign_in_requests r')).map(({ row }) => row).join();
    expect(await kept()).toContain(`nobody-${email}`);
    await work();
    expect(await kept()).not.toContain(email);
    expect(await kept()).not.toContain(network);
    await test.app.get(ExpiredSecretsJob).run(new Date(Date.now() + 61 * MINUTE_MS));
    expect(await kept()).toBe('');
  });
});

describe('links are mailed', () => {
  it('exactly five times an hour for one client address, when many ask two instances at once; others still get theirs', async () => {
    const account = await openAccount();
    const client = nextAddress();
    const answers = await crowd(10, (n) => ask(account.email, anyone(client, n % 2 === 0 ? test : other)));
    expect(new Set(answers.map(({ status, text }) => `${status}${text}`))).toEqual(new Set([RECEIVED]));
    await work();
    expect(await mailsTo(account)).toBe(5);
    await ask(account.email);
    await work();
    expect(await mailsTo(account)).toBe(6);
  });

  it('twenty times an hour to one owner in all, for any number of client addresses', async () => {
    const account = await openAccount();
    await crowd(24, (n) => ask(account.email, anyone(nextAddress(), n % 2 === 0 ? test : other)));
    await work();
    expect(await mailsTo(account)).toBe(20);
    expect((await ask(account.email)).status).toBe(202);
    await work();
    expect(await mailsTo(account)).toBe(20);
  });

  it('for each account of the owner in one mail, and each request counts once', async () => {
    const first = await openAccount();
    const second = await openAccount(first.email.toUpperCase());
    const client = anyone();
    for (const email of times(6, (n) => (n % 2 === 0 ? ` ${first.email} ` : first.email.toUpperCase()))) {
      await ask(email, client);
    }
    await work();
    expect([await mailsTo(first), await mailsTo(second)].sort()).toEqual([0, 5]);
    const links = await test.sql<{ count: number }>(
      'select count(*)::int as count from sign_in_links where account_id = any($1) group by account_id',
      [[first.id, second.id]],
    );
    expect(links).toEqual([{ count: 5 }, { count: 5 }]);
  });

  it('not fewer when the operator has made links too', async () => {
    const account = await openAccount();
    for (let n = 0; n < 21; n++) await begin(account);
    await ask(account.email);
    await work();
    expect(await mailsTo(account)).toBe(1);
  });

  it('to a client of IPv6 by its /64', async () => {
    const account = await openAccount();
    for (let n = 1; n <= 6; n++) await ask(account.email, anyone(`2001:db8:7:7::${n}`));
    await work();
    expect(await mailsTo(account)).toBe(5);
    await ask(account.email, anyone('2001:db8:7:8::1'));
    await work();
    expect(await mailsTo(account)).toBe(6);
  });

  it('again when an hour has passed, and not before, also when the job has deleted old rows', async () => {
    const account = await openAccount();
    const client = nextAddress();
    const again = async () => {
      await ask(account.email, anyone(client));
      await work();
      return mailsTo(account);
    };
    for (let n = 1; n <= 5; n++) expect(await again()).toBe(n);
    await test.app.get(ExpiredSecretsJob).run(new Date(Date.now() + 59 * MINUTE_MS));
    expect(await test.sql('select from sign_in_links where account_id = $1', [account.id])).toEqual([]);
    expect(await again()).toBe(5);
    const earlier = (minutes: number) =>
      test.sql(`update sign_in_requests set requested_at = requested_at - $1 * interval '1 minute'`, [minutes]);
    await earlier(59);
    expect(await again()).toBe(5);
    await earlier(2);
    expect(await again()).toBe(6);
  });
});

describe('a link that was made', () => {
  it('is deleted when it has expired, and not before', async () => {
    const [expired, living] = [await openAccount(), await openAccount()];
    for (const account of [expired, living]) await begin(account);
    await test.sql(`update sign_in_links set expires_at = now() - interval '1 second' where account_id = $1`, [
      expired.id,
    ]);
    await test.app.get(ExpiredSecretsJob).run();
    const kept = await test.sql<{ id: string }>(
      'select account_id as id from sign_in_links where account_id = any($1)',
      [[expired.id, living.id]],
    );
    expect(kept).toEqual([{ id: living.id }]);
  });
});

describe('a look at a link', () => {
  const look = (token: string) =>
    anyone().post<{ account: { id: string; name: string }; expires_at: string }>('/sign-in-links/look', { token });

  it('names the account and the end, any number of times, and does not use up the link', async () => {
    const { id } = await openAccount();
    const token = await linkTo({ id });
    for (let n = 0; n < 5; n++) {
      const { status, data } = await look(token);
      expect([status, data.account]).toEqual([200, { id, name: 'Conta de teste' }]);
      expect(Math.abs(Date.parse(data.expires_at) - Date.now() - 15 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
    }
    expect((await anyone().post('/sessions', { token })).status).toBe(201);
    expect((await look(token)).error.code).toBe('unauthorized');
  });

  it('shows nothing of a link that is unknown, expired, or of an earlier owner', async () => {
    const [expired, given] = [await openAccount(), await openAccount()];
    const tokens = [await linkTo(expired), await linkTo(given)];
    await test.sql('update sign_in_links set expires_at = now() where account_id = $1', [expired.id]);
    await changeOwner(given, 'nova-dona@example.com');
    const unknown = tokens[1]?.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')) ?? '';
    for (const token of [...tokens, unknown, 'x']) expect((await look(token)).error.code).toBe('unauthorized');
  });

  it('counts together with tries to begin a session: ten a minute', async () => {
    const client = anyone();
    const paths = times(12, (n) => (n % 2 === 0 ? '/sessions' : '/sign-in-links/look'));
    const statuses = await Promise.all(paths.map(async (path) => (await client.post(path, { token: 'x' })).status));
    expect(statuses.sort()).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });
});

describe('pages of other origins', () => {
  const FOREIGN = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
  ] as unknown as Record<string, string>[];

  it.each(['/sign-in-links', '/sign-in-links/look', '/sessions'])('may not call POST %s', async (path) => {
    const account = await openAccount();
    const token = await linkTo(account);
    const body = path === '/sign-in-links' ? { email: account.email } : { token };
    const client = nextAddress();
    for (const headers of FOREIGN.flatMap((each) => [each, each, each])) {
      const answer = await anyone(client).with(headers).post(path, body);
      expect([headers, answer.status, answer.error.code]).toEqual([headers, 403, 'forbidden']);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    await work();
    expect(await mailsTo(account)).toBe(0);
    // The page does not lock its visitor out, and the link still works.
    expect((await anyone(client).with({ Origin: test.url }).post(path, body)).status).toBeLessThan(300);
  });
});

describe('the ten refused links of a minute', () => {
  const wrongToken = `ent_link_${'0'.repeat(22)}${'1'.repeat(43)}`;

  it('do not include links that are looked at or begin a session, and refuse none of these', async () => {
    const account = await openAccount();
    const one = anyone();
    const tokens = await Promise.all(times(12, () => linkTo(account)));
    const right = async (token: string): Promise<number[]> => [
      (await one.post('/sign-in-links/look', { token })).status,
      (await one.post('/sessions', { token })).status,
    ];
    for (const token of tokens.slice(6)) expect(await right(token)).toEqual([200, 201]);
    const wrong = await Promise.all(times(14, () => one.post('/sessions', { token: wrongToken })));
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(10);
    for (const { error, headers } of wrong.filter(({ status }) => status !== 401)) {
      expect([error.code, error.details]).toEqual(['rate_limited', { limit: 'sign_in' }]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect((await one.post('/sign-in-links/look', { token: wrongToken })).error.details).toEqual({ limit: 'sign_in' });
    for (const token of tokens.slice(0, 6)) expect(await right(token)).toEqual([200, 201]);
    // Used links count as wrong. Other addresses, and requests for links, have their own limits.
    expect((await one.post('/sessions', { token: tokens[0] })).status).toBe(429);
    expect((await anyone().post('/sessions', { token: tokens[0] })).status).toBe(401);
    expect((await ask(account.email, one)).status).toBe(202);
  });

  it('include no calls of pages of other origins, nor does the limit of their address', async () => {
    const small = await start({ TRUST_PROXY: '1', LIMIT_IP_PER_MINUTE: '5' });
    const one = anyone(nextAddress(), small);
    const foreign = one.with({ Origin: 'https://other.example' });
    const body = { token: wrongToken, email: 'x@example.com' };
    for (const path of ['/sessions', '/sign-in-links/look', '/sign-in-links']) {
      const answers = await Promise.all(times(12, () => foreign.post(path, body)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    }
    expect((await one.post('/sessions', { token: wrongToken })).status).toBe(401);
    expect((await one.post('/sign-in-links', { email: 'nobody@example.com' })).status).toBe(202);
  });
});
