import { appForAllTests, newAccount } from '../support/app';
import type { Answer } from '../support/http-client';
import type { Pipeline } from '../support/pipelines';
import { tally, times } from '../support/race';
import { forEachTest } from '../support/setup';
import { waitingSessions } from '../support/waiting';
const test = appForAllTests();
const partner = forEachTest(() => test.partner('pipeline:read'));
const ENTRY = { name: 'A', is_entry: true };

const list = async () => (await partner.owner.get<Pipeline[]>('/pipelines')).data;
const add = async (body: object = {}) =>
  (await partner.owner.post<Pipeline>('/pipelines', { name: 'Outro', ...body })).data;
const orders = async (id: string) =>
  (await list()).find((one) => one.id === id)?.stages.map(({ name, order }) => `${order} ${name}`);

/** Makes six calls at once. None of them adds a row of the table before a second one waits for a lock. */
async function together(table: 'pipelines' | 'stages', call: () => Promise<Answer<unknown>>) {
  await test.sql('begin');
  await test.sql(`lock table ${table} in exclusive mode`);
  const answers = Promise.all(times(6, call));
  while ((await waitingSessions(test)) < 2);
  await test.sql('commit');
  return answers;
}

describe('pipelines', () => {
  it('are at most 50, also when several are added at once for the last place', async () => {
    await partner.sql(
      `insert into pipelines (account_id, id, name, is_default, created_at)
       select $1, gen_random_uuid(), 'x', false, now() from generate_series(1, 48)`,
    );
    const answers = await together('pipelines', () => partner.owner.post('/pipelines', { name: 'x', stages: [] }));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 5 });
    expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'conflict',
      message: 'Uma conta pode ter no máximo 50 funis.',
    });
    expect(await list()).toHaveLength(50);
  });

  it('are opened with an account within the same limits', async () => {
    const open = async (pipelines: number, stages = 1) => {
      const made = times(pipelines, () => ({
        name: 'x',
        stages: [ENTRY, ...times(stages - 1, () => ({ name: 'y' }))],
      }));
      return (await test.operator.post('/accounts', newAccount({ pipelines: made }))).status;
    };
    expect([await open(50), await open(51), await open(1, 200), await open(1, 201)]).toEqual([201, 409, 201, 409]);
  });

  it('of an account with more than 50 from before are all listed, edited and deleted; none is added', async () => {
    await partner.sql(
      `insert into pipelines (account_id, id, name, is_default, created_at)
       select $1, gen_random_uuid(), 'antigo ' || i, false, now() from generate_series(1, 60) i`,
    );
    const last = (await list()).at(-1)?.id;
    expect([(await list()).length, (await partner.api.get<Pipeline[]>('/pipelines')).data.length]).toEqual([61, 61]);
    expect((await partner.owner.patch(`/pipelines/${last}`, { name: 'x' })).status).toBe(200);
    expect((await partner.owner.delete(`/pipelines/${last}`)).status).toBe(200);
    expect((await partner.owner.post('/pipelines', { name: 'x', stages: [] })).error.code).toBe('conflict');
  });
});

describe('stages', () => {
  it('are at most 200 in a pipeline, also when several are added at once for the last place', async () => {
    const stages = (count: number) => times(count, (i) => ({ name: `s${i}` }));
    const { id } = await add({ stages: stages(199) });
    const answers = await together('stages', () =>
      partner.owner.post(`/pipelines/${id}/stages`, { name: 'x', position: 1 }),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 5 });
    expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'conflict',
      message: 'Um funil pode ter no máximo 200 etapas.',
    });
    const [full, other] = [await orders(id), await add({ stages: stages(200) })];
    expect([full?.length, full?.at(-1), other.stages.length]).toEqual([200, '200 s198', 200]);
    for (const count of [201, 1_000]) {
      const refused = await partner.owner.post('/pipelines', { name: 'x', stages: stages(count) });
      expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);
    }
    expect((await partner.owner.patch(`/stages/${other.stages[0]?.id}`, { position: 200 })).status).toBe(200);
  });

  it('are at most 1,500 in all pipelines, also when they are added to several at once', async () => {
    const pipelines = [await add({ stages: [] }), await add({ stages: [] })];
    const [{ count } = { count: 0 }] = await partner.sql<{ count: number }>(
      'select count(*)::int as count from stages where account_id = $1',
    );
    await partner.sql(
      `with p as (insert into pipelines select $1, gen_random_uuid(), 'x', false, now() from generate_series(1, 10) returning id),
            n as (select id, row_number() over () - 1 as k from p)
       insert into stages (account_id, id, pipeline_id, name, position, is_entry, is_won, is_lost, is_scheduling, is_sale)
       select $1, gen_random_uuid(), n.id, 's', i, false, false, false, false, false
       from n, generate_series(1, 150) i where 150 * k + i <= 1499 - $2::int`,
      count,
    );
    let turn = 0;
    const answers = await together('stages', () =>
      partner.owner.post(`/pipelines/${pipelines[turn++ % 2]?.id}/stages`, { name: 'x' }),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 5 });
    const refused = await partner.owner.post('/pipelines', { name: 'x', stages: [{ name: 'y' }] });
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'Os funis de uma conta podem ter no máximo 1500 etapas ao todo.',
    ]);
    expect((await partner.owner.post('/pipelines', { name: 'x', stages: [] })).status).toBe(201);
  });

  it('of a pipeline with more than 200 from before are edited and deleted; none is added', async () => {
    const { id } = await add({ stages: [] });
    await partner.sql(
      `insert into stages (account_id, id, pipeline_id, name, position, is_entry, is_won, is_lost, is_scheduling, is_sale)
       select $1, gen_random_uuid(), $2, 's' || i, i, false, false, false, false, false from generate_series(1, 210) i`,
      id,
    );
    const before = (await list()).find((one) => one.id === id)?.stages ?? [];
    expect((await partner.owner.patch(`/stages/${before[209]?.id}`, { name: 'x', position: 1 })).status).toBe(200);
    expect((await partner.owner.delete(`/stages/${before[0]?.id}`)).status).toBe(200);
    expect((await partner.owner.post(`/pipelines/${id}/stages`, { name: 'x' })).error.code).toBe('conflict');
    expect(await orders(id)).toHaveLength(209);
  });
});
