import type { LeadView } from '../../src/contract/lead';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { masked } from '../support/http-client';
import { shortOrLong } from '../support/long';
import type { Pipeline, Stage } from '../support/pipelines';
import { phones } from '../support/phones';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';
import { until, waitingSessions } from '../support/waiting';
const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write'));
const pipeline = forEachTest(async () => (await list())[0] as Pipeline);
const nextPhone = phones();
const ROUNDS = shortOrLong(5, 100);

const list = async () => (await partner.owner.get<Pipeline[]>('/pipelines')).data;
const stageId = (name: string) => pipeline.stages.find((stage) => stage.name === name)?.id ?? '';
const add = async (body: object = {}) =>
  (
    await partner.owner.post<Pipeline>('/pipelines', {
      name: 'Outro',
      stages: [{ name: 'A', is_entry: true }, { name: 'B' }],
      ...body,
    })
  ).data;
const orders = async (id = pipeline.id) =>
  (await list()).find((one) => one.id === id)?.stages.map(({ name, order }) => `${order} ${name}`);

describe('pipelines', () => {
  it('show the internal flags to their owner, and not to partners', async () => {
    expect(Object.keys(pipeline.stages[0] ?? {})).toEqual([
      'id',
      'name',
      'order',
      'is_entry',
      'is_won',
      'is_lost',
      'is_scheduling',
      'is_sale',
      'value',
    ]);
    const [seen] = (await partner.api.get<Pipeline[]>('/pipelines')).data;
    expect(Object.keys(seen?.stages[0] ?? {})).toEqual(['id', 'name', 'order', 'is_entry', 'is_won', 'is_lost']);
  });

  it('are added, listed default first and then by creation, renamed', async () => {
    const second = await add({
      stages: [
        { name: 'A', is_entry: true, value: 10.5 },
        { name: 'G', is_won: true, is_sale: true },
      ],
    });
    expect(second).toMatchObject({
      name: 'Outro',
      is_default: false,
      stages: [
        { order: 1, value: 10.5 },
        { order: 2, is_sale: true },
      ],
    });
    const third = await add({ name: 'Terceiro', is_default: true });
    expect((await list()).map(({ id }) => id)).toEqual([third.id, pipeline.id, second.id]);
    const renamed = await partner.owner.patch<Pipeline>(`/pipelines/${second.id}`, { name: ' Novo nome ' });
    expect(renamed.data).toEqual({ ...second, name: 'Novo nome' });
  });

  it('have exactly one default at all times, also when several become it at once', async () => {
    const ids = [pipeline.id, (await add()).id, (await add()).id, (await add()).id];
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all(ids.map((id) => partner.owner.patch(`/pipelines/${id}`, { is_default: true })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await list()).filter((one) => one.is_default)).toHaveLength(1);
    }
    const current = (await list())[0]?.id;
    expect((await partner.owner.patch(`/pipelines/${current}`, { is_default: false })).error.code).toBe('conflict');
    expect((await partner.owner.delete(`/pipelines/${current}`)).error.code).toBe('conflict');
    const other = ids.find((id) => id !== current);
    await Promise.all([
      partner.owner.delete(`/pipelines/${other}`),
      partner.owner.patch(`/pipelines/${other}`, { is_default: true }),
    ]);
    expect((await list()).filter((one) => one.is_default)).toHaveLength(1);
  });

  it('are deleted with their stages, unless a stage holds deals', async () => {
    const second = await add();
    await partner.api.post('/leads', { phone: nextPhone.mobile(), deal: { pipeline_id: second.id } });
    const used = await partner.owner.delete(`/pipelines/${second.id}`);
    expect([used.status, used.error.code]).toEqual([409, 'stage_in_use']);
    const third = await add();
    const deleted = await partner.owner.delete<Pipeline>(`/pipelines/${third.id}`);
    expect([deleted.status, deleted.data]).toEqual([200, third]);
    expect((await partner.owner.delete(`/pipelines/${third.id}`)).error.code).toBe('not_found');
  });

  it('deleted and made the default in parallel keep one default, and each is deleted once', async () => {
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await add()).id);
    const answers = await Promise.all(
      ids.flatMap((id) => [
        partner.owner.delete(`/pipelines/${id}`),
        partner.owner.patch(`/pipelines/${id}`, { is_default: true }),
        partner.owner.delete(`/pipelines/${id}`),
      ]),
    );
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    const left = await list();
    expect(left.filter((one) => one.is_default)).toHaveLength(1);
    const deletions = answers.filter((_, i) => i % 3 !== 1 && answers[i]?.status === 200);
    expect(left).toHaveLength(1 + 3 - deletions.length);
  });

  it('are deleted with the rules between their stages', async () => {
    const second = await add();
    const [a, b] = second.stages.map(({ id }) => id);
    await partner.owner.post(`/stages/${a}/automations`, { idle_days: 1, action: { type: 'move', stage_id: b } });
    await partner.owner.post(`/stages/${b}/automations`, { idle_days: 1, action: { type: 'move', stage_id: a } });
    expect((await partner.owner.delete(`/stages/${b}`)).error.code).toBe('conflict');
    expect((await partner.owner.delete(`/pipelines/${second.id}`)).status).toBe(200);
  });

  it('are read as of one moment: never without their stages, while others add and delete them', async () => {
    let isEdited = true;
    let empty = 0;
    const read = async (get: () => Promise<{ status: number; data: Pipeline[] }>) => {
      while (isEdited) {
        const { status, data } = await get();
        expect(status).toBe(200);
        empty += data.filter(({ stages }) => stages.length === 0).length;
      }
    };
    const readers = times(2, (i) => read(() => (i % 2 ? partner.api : partner.owner).get<Pipeline[]>('/pipelines')));
    for (let round = 0; round < ROUNDS; round++) {
      expect((await partner.owner.delete(`/pipelines/${(await add()).id}`)).status).toBe(200);
    }
    isEdited = false;
    await Promise.all(readers);
    expect(empty).toBe(0);
  });

  it('are answered as they were added, also when they are deleted at the same moment', async () => {
    const deletions = test.sql(
      `do $$ begin for i in 1..${shortOrLong(2_000, 20_000)} loop
         delete from pipelines where account_id = '${partner.accountId}' and not is_default; commit;
       end loop; end $$`,
    );
    const answers = [];
    for (let i = 0; i < shortOrLong(8, 45); i++)
      answers.push(await partner.owner.post('/pipelines', { name: 'x', stages: [] }));
    await deletions;
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  });

  it('are refused with every bad field named', async () => {
    const post = (body: object) => partner.owner.post('/pipelines', body);
    expect((await post({ name: '', stages: [{ name: 'x', is_entry: 1 }, 3], color: 'red' })).fields).toEqual([
      'name',
      'stages.0.is_entry',
      'stages.1',
      'color',
    ]);
    expect(
      (
        await post({
          name: 'x',
          stages: [
            { name: 'a', is_entry: true },
            { name: 'b', is_entry: true },
          ],
        })
      ).fields,
    ).toEqual(['stages.1.is_entry']);
    const patch = (body: object) => partner.owner.patch(`/pipelines/${pipeline.id}`, body);
    expect((await patch({})).fields).toEqual(['body']);
    expect((await patch({ name: null, is_default: 'yes', stages: [] })).fields).toEqual([
      'name',
      'is_default',
      'stages',
    ]);
  });
});

describe('stages', () => {
  it('are added at a place, moved, changed, deleted; their numbers have no gaps', async () => {
    const added = await partner.owner.post<Stage>(`/pipelines/${pipeline.id}/stages`, {
      name: 'Visita',
      position: 2,
      value: 7,
    });
    expect([added.status, added.data]).toMatchObject([201, { name: 'Visita', order: 2, value: 7 }]);
    await partner.owner.post(`/pipelines/${pipeline.id}/stages`, { name: 'Fim' });
    expect(await orders()).toEqual([
      '1 Novo',
      '2 Visita',
      '3 Em contato',
      '4 Agendado',
      '5 Ganho',
      '6 Perdido',
      '7 Fim',
    ]);
    const moved = await partner.owner.patch<Stage>(`/stages/${added.data.id}`, {
      position: 7,
      name: 'Visitado',
      value: null,
    });
    expect(moved.data).toMatchObject({ name: 'Visitado', order: 7, value: null });
    expect((await partner.owner.delete(`/stages/${stageId('Em contato')}`)).status).toBe(200);
    expect(await orders()).toEqual(['1 Novo', '2 Agendado', '3 Ganho', '4 Perdido', '5 Fim', '6 Visitado']);
    expect((await partner.owner.patch(`/stages/${added.data.id}`, { position: 8 })).fields).toEqual(['position']);
  });

  it('keep numbers without gaps under parallel changes', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, i) =>
        partner.owner.post(`/pipelines/${pipeline.id}/stages`, { name: `n${i}`, position: 1 }),
      ),
      // Four stages are there at any time, also when the deletion comes first.
      ...pipeline.stages.map(({ id }, i) => partner.owner.patch(`/stages/${id}`, { position: Math.max(1, 4 - i) })),
      partner.owner.delete(`/stages/${stageId('Perdido')}`),
    ]);
    for (const { status } of answers) expect([200, 201, 404]).toContain(status);
    const numbers = (await orders())?.map((line) => Number(line.split(' ')[0]));
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
  });

  it('are not deleted while they hold deals, also when a deal comes at the same moment', async () => {
    await partner.api.post('/leads', { phone: nextPhone.mobile(), deal: { stage_id: stageId('Em contato') } });
    const used = await partner.owner.delete(`/stages/${stageId('Em contato')}`);
    expect([used.status, used.error.code]).toEqual([409, 'stage_in_use']);
    for (let round = 0; round < 4; round++) {
      const { id } = (await partner.owner.post<Stage>(`/pipelines/${pipeline.id}/stages`, { name: `r${round}` })).data;
      const [deleted, posted] = await Promise.all([
        partner.owner.delete(`/stages/${id}`),
        partner.api.post<{ lead: LeadView }>('/leads', { phone: nextPhone.mobile(), deal: { stage_id: id } }),
      ]);
      expect([`${deleted.status} ${posted.status}`]).toEqual([expect.stringMatching(/^(200 422|409 201)$/)]);
    }
  });

  it('get another order while a lead comes whose deals are in several of them, whatever their order', async () => {
    const ids = pipeline.stages.map(({ id }) => id);
    const before = await deadlocks();
    const waiters = async (count: number) => until(async () => (await waitingSessions(test)) >= count);
    for (const stages of [ids, ids.toReversed()]) {
      const deals = stages.map((stage_id) => ({ stage_id }));
      await test.sql('begin');
      await partner.sql('select from stages where account_id = $1 and id = $2 for update', ids[2]);
      const entered = partner.staff.post('/leads', { phone: nextPhone.mobile(), deals });
      await waiters(1);
      const ordered = partner.owner.patch(`/stages/${ids[0]}`, { position: 3 });
      await waiters(2);
      await test.sql('commit');
      expect([(await entered).status, (await ordered).status]).toEqual([201, 200]);
    }
    expect(await deadlocks()).toBe(before);
  });

  it('follow the rules of flags, also after a partial change', async () => {
    const novo = `/stages/${stageId('Novo')}`;
    expect((await partner.owner.patch(novo, { is_won: true })).fields).toEqual(['is_entry']);
    expect((await partner.owner.patch(`/stages/${stageId('Ganho')}`, { is_lost: true })).fields).toEqual(['is_lost']);
    expect((await partner.owner.patch(`/stages/${stageId('Ganho')}`, { is_entry: true })).fields).toEqual(['is_entry']);
    expect((await partner.owner.patch(novo, {})).fields).toEqual(['body']);
  });

  it('are refused with every bad field named', async () => {
    const path = `/pipelines/${pipeline.id}/stages`;
    expect((await partner.owner.post(path, { position: 0, value: 'x', order: 1 })).fields.sort()).toEqual([
      'name',
      'order',
      'position',
      'value',
    ]);
    expect((await partner.owner.post(path, { name: 'x', position: 7 })).fields).toEqual(['position']);
    const made = await partner.owner.post<{ value: number | null }>(path, { name: 'x', position: 6, value: null });
    expect([made.status, made.data.value]).toEqual([201, null]);
    expect((await partner.owner.post(path, { name: 'x', is_won: true, is_lost: true })).fields).toEqual(['is_lost']);
    expect(
      (
        await partner.owner.patch(`/stages/${stageId('Novo')}`, { position: '1', value: -1, is_sale: null })
      ).fields.sort(),
    ).toEqual(['is_sale', 'position', 'value']);
  });
});

it('ids of another account and unknown ones give the same 404 on every route', async () => {
  const other = await test.partner('pipeline:read');
  const [theirs] = (await other.owner.get<Pipeline[]>('/pipelines')).data;
  const calls = (pipeline: string, stage: string) => [
    partner.owner.patch(`/pipelines/${pipeline}`, { name: 'x' }),
    partner.owner.delete(`/pipelines/${pipeline}`),
    partner.owner.post(`/pipelines/${pipeline}/stages`, { name: 'x' }),
    partner.owner.patch(`/stages/${stage}`, { name: 'x' }),
    partner.owner.delete(`/stages/${stage}`),
    partner.owner.get(`/stages/${stage}/automations`),
    partner.owner.post(`/stages/${stage}/automations`, { idle_days: 1, action: { type: 'notify' } }),
    partner.owner.delete(`/automations/${stage}`),
  ];
  const foreign = await Promise.all(calls(theirs?.id ?? '', theirs?.stages[1]?.id ?? ''));
  const random = await Promise.all(calls(RANDOM_ID, 'not-an-id'));
  expect(foreign.map(masked)).toEqual(random.map(masked));
  expect(foreign.map(({ status }) => status)).toEqual(Array(8).fill(404));
});

it('no call met a deadlock', async () => expect(await deadlocks()).toBe(0));
