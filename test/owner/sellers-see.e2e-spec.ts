import type { Board } from '../../src/contract/board';
import type { LeadDetail, OwnerLead } from '../../src/contract/lead';
import type { KnownPerson } from '../../src/contract/person';
import type { TimelineEntry } from '../../src/contract/timeline';
import { BoardService } from '../../src/workspace/board.service';
import { appForAllTests } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { memberCalls } from '../support/member-calls';
import { phones } from '../support/phones';
import { forAllTests } from '../support/setup';

const test = appForAllTests({});
const { join, ownerOf } = memberCalls(test);
const { mobile } = phones();

/** An account whose sellers see own leads only, with a lead of each kind. */
const world = forAllTests(async () => {
  const partner = await test.partner();
  const owner = await ownerOf(partner);
  await owner.patch('/account', { sellers_see: 'own', sellers_export: true });
  const [manager, me, colleague] = [
    await join(partner, 'manager', 'Marta'),
    await join(partner, 'seller', 'Beto'),
    await join(partner, 'seller', 'Carla'),
  ];
  const stages = await partner.stages();
  const lead = async (name: string, responsible_id: string | null) => {
    const phone = mobile();
    const body = { phone, name, email: `${phone}@example.com`, tags: ['todos'], responsible_id };
    const added = await owner.post<OwnerLead>('/leads', { ...body, deals: [{ stage_id: stages.Novo, value: 10 }] });
    return { ...added.data, phone, email: body.email, name };
  };
  const leads = {
    own: await lead('Ana Minha', me.id),
    unassigned: await lead('Ana Livre', null),
    others: await lead('Ana Alheia', colleague.id),
  };
  const pipelines = (await owner.get<{ id: string }[]>('/pipelines')).data;
  return { partner, owner, manager, me, colleague, stages, leads, pipelineId: pipelines[0]?.id ?? '' };
});

const SEEN = ['Ana Livre', 'Ana Minha'];
const ALL = ['Ana Alheia', ...SEEN];
const namesIn = (leads: readonly { name: string | null }[]) => leads.map(({ name }) => name ?? '').sort();
const list = async (api: HttpClient, query: string) => namesIn((await api.get<OwnerLead[]>(`/leads?${query}`)).data);

describe('a seller who sees own leads only', () => {
  it.each([
    '',
    'order=changed',
    'q=ana',
    'q=ana&order=changed',
    'tag=todos',
    'tag=todos&order=changed',
    'origin=untracked',
  ])('finds own and unassigned leads with %s', async (query) => {
    expect(await list(world.me.api, query)).toEqual(SEEN);
    expect(await list(world.manager.api, query)).toEqual(ALL);
  });

  it('filters by stage and pipeline, and by responsible', async () => {
    const { me, colleague, stages, pipelineId, manager } = world;
    for (const order of ['created', 'changed']) {
      expect(await list(me.api, `stage_id=${stages.Novo}&order=${order}`)).toEqual(SEEN);
      expect(await list(me.api, `pipeline_id=${pipelineId}&order=${order}`)).toEqual(SEEN);
      expect(await list(me.api, `responsible=me&order=${order}`)).toEqual(['Ana Minha']);
      expect(await list(me.api, `responsible=none&order=${order}`)).toEqual(['Ana Livre']);
      expect(await list(me.api, `responsible=${colleague.id}&order=${order}`)).toEqual([]);
      expect(await list(manager.api, `responsible=${colleague.id}&order=${order}`)).toEqual(['Ana Alheia']);
      expect(await list(manager.api, `responsible=me&order=${order}`)).toEqual([]);
    }
    const operator = await world.partner.owner.get('/leads?responsible=me');
    expect([operator.status, operator.fields]).toEqual([422, ['responsible']]);
  });

  it('looks up by phone and e-mail', async () => {
    const { me, manager, leads } = world;
    for (const [kind, { phone, email, name }] of Object.entries(leads)) {
      const found = kind === 'others' ? [] : [name];
      for (const query of [`phone=${phone}`, `email=${email}`]) {
        expect(await list(me.api, query)).toEqual(found);
        expect(await list(manager.api, query)).toEqual([name]);
      }
      const person = await me.api.post<KnownPerson>('/people/lookup', { phone });
      expect(person.status).toBe(kind === 'others' ? 404 : 200);
    }
  });

  it('gets a lead of somebody else as one that does not exist, on every route of a lead', async () => {
    const { me, manager, leads, stages } = world;
    const deal = leads.others.deals[0]?.id;
    const calls = (id: string, dealId: string): [string, string, unknown?][] => [
      ['GET', `/leads/${id}`],
      ['GET', `/leads/${id}/timeline`],
      ['PATCH', `/leads/${id}`, { name: 'Outro' }],
      ['PUT', `/deals/${dealId}/stage`, { stage_id: stages['Em contato'] }],
      ['POST', '/appointments', { lead_id: id, starts_at: '2026-03-01T12:00:00Z', attended: false }],
    ];
    const nobody = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
    const unknown = calls(nobody, nobody);
    for (const [index, [method, path, body]] of calls(leads.others.id, deal ?? '').entries()) {
      const answer = await me.api.send(method, path, body);
      const [, otherPath, otherBody] = unknown[index] ?? ['', ''];
      const other = await me.api.send(method, otherPath, otherBody);
      expect([path, answer.status, answer.error.message]).toEqual([path, 404, other.error.message]);
    }
    const bulk = await me.api.post<{ changed: number; refused: { id: string; code: string }[] }>('/leads/bulk', {
      lead_ids: Object.values(leads).map(({ id }) => id),
      add_tags: ['novo'],
    });
    expect(bulk.data).toEqual({ changed: 2, unchanged: 0, refused: [{ id: leads.others.id, code: 'not_found' }] });
    expect((await manager.api.get<LeadDetail>(`/leads/${leads.others.id}`)).data.tags).toEqual(['todos']);
  });

  it('sees a board of own and unassigned leads, with their count and value', async () => {
    const { me, manager, pipelineId, stages, colleague } = world;
    const board = async (api: HttpClient, query = '') => {
      const { stages: columns } = (await api.get<Board>(`/pipelines/${pipelineId}/board?${query}`)).data;
      const column = columns.find(({ id }) => id === stages.Novo);
      return [column?.count, column?.value, namesIn(column?.cards.map(({ lead }) => lead) ?? [])];
    };
    const checks = async () => {
      expect(await board(me.api)).toEqual([2, 20, SEEN]);
      expect(await board(manager.api)).toEqual([3, 30, ALL]);
      expect(await board(me.api, 'responsible=me')).toEqual([1, 10, ['Ana Minha']]);
      expect(await board(me.api, 'responsible=none')).toEqual([1, 10, ['Ana Livre']]);
      expect(await board(me.api, `responsible=${colleague.id}`)).toEqual([0, 0, []]);
      expect(await board(manager.api, `responsible=${colleague.id}`)).toEqual([1, 10, ['Ana Alheia']]);
      expect(await board(manager.api, 'responsible=none')).toEqual([1, 10, ['Ana Livre']]);
    };
    await checks();
    const boards = test.app.get(BoardService);
    const { bounds } = boards;
    boards.bounds = { ...bounds, few: 0 };
    try {
      await checks();
    } finally {
      boards.bounds = bounds;
    }
  });

  it('exports own and unassigned leads', async () => {
    const answer = await world.me.api.get('/leads/export.csv');
    expect(answer.status).toBe(200);
    for (const name of ALL) expect(answer.text.includes(name)).toBe(name !== 'Ana Alheia');
  });

  it('cannot enter the phone of a colleague’s lead, and is not told whose it is', async () => {
    const { me, leads, colleague } = world;
    const answer = await me.api.post('/leads', { phone: leads.others.phone });
    expect([answer.status, answer.error.code]).toEqual([409, 'conflict']);
    expect(answer.error.message).toContain('já é atendido por outra pessoa');
    for (const told of [leads.others.id, colleague.id, 'Ana', 'Carla']) expect(answer.text).not.toContain(told);
    expect((await me.api.post<OwnerLead>('/leads', { phone: leads.own.phone })).data.id).toBe(leads.own.id);
  });

  it('loses sight of a lead at once when it is handed on, and the history says who did it', async () => {
    const { me, manager, colleague, owner, stages } = world;
    const phone = mobile();
    const { id } = (
      await me.api.post<OwnerLead>('/leads', { phone, responsible_id: me.id, deals: [{ stage_id: stages.Novo }] })
    ).data;
    const given = await me.api.patch<OwnerLead>(`/leads/${id}`, { responsible_id: colleague.id });
    expect(given.data.responsible).toEqual({ id: colleague.id, name: 'Carla' });
    expect((await me.api.get(`/leads/${id}`)).status).toBe(404);
    expect((await me.api.patch(`/leads/${id}`, { responsible_id: me.id })).status).toBe(404);
    const taken = await manager.api.patch<OwnerLead>(`/leads/${id}`, { responsible_id: null });
    expect(taken.data.responsible).toBeNull();
    const entries = (await owner.get<TimelineEntry[]>(`/leads/${id}/timeline`)).data;
    expect(entries.filter(({ type }) => type === 'assignment').map(({ assignment }) => assignment)).toEqual([
      {
        from: { id: colleague.id, name: 'Carla' },
        to: null,
        assigned_by: 'staff',
        member: { id: manager.id, name: 'Marta' },
      },
      {
        from: { id: me.id, name: 'Beto' },
        to: { id: colleague.id, name: 'Carla' },
        assigned_by: 'staff',
        member: { id: me.id, name: 'Beto' },
      },
      { from: null, to: { id: me.id, name: 'Beto' }, assigned_by: 'staff', member: { id: me.id, name: 'Beto' } },
    ]);
  });
});
