import { setImmediate } from 'node:timers/promises';
import { Client } from 'pg';
import type { BulkResult, OwnerLead } from '../../src/contract/lead';
import type { MemberView } from '../../src/contract/members/member';
import { Config } from '../../src/config/config';
import { Database } from '../../src/database/database';
import { CountedPool } from '../../src/database/pool';
import { planned, readRows } from '../../src/database/query';
import { appForAllTests } from '../support/app';
import { memberCalls } from '../support/member-calls';
import { patientCallers } from '../support/patient-callers';
import { phones } from '../support/phones';
import { forAllTests } from '../support/setup';
import { until } from '../support/waiting';

/** A call that gets no turn at the database answers 429 only while nothing of it is committed. */

patientCallers();
const test = appForAllTests({ DATABASE_CONNECTIONS: '12' });
const partner = forAllTests(() => test.partner());
const others = [forAllTests(() => test.partner()), forAllTests(() => test.partner())];
const { invite } = memberCalls(test);
const { mobile } = phones();

const { acquireTimeoutMs } = CountedPool;
const SHORT_MS = 100;

const sleeping = readRows<object>(planned('select from pg_sleep($1)'), [0.3]);

/** Fills the pool for reads or writes, and its queue, with calls of other accounts; later calls soon give up. */
async function fill(pool: 'reads' | 'writes'): Promise<() => Promise<unknown>> {
  CountedPool.acquireTimeoutMs = acquireTimeoutMs;
  const database = test.app.get(Database);
  const calls = others.flatMap(({ accountId }) =>
    Array.from({ length: 8 }, () =>
      pool === 'writes'
        ? database.transaction(accountId, (tx) => tx.send(sleeping))
        : database.snapshot(accountId, undefined, (tx) => tx.send(sleeping)),
    ),
  );
  await setImmediate();
  CountedPool.acquireTimeoutMs = SHORT_MS;
  return () => {
    CountedPool.acquireTimeoutMs = acquireTimeoutMs;
    return Promise.all(calls);
  };
}

afterEach(() => void (CountedPool.acquireTimeoutMs = acquireTimeoutMs));

/** Runs a call that waits for this row, and lets it go on once the pool for writes is full. */
async function withoutNextTurn<T>(lock: string, id: string, call: () => Promise<T>): Promise<T> {
  const blocker = new Client({ connectionString: test.app.get(Config).databaseUrl });
  await blocker.connect();
  try {
    await blocker.query('begin');
    await blocker.query(`select set_config('app.account_id', $1, true)`, [partner.accountId]);
    await blocker.query(lock, [id]);
    const answer = call();
    await until(async () => {
      const { rowCount } = await blocker.query(WAITING);
      return rowCount !== 0;
    });
    const end = await fill('writes');
    await blocker.query('rollback');
    const answered = await answer;
    await end();
    return answered;
  } finally {
    await blocker.end();
  }
}

const WAITING = `select from pg_locks l join pg_stat_activity a using (pid)
  where not l.granted and a.datname = current_database() and a.application_name = 'entrada service'`;

const inactive = { active: false };

it('a change of a member is answered with its result', async () => {
  const member = await invite(partner.owner, 'seller');
  const end = await fill('reads');
  const answer = await partner.owner.patch<MemberView>(`/members/${member.id}`, inactive);
  await end();
  expect([answer.status, answer.data]).toEqual([200, expect.objectContaining({ active: false, handing_over: 0 })]);
});

it('so is the removal of their data', async () => {
  const member = await invite(partner.owner, 'seller');
  await partner.owner.patch(`/members/${member.id}`, inactive);
  const end = await fill('reads');
  const answer = await partner.owner.post<MemberView>(`/members/${member.id}/anonymise`);
  await end();
  expect([answer.status, answer.data]).toEqual([200, expect.objectContaining({ email: null })]);
});

it('a session of the owner and its link are made together', async () => {
  const path = `/accounts/${partner.accountId}/owner-sessions`;
  const lock = 'select from accounts where id = $1 for update';
  expect((await withoutNextTurn(lock, partner.accountId, () => test.operator.post(path))).status).toBe(201);
});

it('a change of several leads names those without a turn, and the same call again changes them', async () => {
  const leads: OwnerLead[] = [];
  for (let n = 0; n < 4; n++) leads.push((await partner.owner.post<OwnerLead>('/leads', { phone: mobile() })).data);
  const [, second, third, fourth] = leads;
  const body = { lead_ids: leads.map(({ id }) => id), add_tags: ['VIP'] };
  const bulk = () => partner.owner.post<BulkResult>('/leads/bulk', body);
  const answer = await withoutNextTurn('select from leads where id = $1 for update', second?.id ?? '', bulk);
  const refused = [third, fourth].map((lead) => ({ id: lead?.id, code: 'rate_limited' }));
  expect([answer.status, answer.data]).toEqual([200, { changed: 2, unchanged: 0, refused }]);
  expect((await bulk()).data).toEqual({ changed: 2, unchanged: 2, refused: [] });
});

it('one whose first lead gets no turn is refused as a whole', async () => {
  const lead = (await partner.owner.post<OwnerLead>('/leads', { phone: mobile() })).data;
  const end = await fill('writes');
  const answer = await partner.owner.post('/leads/bulk', { lead_ids: [lead.id], add_tags: ['VIP'] });
  await end();
  expect([answer.status, answer.error.details]).toEqual([429, { limit: 'busy' }]);
});
