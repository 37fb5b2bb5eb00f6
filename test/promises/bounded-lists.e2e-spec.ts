import { v7 as uuidv7 } from 'uuid';
import { MAX_AUTOMATIONS } from '../../src/contract/limits';
import { startApp, type TestApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { type Execution, sessionSettings, SILENCE, watchExecutions } from '../support/executions';
import { leadCalls } from '../support/lead-calls';
import { times } from '../support/race';
import { forAllTests } from '../support/setup';

/** A page of a list reads about as many rows as it shows, however large the account is. */

const MANY = 2_000;

const test = forAllTests(async (): Promise<TestApp> => {
  const url = await privateDatabase('bounded_lists');
  const before = await startApp({ DATABASE_URL: url });
  for (const setting of sessionSettings(new URL(url).pathname.slice(1), 'auto')) await before.sql(setting);
  await before.close();
  const started = await startApp({ DATABASE_URL: url });
  await started.sql(SILENCE);
  return started;
});
const partner = forAllTests(() => test.partner());
const { submit } = leadCalls(test, partner);
const ids = times(MANY, () => uuidv7());
const stages = times(MANY / MAX_AUTOMATIONS, () => uuidv7());

/** Returns the most rows and the most pages that one statement of the call reads. */
async function readBy(path: string): Promise<{ rows: number; pages: number }> {
  const executions: Execution[] = await watchExecutions(async () => {
    expect((await partner.owner.get(path)).status).toBe(200);
  });
  expect(executions.length).toBeGreaterThan(0);
  return {
    rows: Math.max(...executions.map(({ examined }) => examined)),
    pages: Math.max(...executions.map(({ buffers }) => buffers)),
  };
}

it('a page of a timeline, which rules of stages where the lead has never been do not lengthen', async () => {
  const stage = await partner.stages();
  const lead = await submit();
  await partner.owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stage['Em contato'] });
  // Empty stages, each with as many rules as a stage may have.
  await partner.sql(
    `insert into stages (account_id, id, pipeline_id, name, position, is_entry, is_won, is_lost, is_scheduling, is_sale)
     select $1, s, p.id, s, 100 + n, false, false, false, false, false
     from unnest($2::uuid[]) with ordinality t (s, n) join pipelines p on p.account_id = $1 and p.is_default`,
    stages,
  );
  await partner.sql(
    `insert into automations (account_id, id, stage_id, idle_days, action, created_at)
     select $1, r, ($2::uuid[])[1 + n % $3::int], 365, 'notify', now() from unnest($4::uuid[]) with ordinality t (r, n)`,
    stages,
    stages.length,
    ids,
  );
  const other = await submit();
  await partner.sql(
    `insert into automation_runs (account_id, automation_id, deal_id, entered_stage_at, ran_at)
     select $1, r, $2, now() + n * interval '1 second', now() from unnest($3::uuid[]) r, generate_series(1, 10) n`,
    other.deals[0]?.id,
    ids,
  );
  await test.sql('analyze');
  const read = await readBy(`/leads/${lead.id}/timeline`);
  expect([read.rows < 200, read.pages < 200, read]).toEqual([true, true, read]);
});

it('a page of sessions', async () => {
  await partner.sql(
    `insert into sessions (account_id, token_hash, id, created_at, expires_at, last_used_at, member_id)
     select $1, decode(md5(s::text), 'hex'), s, now(), now() + interval '1 hour', now(), m.id
     from unnest($2::uuid[]) s, members m where m.account_id = $1 and m.role = 'owner'`,
    ids,
  );
  await test.sql('analyze');
  const read = await readBy('/sessions');
  expect([read.rows < 200, read.pages < 200, read]).toEqual([true, true, read]);
});

it('a page of keys', async () => {
  await partner.sql(
    `insert into api_keys (account_id, id, hash, name, permissions, hint, slot, created_at, revoked_at)
     select $1, k, decode(md5(k::text), 'hex'), 'x', '{leads:write}', 'abcd', 1, now(), now() from unnest($2::uuid[]) k`,
    ids,
  );
  await test.sql('analyze');
  const read = await readBy('/api-keys');
  expect([read.rows < 200, read.pages < 200, read]).toEqual([true, true, read]);
});
