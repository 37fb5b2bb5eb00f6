import { HOUR_MS } from '../../src/contract/durations';
import { ExpiredSecretsJob } from '../../src/auth/sessions/expired-secrets.job';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { theContract } from '../support/contract';
import { HttpClient } from '../support/http-client';
import { shortOrLong } from '../support/long';
import { race, times } from '../support/race';
import { type Begun, ownerCalls } from '../support/owner-calls';

const test = appForAllTests({ TRUST_PROXY: '1' });
/** The same service over https, through a proxy that forwards neither host nor scheme. */
const secure = appForAllTests({ PUBLIC_URL: 'https://entrada.example' });
const { client, anyone, as, begin, openAccount, changeOwner } = ownerCalls(test);

interface Session {
  readonly id: string;
  readonly member: { readonly id: string; readonly name: string };
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly current: boolean;
}

describe('the sessions of an account', () => {
  const listOf = async (from: HttpClient) => (await from.get<Session[]>('/sessions')).data;

  it('are listed newest first, with their begin, last use and end, and the current one is marked', async () => {
    const account = await openAccount();
    const [first, second] = [await begin(account), await begin(account)];
    await begin(await openAccount());
    const list = await listOf(as(first));
    expect(list.map(({ current, expires_at }) => [current, expires_at])).toEqual([
      [false, second.expires_at],
      [true, first.expires_at],
    ]);
    for (const { created_at, last_used_at, expires_at } of list) {
      expect(last_used_at).toBe(created_at);
      expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(12 * HOUR_MS);
    }
    expect(list[0]).toMatchObject({ member: { name: 'Dona' }, device: null, remembered: false });
    expect(Object.keys(list[0] ?? {})).toEqual([
      'id',
      'member',
      'device',
      'remembered',
      'created_at',
      'last_used_at',
      'expires_at',
      'current',
    ]);
  });

  it('end one by one, at once, and never those of another account', async () => {
    const account = await openAccount();
    const [mine, lost, foreign] = [await begin(account), await begin(account), await begin(await openAccount())];
    const lostId = (await listOf(as(lost))).find(({ current }) => current)?.id;
    const foreignId = (await listOf(as(foreign)))[0]?.id;
    for (const id of [foreignId, RANDOM_ID, 'x']) {
      expect((await as(mine).delete(`/sessions/${id}`)).error.code).toBe('not_found');
    }
    expect((await as(mine).delete(`/sessions/${lostId}`)).status).toBe(204);
    expect((await as(mine).delete(`/sessions/${lostId}`)).status).toBe(404);
    expect((await as(lost).get('/account')).status).toBe(401);
    expect((await as(foreign).get('/account')).status).toBe(200);
    const [own] = await listOf(as(mine));
    const ended = await client('')
      .with({ Cookie: `entrada_session=${mine.token}`, Origin: test.url })
      .delete(`/sessions/${own?.id}`);
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringContaining('entrada_session=;'),
    ]);
    expect((await as(mine).get('/account')).status).toBe(401);
  });

  it('end all but the current one', async () => {
    const account = await openAccount();
    const [mine, ...others] = [await begin(account), await begin(account), await begin(account)];
    const foreign = await begin(await openAccount());
    expect((await as(mine).delete('/sessions')).status).toBe(204);
    expect((await listOf(as(mine))).map(({ current }) => current)).toEqual([true]);
    for (const session of others) expect((await as(session).get('/account')).status).toBe(401);
    expect((await as(foreign).get('/account')).status).toBe(200);
  });

  it('are also seen and ended by the operator, who has no session', async () => {
    const account = await openAccount();
    const [first, second] = [await begin(account), await begin(account)];
    const operator = test.operator.with({ 'X-Account-Id': account.id });
    const list = await listOf(operator);
    expect(list.map(({ current }) => current)).toEqual([false, false]);
    expect((await operator.delete('/sessions/current')).status).toBe(404);
    expect((await operator.delete(`/sessions/${list[0]?.id}`)).status).toBe(204);
    expect((await as(second).get('/account')).status).toBe(401);
    expect((await as(first).get('/account')).status).toBe(200);
    expect((await operator.delete('/sessions')).status).toBe(204);
    expect(await listOf(operator)).toEqual([]);
  });

  it('end after two hours without use, and are deleted', async () => {
    const account = await openAccount();
    const [used, idle] = [await begin(account), await begin(account)];
    const idleFor = (minutes: number, { expires_at }: Begun) =>
      test.sql(
        `update sessions set last_used_at = now() - $1 * interval '1 minute' where account_id = $2 and expires_at = $3`,
        [minutes, account.id, expires_at],
      );
    await idleFor(119, used);
    await idleFor(120, idle);
    expect((await as(idle).get('/account')).error.code).toBe('unauthorized');
    expect((await as(used).get('/account')).status).toBe(200);
    expect(await listOf(as(used))).toHaveLength(1);
    await test.app.get(ExpiredSecretsJob).run();
    expect(await test.sql('select from sessions where account_id = $1', [account.id])).toHaveLength(1);
  });

  it('show their last use, which is written once a minute at most, on any number of instances', async () => {
    const account = await openAccount();
    const session = await begin(account);
    const versions = () => test.sql('select xmin::text from sessions where account_id = $1', [account.id]);
    const begun = await versions();
    for (const app of [test, secure]) await client(session.token, app).get('/account');
    expect(await versions()).toEqual(begun);
    await test.sql(`update sessions set last_used_at = now() - interval '61 seconds' where account_id = $1`, [
      account.id,
    ]);
    const old = Date.now() - 60_000;
    let seen = old;
    while (seen <= old) seen = Date.parse((await listOf(as(session)))[0]?.last_used_at ?? '');
    expect(Math.abs(seen - Date.now())).toBeLessThan(50_000);
    const written = await versions();
    await Promise.all(times(10, (n) => client(session.token, n % 2 === 0 ? test : secure).get('/account')));
    expect(await versions()).toEqual(written);
  });
});

describe('a call for another account than the session has', () => {
  /** Owner routes of the API reference, with ids in their paths. */
  const routes = Object.entries(theContract().document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters }]) => parameters.some(({ name }) => name === 'X-Expected-Account'))
      .map(([method]): [string, string] => [
        method.toUpperCase(),
        path.replace('/admin/v1', '').replace(/\{\w+\}/g, RANDOM_ID),
      ]),
  );

  it('is refused on every owner route, and nothing is done', async () => {
    const [mine, theirs] = [await openAccount(), await openAccount()];
    const session = await begin(mine);
    expect(routes).not.toEqual([]);
    const tables = await test.sql<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'account_id' order by 1`,
    );
    const state = async () => {
      const of = ({ name }: { name: string }) =>
        `(select string_agg(t::text, ',' order by t::text) from ${name} t where account_id in ($1, $2))`;
      return test.sql(`select concat_ws('|', ${tables.map(of).join(', ')}) as state`, [mine.id, theirs.id]);
    };
    const before = await state();
    const callers = [as(session), test.operator.with({ 'X-Account-Id': mine.id })];
    // Each route with one caller and one wrong value, in turn.
    for (const [index, [method, path]] of routes.entries()) {
      const expected = [theirs.id, 'x', ''][index % 3] ?? '';
      const answer = await callers[index % 2]?.with({ 'X-Expected-Account': expected }).send(method, path);
      expect([method, path, expected, answer?.status]).toEqual([method, path, expected, 409]);
      expect(answer?.error.code).toBe('conflict');
    }
    expect(await state()).toEqual(before);
  });

  it('that names the session’s own account is answered as usual, in upper or lower case', async () => {
    const account = await openAccount();
    const session = await begin(account);
    for (const id of [account.id, account.id.toUpperCase()]) {
      expect((await as(session).with({ 'X-Expected-Account': id }).get('/account')).status).toBe(200);
    }
    expect((await client('x').with({ 'X-Expected-Account': RANDOM_ID }).get('/account')).status).toBe(401);
  });
});

describe('an owner of several accounts', () => {
  interface Mine {
    readonly id: string;
    readonly name: string;
    readonly current: boolean;
  }

  const two = async () => {
    const first = await openAccount();
    const second = await openAccount(` ${first.owner.email.toUpperCase()}`.trim());
    await openAccount();
    return { first, second, session: await begin(first) };
  };
  const switchTo = (session: Begun, { id }: { id: string }) => as(session).post<Begun>(`/my-accounts/${id}/switch`);

  it('sees them, and the operator does', async () => {
    const { first, second, session } = await two();
    const expected = [first, second]
      .map(({ id, name }) => ({ id, name, current: id === first.id }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    expect((await as(session).get<Mine[]>('/my-accounts')).data).toEqual(expected);
    const operator = test.operator.with({ 'X-Account-Id': first.id });
    expect((await operator.get<Mine[]>('/my-accounts')).data).toEqual(expected);
  });

  it('can switch to another one: a new session replaces the other, with the same end', async () => {
    const { first, second, session } = await two();
    const earlier = new Date(Date.parse(session.expires_at) - 5 * 3_600_000);
    await test.sql('update sessions set expires_at = $2 where account_id = $1', [first.id, earlier]);
    const answer = await switchTo(session, second);
    expect([answer.status, Date.parse(answer.data.expires_at)]).toEqual([
      201,
      Date.parse(session.expires_at) - 5 * HOUR_MS,
    ]);
    expect(answer.headers.get('set-cookie')).toContain(`entrada_session=${answer.data.token};`);
    expect((await as(answer.data).get<{ id: string }>('/account')).data.id).toBe(second.id);
    expect((await as(session).get('/account')).status).toBe(401);
    // Another tab sends the new cookie, but still shows the first account.
    const tab = client('').with({ Cookie: `entrada_session=${answer.data.token}`, Origin: test.url });
    const imported = await tab
      .with({ 'X-Expected-Account': first.id, 'Content-Type': 'text/csv' })
      .post('/imports', 'phone\n11987654321');
    expect(imported.error.code).toBe('conflict');
    expect(await test.sql('select from imports where account_id = any($1)', [[first.id, second.id]])).toEqual([]);
  });

  it('cannot switch to an account of somebody else, or one that does not exist', async () => {
    const { second, session } = await two();
    const foreign = await openAccount();
    for (const id of [foreign.id, RANDOM_ID, 'x']) expect((await switchTo(session, { id })).status).toBe(404);
    await changeOwner(second, `outra-${second.owner.email}`);
    expect((await switchTo(session, second)).status).toBe(404);
    expect((await as(session).get('/account')).status).toBe(200);
  });

  it('has no session left in an account that gets another owner at the same moment', async () => {
    for (let round = 0; round < shortOrLong(3, 10); round++) {
      const { first, second, session } = await two();
      const [switched, changed] = await race(
        round,
        () => switchTo(session, second),
        () => changeOwner(second, `outra-${second.owner.email}`),
      );
      expect(changed.status).toBe(200);
      expect([201, 404]).toContain(switched.status);
      const left = await test.sql('select account_id from sessions where account_id = any($1)', [
        [first.id, second.id],
      ]);
      expect(left).toEqual(switched.status === 201 ? [] : [{ account_id: first.id }]);
    }
  });

  it('gets one session for one, also when several calls switch it at once', async () => {
    const { first, second, session } = await two();
    const answers = await Promise.all(times(10, (n) => switchTo(session, n % 2 === 0 ? second : first)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
    expect(await test.sql('select from sessions where account_id = any($1)', [[first.id, second.id]])).toHaveLength(1);
  });

  it('gets a session in it from the operator too, whose token stays the same', async () => {
    const { first, second, session } = await two();
    const operator = test.operator.with({ 'X-Account-Id': first.id });
    const begun = await operator.post<Begun>(`/my-accounts/${second.id}/switch`);
    expect((await as(begun.data).get<{ id: string }>('/account')).data.id).toBe(second.id);
    expect((await as(session).get('/account')).status).toBe(200);
  });
});

it('how sessions begin and end is in the audit trail, by their ids', async () => {
  const account = await openAccount();
  const second = await openAccount(account.owner.email);
  const entries = async ({ id }: { id: string }) =>
    test.sql<{ actor_type: string; actor_id: string | null; action: string; subject_type: string; subject_id: string }>(
      `select actor_type, actor_id, action, subject_type, subject_id::text from audit_entries
       where account_id = $1 and action ~ '^(session|sign_in)' order by id`,
      [id],
    );
  const operators = await begin(account);
  const [first] = (await as(operators).get<Session[]>('/sessions')).data;
  const link = operators.console_url.replace(/.*=/, '');
  const begun = await anyone().post<Begun>('/sessions', { token: link });
  const { id: own, member } = (await as(begun.data).get<Session[]>('/sessions')).data.find(
    ({ current }) => current,
  ) as Session;
  await as(begun.data).delete(`/sessions/${first?.id}`);
  const switched = await as(begun.data).post<Begun>(`/my-accounts/${second.id}/switch`);
  const [{ id: last, member: there }] = (await as(switched.data).get<Session[]>('/sessions')).data as [Session];
  await as(switched.data).delete('/sessions/current');
  const [given] = await test.sql<{ id: string }>('select id from sign_in_links where account_id = $1', [account.id]);
  const row = (actor: string, id: unknown, action: string, type: string, subject: unknown) => ({
    actor_type: actor,
    actor_id: id,
    action,
    subject_type: type,
    subject_id: subject,
  });
  expect(await entries(account)).toEqual([
    row('operator', null, 'session.begun', 'session', first?.id),
    row('operator', null, 'sign_in_link.given', 'sign_in_link', given?.id),
    row('owner', member.id, 'session.begun', 'sign_in_link', given?.id),
    row('owner', member.id, 'session.ended', 'session', first?.id),
    row('owner', member.id, 'session.ended', 'session', own),
  ]);
  expect(await entries(second)).toEqual([
    row('owner', there.id, 'session.begun', 'session', last),
    row('owner', there.id, 'session.ended', 'session', last),
  ]);
});
