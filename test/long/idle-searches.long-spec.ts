import { AutomationsJob } from '../../src/automations/automations.job';
import { DAY_MS } from '../../src/contract/durations';
import { Database } from '../../src/database/database';
import { RotaJob } from '../../src/members/rota.job';
import { startApp, type Partner, type TestApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { rotaCalls } from '../support/rota-calls';

/**
 * What the search of a job costs while many rotas and rules of other accounts have nothing to do. `IDLE` is how many of each there are, 50
 * of an account.
 */
const IDLE = Number(process.env.IDLE ?? 2_000);
const OF_ACCOUNT = 50;

let test: TestApp;
let partner: Partner;

/** Copies of the row of a table, with these fields changed. */
const copies = (table: string, from: string, changes: string): string =>
  `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${changes}))).* from ${from}`;

beforeAll(async () => {
  test = await startApp({ DATABASE_URL: await privateDatabase('idle_searches') });
  partner = await test.partner();
  const accounts = `accounts t cross join generate_series(1, ${IDLE / OF_ACCOUNT}) where t.id = $1`;
  await partner.sql(copies('accounts', accounts, `'id', gen_random_uuid()`));
  const pipelines = `pipelines t cross join accounts b cross join generate_series(1, ${OF_ACCOUNT})
    where t.account_id = $1 and b.id <> $1`;
  const ids = `'id', gen_random_uuid(), 'account_id', b.id, 'is_default', false`;
  await partner.sql(copies('pipelines', pipelines, ids));
  await partner.sql(
    `insert into rotas (account_id, pipeline_id, served_to)
     select account_id, id, '01000000-0000-0000-0000-000000000000' from pipelines where account_id <> $1`,
  );
  await partner.sql(
    copies(
      'stages',
      `stages t cross join (select distinct on (account_id) * from pipelines where account_id <> $1) p
       where t.account_id = $1 and t.is_entry`,
      `'account_id', p.account_id, 'pipeline_id', p.id`,
    ),
  );
  await partner.sql(
    `insert into automations (account_id, id, stage_id, idle_days, action, created_at)
     select s.account_id, gen_random_uuid(), s.id, n, 'notify', now()
     from stages s cross join generate_series(1, ${OF_ACCOUNT}) n where s.account_id <> $1`,
  );
  await test.sql('analyze');
});
afterAll(() => test.close());

/** Counts the reads of a run. */
async function readsOf(run: () => Promise<number>): Promise<number> {
  const reads = jest.spyOn(Database.prototype, 'read');
  const begun = performance.now();
  expect(await run()).toBe(0);
  process.stdout.write(`${reads.mock.calls.length} reads, ${((performance.now() - begun) / 1_000).toFixed(1)} s\n`);
  const { length } = reads.mock.calls;
  reads.mockRestore();
  return length;
}

it('rotas: a few reads for each account', async () => {
  const { team, setRota, turns } = rotaCalls(test, partner);
  const [member] = await team('Ana');
  await setRota([member?.id]);
  expect((await partner.api.post('/leads', { phone: '11987654321' })).status).toBe(201);
  expect(await readsOf(() => test.app.get(RotaJob).run())).toBeLessThan(IDLE / 5);
  expect(await turns()).toEqual([member?.id]);
});

it('rules: a few reads for each account', async () => {
  const [entry] = Object.values(await partner.stages());
  const rule = { idle_days: 3, action: { type: 'notify' } };
  expect((await partner.owner.post(`/stages/${entry}/automations`, rule)).status).toBe(201);
  const later = new Date(Date.now() + 4 * DAY_MS);
  expect(await readsOf(() => test.app.get(AutomationsJob).run(later))).toBeLessThan(IDLE / 5);
  const sent = await partner.sql(`select from notifications where account_id = $1 and type = 'automation.notice'`);
  expect(sent).toHaveLength(1);
});
