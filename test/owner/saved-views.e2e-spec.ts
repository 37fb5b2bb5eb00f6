import { MAX_SAVED_VIEWS, MAX_VIEW_NAME, MAX_VIEW_QUERY } from '../../src/contract/limits';
import type { OwnerLead } from '../../src/contract/lead';
import type { MemberExport } from '../../src/contract/members/member-export';
import type { SavedViewShape } from '../../src/contract/saved-view';
import { appForAllTests, RANDOM_ID } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { memberCalls } from '../support/member-calls';
import { crowd, tally, times } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const { join, ownerOf } = memberCalls(test);
const partner = forEachTest(() => test.partner());
const bruno = forEachTest(() => join(partner, 'seller', 'Bruno'));

const MINE = { responsible: 'me', without_next_step: 'true', order: 'changed' };

const save = (name: unknown, query: unknown = MINE, api = bruno.api) =>
  api.post<SavedViewShape>('/saved-views', { name, query });
const list = async (api: HttpClient = bruno.api) => (await api.get<SavedViewShape[]>('/saved-views')).data;
const namesOf = async (api?: HttpClient) => (await list(api)).map(({ name }) => name);
const fieldsOf = ({ error }: Awaited<ReturnType<typeof save>>) => error.details?.fields?.map(({ field }) => field);

describe('the saved views of a member', () => {
  it.each(['owner', 'manager', 'seller'] as const)('are saved, renamed, replaced and deleted by a %s', async (role) => {
    const api = role === 'owner' ? await ownerOf(partner) : (await join(partner, role)).api;
    expect(await list(api)).toEqual([]);
    const { status, data } = await save(' Sem próximo passo ', MINE, api);
    expect([status, data.name, data.query]).toEqual([201, 'Sem próximo passo', MINE]);
    expect(Object.keys(data)).toEqual(['id', 'name', 'query', 'created_at']);
    await save('agenda', { tag: 'VIP' }, api);
    expect(await namesOf(api)).toEqual(['agenda', 'Sem próximo passo']);
    const path = `/saved-views/${data.id}`;
    const renamed = await api.patch<SavedViewShape>(path, { name: 'Parados' });
    expect([renamed.status, renamed.data]).toEqual([200, { ...data, name: 'Parados' }]);
    const replaced = await api.patch<SavedViewShape>(path, { query: { origin: 'organic' } });
    expect(replaced.data).toEqual({ ...renamed.data, query: { origin: 'organic' } });
    expect((await list(api)).find(({ id }) => id === data.id)).toEqual(replaced.data);
    expect((await api.delete(path)).status).toBe(204);
    expect((await api.delete(path)).status).toBe(404);
    expect(await namesOf(api)).toEqual(['agenda']);
  });

  it('may have every filter of the list, as long as it may be, and each opens the list', async () => {
    const long = 'á'.repeat(500);
    const query = {
      tag: 'VIP',
      origin: 'social',
      responsible: RANDOM_ID,
      without_next_step: 'true',
      stage_id: 'none',
      without_name: 'true',
      utm_source: long,
      utm_medium: long,
      utm_campaign: long,
      source: RANDOM_ID,
      loss_reason: '😀'.repeat(200),
      from: '2026-01-01',
      to: '2026-01-31',
      closed_as: 'lost',
      contact_from: '2026-01-01',
      first_of_contact: 'true',
      order: 'changed',
    };
    const name = '😀'.repeat(MAX_VIEW_NAME);
    const { status, data } = await save(name, query);
    expect([status, data]).toMatchObject([201, { name, query }]);
    const opened = await bruno.api.get<OwnerLead[]>(`/leads?${new URLSearchParams({ ...data.query }).toString()}`);
    expect([opened.status, opened.data]).toEqual([200, []]);
  });

  it('open an empty list when their stage is gone', async () => {
    const [pipeline] = (await partner.owner.get<{ id: string }[]>('/pipelines')).data;
    const stage = await partner.owner.post<{ id: string }>(`/pipelines/${pipeline?.id}/stages`, { name: 'Visita' });
    const { data } = await save('Visita', { stage_id: stage.data.id });
    expect((await partner.owner.delete(`/stages/${stage.data.id}`)).status).toBe(200);
    expect(await list()).toEqual([data]);
    const opened = await bruno.api.get<OwnerLead[]>(`/leads?stage_id=${stage.data.id}`);
    expect([opened.status, opened.data]).toEqual([200, []]);
  });

  it.each<[string, object, string[]]>([
    ['a search', { q: 'Maria' }, ['query.q']],
    ['a phone', { phone: '11987654321' }, ['query.phone']],
    ['an e-mail address', { email: 'maria@example.com' }, ['query.email']],
    ['a page', { limit: '10', cursor: 'x' }, ['query.limit', 'query.cursor']],
    ['a list of the day', { today: 'idle' }, ['query.today']],
    ['an invented filter', { cor: 'azul', tag: 'VIP' }, ['query.cor']],
    [
      'bad values',
      { origin: 'rádio', from: 'ontem', tag: '', without_name: 'false' },
      ['query.origin', 'query.from', 'query.tag', 'query.without_name'],
    ],
    [
      'values that are no texts',
      { responsible: 1, tag: ['VIP'], utm_source: { a: 'b' } },
      ['query.responsible', 'query.tag', 'query.utm_source'],
    ],
    ['filters that exclude each other', { stage_id: 'none', pipeline_id: RANDOM_ID }, ['query.stage_id']],
    ['creation that ends before it begins', { from: '2026-02-01', to: '2026-01-01' }, ['query.from']],
    [
      'closings that end before they begin',
      { closed_from: '2026-02-01', closed_to: '2026-01-01' },
      ['query.closed_from'],
    ],
    ['a text without end', { stage_id: 'x'.repeat(MAX_VIEW_QUERY) }, ['query']],
  ])('are refused with %s, when saved and when replaced', async (_, query, fields) => {
    const { data: view } = await save('Vip', { tag: 'VIP' });
    for (const answer of [
      await save('x', query),
      await bruno.api.patch<SavedViewShape>(`/saved-views/${view.id}`, { query }),
    ])
      expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
    expect(await list()).toEqual([view]);
  });

  it.each<[string, unknown, unknown, string[]]>([
    ['a blank name', ' \u200b ', MINE, ['name']],
    ['a long name', 'x'.repeat(MAX_VIEW_NAME + 1), MINE, ['name']],
    ['a name of two lines', 'a\nb', MINE, ['name']],
    ['nothing', undefined, undefined, ['name', 'query']],
    ['a query that is a text', 'x', 'tag=VIP', ['query']],
    ['a query that is a list', 'x', [], ['query']],
    ['null', null, null, ['name', 'query']],
  ])('are refused with %s', async (_, name, query, fields) => {
    const answer = await bruno.api.post<SavedViewShape>('/saved-views', { name, query });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
  });

  it('have different names, whatever their capitals and spelling', async () => {
    const { data: view } = await save('Cafe\u0301');
    const other = (await save('Chá')).data;
    for (const answer of [await save('CAFÉ'), await bruno.api.patch(`/saved-views/${other.id}`, { name: 'café' })])
      expect([answer.status, answer.error]).toMatchObject([
        409,
        { code: 'conflict', message: expect.stringContaining(view.name) as string },
      ]);
    expect((await bruno.api.patch(`/saved-views/${view.id}`, { name: 'CAFÉ' })).status).toBe(200);
    expect(await namesOf()).toEqual(['CAFÉ', 'Chá']);
  });

  it('are at most twenty, however many are saved at once', async () => {
    const answers = await crowd(60, (n) => save(`Visão ${n}`), 60);
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: MAX_SAVED_VIEWS, 409: 60 - MAX_SAVED_VIEWS });
    expect(await list()).toHaveLength(MAX_SAVED_VIEWS);
    for (const round of times(5, (n) => n)) {
      const [first] = await list();
      expect((await bruno.api.delete(`/saved-views/${first?.id}`)).status).toBe(204);
      const further = await crowd(20, (n) => save(`Outra ${round} ${n}`), 20);
      expect(tally(further.map(({ status }) => status))).toEqual({ 201: 1, 409: 19 });
    }
  });

  it('of one name are one, however often it is saved or given at once', async () => {
    const answers = await crowd(10, () => save('Parados'));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 9 });
    const views = await Promise.all(times(5, async (n) => (await save(`Visão ${n}`)).data));
    const renamed = await crowd(5, (n) => bruno.api.patch(`/saved-views/${views[n]?.id}`, { name: 'Novos' }));
    expect(tally(renamed.map(({ status }) => status))).toEqual({ 200: 1, 409: 4 });
  });
});

describe('saved views are nobody else’s', () => {
  it('those of another member, another account and nobody are not found', async () => {
    const { data: view } = await save('Meus');
    const stranger = await ownerOf(await test.partner());
    for (const api of [(await join(partner, 'manager')).api, await ownerOf(partner), stranger]) {
      expect(await list(api)).toEqual([]);
      expect((await api.patch(`/saved-views/${view.id}`, { name: 'x' })).status).toBe(404);
      expect((await api.delete(`/saved-views/${view.id}`)).status).toBe(404);
      expect((await save('Meus', MINE, api)).status).toBe(201);
    }
    for (const id of [RANDOM_ID, 'x']) expect((await bruno.api.delete(`/saved-views/${id}`)).status).toBe(404);
    expect(await list()).toEqual([view]);
  });

  it('the operator has none', async () => {
    const body = { name: 'x', query: MINE };
    const answers = [
      await partner.owner.get('/saved-views'),
      await partner.owner.post('/saved-views', body),
      await partner.owner.patch(`/saved-views/${RANDOM_ID}`, body),
      await partner.owner.delete(`/saved-views/${RANDOM_ID}`),
    ];
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(times(4, () => [404, 'not_found']));
  });

  it('end with the membership, and with a change of owner those of the former owner alone', async () => {
    const owner = await ownerOf(partner);
    const count = async () =>
      (await partner.sql<{ name: string }>('select name from saved_views where account_id = $1 order by name')).map(
        ({ name }) => name,
      );
    await save('Do Bruno');
    await save('Do dono', MINE, owner);
    const stays = await join(partner, 'manager');
    await save('Da Carla', MINE, stays.api);
    expect((await owner.patch(`/members/${bruno.id}`, { active: false })).status).toBe(200);
    expect(await count()).toEqual(['Da Carla', 'Do dono']);
    await test.operator.put(`/accounts/${partner.accountId}/owner`, { name: 'Nova', email: stays.address });
    expect(await count()).toEqual(['Da Carla']);
    expect(await namesOf(await ownerOf(partner))).toEqual(['Da Carla']);
  });

  it('none is left by a save at the same time as the end of the membership', async () => {
    for (const round of times(5, (n) => n)) {
      const member = await join(partner, 'seller');
      const [answers] = await Promise.all([
        crowd(5, (n) => save(`${round} ${n}`, MINE, member.api)),
        partner.owner.patch(`/members/${member.id}`, { active: false }),
      ]);
      expect(answers.filter(({ status }) => ![201, 401].includes(status))).toEqual([]);
    }
    expect(await partner.sql('select id from saved_views where account_id = $1')).toEqual([]);
  });

  it('are in the export of the member', async () => {
    const { data: view } = await save('Meus');
    await save('Da Carla', MINE, (await join(partner, 'manager')).api);
    const { data } = await (await ownerOf(partner)).get<MemberExport>(`/members/${bruno.id}/export`);
    expect(data.saved_views).toEqual([view]);
  });
});
