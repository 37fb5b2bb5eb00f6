import { appForAllTests, newAccount } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import type { Pipeline, Stage } from '../support/pipelines';
import type { Answer } from '../support/http-client';
import { shortOrLong } from '../support/long';
import { phones } from '../support/phones';
import { race, times } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read'));
const pipeline = forEachTest(async () => (await list())[0] as Pipeline);
const nextPhone = phones();

const list = async () => (await partner.owner.get<Pipeline[]>('/pipelines')).data;
const add = async (stages: object[], more: object = {}) =>
  (await partner.owner.post<Pipeline>('/pipelines', { name: 'Outro', stages, ...more })).data;
const stageId = (name: string, of = pipeline) => of.stages.find((stage) => stage.name === name)?.id ?? '';
const flag = (id: string, is_entry: boolean) => partner.owner.patch<Stage>(`/stages/${id}`, { is_entry });
const makeDefault = (id: string) => partner.owner.patch<Pipeline>(`/pipelines/${id}`, { is_default: true });
const remove = (id: string) => partner.owner.delete<Stage>(`/stages/${id}`);
const refusal = ({ status, error }: Answer<unknown>) => [status, error.code, error.message];
const submit = (body: object = {}) => partner.api.post('/leads', { phone: nextPhone.mobile(), ...body });

/** Returns the names of the default pipeline's entry stages. Checks that there is one default. */
async function entries(): Promise<string[]> {
  const defaults = (await list()).filter((one) => one.is_default);
  expect(defaults).toHaveLength(1);
  return (defaults[0]?.stages ?? []).filter((stage) => stage.is_entry).map(({ name }) => name);
}

const MARK_ANOTHER = expect.stringMatching(/[Mm]arque antes outra etapa/) as string;
const MARK_ONE = expect.stringMatching(/[Mm]arque antes uma etapa/) as string;

describe('the default pipeline', () => {
  it('keeps its entry stage: it is neither deleted nor unflagged, and the answer says what to do', async () => {
    const novo = stageId('Novo');
    expect(refusal(await remove(novo))).toEqual([409, 'conflict', MARK_ANOTHER]);
    expect(refusal(await flag(novo, false))).toEqual([409, 'conflict', MARK_ANOTHER]);
    const won = await partner.owner.patch(`/stages/${novo}`, { name: 'x', is_entry: false, is_won: true });
    expect(refusal(won)).toEqual([409, 'conflict', MARK_ANOTHER]);
    expect((await list())[0]).toEqual(pipeline);
    expect((await submit()).status).toBe(201);
  });

  it('allows to delete the old entry stage after another one became it', async () => {
    const moved = await flag(stageId('Em contato'), true);
    expect([moved.status, moved.data.is_entry]).toEqual([200, true]);
    expect(await entries()).toEqual(['Em contato']);
    expect((await flag(stageId('Novo'), false)).status).toBe(200);
    expect((await remove(stageId('Novo'))).status).toBe(200);
    expect(refusal(await remove(stageId('Em contato')))).toEqual([409, 'conflict', MARK_ANOTHER]);
  });

  it('cannot be a pipeline without an entry stage', async () => {
    const bare = await add([{ name: 'A' }, { name: 'B' }]);
    expect(refusal(await makeDefault(bare.id))).toEqual([409, 'conflict', MARK_ONE]);
    for (const stages of [[], [{ name: 'A' }, { name: 'G', is_won: true }]]) {
      const refused = await partner.owner.post('/pipelines', { name: 'Novo padrão', is_default: true, stages });
      expect(refusal(refused)).toEqual([409, 'conflict', MARK_ONE]);
    }
    expect((await list()).map(({ id }) => id)).toEqual([pipeline.id, bare.id]);
    await flag(stageId('B', bare), true);
    expect((await makeDefault(bare.id)).data).toMatchObject({ id: bare.id, is_default: true });
    expect(await entries()).toEqual(['B']);
  });

  it('without an entry stage, in an old account, can be fixed, renamed and replaced', async () => {
    await partner.sql('update stages set is_entry = false where account_id = $1');
    expect((await submit()).error.code).toBe('pipeline_not_configured');
    const renamed = await partner.owner.patch(`/pipelines/${pipeline.id}`, { name: 'x', is_default: true });
    expect(renamed.status).toBe(200);
    expect((await remove(stageId('Agendado'))).status).toBe(200);
    expect((await flag(stageId('Novo'), true)).status).toBe(200);
    expect((await submit()).status).toBe(201);
  });

  it('is the only one that needs an entry stage', async () => {
    const other = await add([{ name: 'A', is_entry: true }, { name: 'B' }]);
    expect((await flag(stageId('A', other), false)).status).toBe(200);
    expect((await submit({ deal: { pipeline_id: other.id } })).error.code).toBe('pipeline_not_configured');
    await flag(stageId('A', other), true);
    expect((await remove(stageId('A', other))).status).toBe(200);
    expect((await submit({ deal: { pipeline_id: other.id } })).error.code).toBe('pipeline_not_configured');
  });
});

describe('flagging a stage as entry moves the flag', () => {
  it('from the stage that had it, in the same pipeline only', async () => {
    const other = await add([{ name: 'A', is_entry: true }, { name: 'B' }]);
    const moved = await partner.owner.patch(`/stages/${stageId('B', other)}`, { is_entry: true, position: 1 });
    expect([moved.status, moved.data]).toMatchObject([200, { name: 'B', order: 1, is_entry: true }]);
    const after = (await list()).find(({ id }) => id === other.id);
    expect(after?.stages.map(({ name, is_entry }) => [name, is_entry])).toEqual([
      ['B', true],
      ['A', false],
    ]);
    expect(await entries()).toEqual(['Novo']);
  });

  it('to a stage that is added with it', async () => {
    const added = await partner.owner.post<Stage>(`/pipelines/${pipeline.id}/stages`, {
      name: 'Porta',
      is_entry: true,
    });
    expect([added.status, added.data.is_entry]).toEqual([201, true]);
    expect(await entries()).toEqual(['Porta']);
    const { lead } = (await submit()).body.data as unknown as { lead: { deals: { stage_id: string }[] } };
    expect(lead.deals[0]?.stage_id).toBe(added.data.id);
  });

  it('only when the request is accepted', async () => {
    for (const body of [
      { is_entry: true, is_won: true },
      { is_entry: true, position: 9 },
    ]) {
      expect((await partner.owner.patch(`/stages/${stageId('Agendado')}`, body)).status).toBe(422);
      const path = `/pipelines/${pipeline.id}/stages`;
      expect((await partner.owner.post(path, { name: 'x', ...body })).status).toBe(422);
    }
    expect((await list())[0]).toEqual(pipeline);
  });
});

describe('an account', () => {
  const open = (...pipelines: object[]) => test.operator.post('/accounts', newAccount({ pipelines }));
  const entry = { name: 'Entrada', is_entry: true };

  it.each<[string, object[], string[]]>([
    ['without stages', [{ name: 'A', stages: [] }], ['pipelines.0.stages']],
    ['without an entry stage', [{ name: 'A', stages: [{ name: 'x' }] }], ['pipelines.0.stages']],
    [
      'that is not the first',
      [
        { name: 'A', stages: [entry] },
        { name: 'B', is_default: true, stages: [{ name: 'x' }] },
      ],
      ['pipelines.1.stages'],
    ],
  ])('is not opened with a default pipeline %s', async (_, pipelines, fields) => {
    const refused = await open(...pipelines);
    expect([refused.status, refused.fields]).toEqual([422, fields]);
  });

  it('is opened with other pipelines that lack one, and with the usual pipeline when none is given', async () => {
    expect((await open({ name: 'A', stages: [entry] }, { name: 'B', stages: [] })).status).toBe(201);
    expect((await open()).status).toBe(201);
  });
});

describe('at once', () => {
  /** Checks that no answer is a 5xx, and that the pipeline is valid afterwards. */
  async function expectWhole(answers: readonly Answer<unknown>[]): Promise<void> {
    for (const { status } of answers) expect([200, 201, 404, 409]).toContain(status);
    expect(await entries()).toHaveLength(1);
  }

  it.each<[string, (id: string) => Promise<Answer<unknown>>]>([
    ['deleted', remove],
    ['unflagged', (id) => flag(id, false)],
  ])('a pipeline becomes the default and its entry stage is %s: one of the two', async (_, takeAway) => {
    for (let round = 0; round < shortOrLong(4, 16); round++) {
      const other = await add([{ name: 'A', is_entry: true }, { name: 'B' }]);
      const answers = await race(
        round,
        () => makeDefault(other.id),
        () => takeAway(stageId('A', other)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      await expectWhole(answers);
    }
  });

  it('several stages become the entry: in the end one of them is', async () => {
    for (let round = 0; round < shortOrLong(2, 6); round++) {
      const names = ['Novo', 'Em contato', 'Agendado'];
      const answers = await Promise.all([
        ...names.map((name) => flag(stageId(name), true)),
        partner.owner.post(`/pipelines/${pipeline.id}/stages`, { name: `r${round}`, is_entry: true }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
      await expectWhole(answers);
    }
  });

  it('the flag moves to a stage and away from it, and either of the two is deleted', async () => {
    for (let round = 0; round < shortOrLong(3, 12); round++) {
      const path = `/pipelines/${pipeline.id}/stages`;
      const [one, other] = await Promise.all(
        times(2, async (i) => (await partner.owner.post<Stage>(path, { name: `${round}.${i}` })).data.id),
      );
      const [first, last] = [one ?? '', other ?? ''];
      await flag(first, true);
      await expectWhole(
        await Promise.all([flag(last, true), remove(last), remove(first), flag(first, true), flag(first, false)]),
      );
      for (const id of [first, last]) await remove(id);
    }
  });

  it('leads come in while the flag moves back and forth: none is refused', async () => {
    const answers: Answer<unknown>[] = [];
    let isMoving = true;
    const senders = times(3, async () => {
      while (isMoving) answers.push(await submit());
    });
    for (let round = 0; round < shortOrLong(10, 40); round++) {
      expect((await flag(stageId(round % 2 ? 'Novo' : 'Em contato'), true)).status).toBe(200);
    }
    isMoving = false;
    await Promise.all(senders);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });
});

it('no call met a deadlock', async () => expect(await deadlocks()).toBe(0));
