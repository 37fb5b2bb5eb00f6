import { appForAllTests, RANDOM_ID } from '../support/app';
import { tally, times } from '../support/race';
import { forEachTest } from '../support/setup';
import { automationCalls } from '../support/automation-calls';
import type { AutomationView } from '../../src/contract/pipeline';
const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write'));
const stage = forEachTest(() => partner.stages());
const { addRule } = automationCalls(test, partner, stage);

describe('a rule', () => {
  it('is made, listed and deleted', async () => {
    const tag = await addRule({ type: 'add_tag', tag: ' Parado ' });
    expect([tag.status, tag.data]).toEqual([
      201,
      {
        id: tag.data.id,
        stage_id: stage['Novo'],
        idle_days: 3,
        action: { type: 'add_tag', tag: 'Parado' },
        created_at: expect.any(String) as string,
      },
    ]);
    const move = await addRule({ type: 'move', stage_id: stage['Perdido'] });
    expect(move.data).toMatchObject({ action: { type: 'move', stage_id: stage['Perdido'] } });
    const path = `/stages/${stage['Novo']}/automations`;
    expect((await partner.owner.get<AutomationView[]>(path)).data).toEqual([tag.data, move.data]);
    expect((await partner.owner.delete(`/automations/${tag.data.id}`)).status).toBe(204);
    expect((await partner.owner.delete(`/automations/${tag.data.id}`)).status).toBe(404);
    expect((await partner.owner.get<AutomationView[]>(path)).data).toEqual([move.data]);
  });

  const REFUSED = [
    [{ idle_days: 0, action: { type: 'notify' } }, ['idle_days']],
    [{ idle_days: 1.5, action: { type: 'sms' } }, ['idle_days', 'action.type']],
    [{ idle_days: 366, action: {} }, ['idle_days', 'action.type']],
    [{ action: { type: 'add_tag' } }, ['idle_days', 'action.tag']],
    [{ idle_days: 1, action: { type: 'add_tag', tag: 'x', stage_id: 'y' } }, ['action.stage_id']],
    [{ idle_days: 1, action: { type: 'notify', tag: 'x' } }, ['action.tag']],
    [{ idle_days: 1, action: { type: 'move' } }, ['action.stage_id']],
    [{ idle_days: 1, action: { type: 'move', stage_id: 'nope' } }, ['action.stage_id']],
    [{ idle_days: 1, action: [], x: 1 }, ['action', 'x']],
  ] as const;

  it('is refused with every bad field named', async () => {
    for (const [body, fields] of REFUSED) {
      const answer = await partner.owner.post(`/stages/${stage['Novo']}/automations`, body);
      expect([body, answer.status, [...answer.fields].sort()]).toEqual([body, 422, [...fields].sort()]);
    }
  });

  it('is one of at most 50 of its stage, also when several are added at once for the last two places', async () => {
    await partner.sql(
      `insert into automations (account_id, id, stage_id, idle_days, action, created_at)
       select $1, gen_random_uuid(), $2, 1, 'notify', now() from generate_series(1, 48)`,
      stage['Novo'],
    );
    const answers = await Promise.all(times(6, (i) => addRule({ type: 'add_tag', tag: `t${i}` })));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 2, 409: 4 });
    expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'conflict',
      message: 'Uma etapa pode ter no máximo 50 automações.',
    });
    const count = 'select count(*)::int as n from automations where account_id = $1';
    expect(await partner.sql(count)).toEqual([{ n: 50 }]);
    expect((await addRule({ type: 'notify' }, 3, 'Perdido')).status).toBe(201);
    expect((await addRule({ type: 'move', stage_id: 'nope' })).fields).toEqual(['action.stage_id']);
  });

  it('of a stage with more than 50 from before can be deleted; none is added', async () => {
    await partner.sql(
      `insert into automations (account_id, id, stage_id, idle_days, action, created_at)
       select $1, gen_random_uuid(), $2, 1, 'notify', now() from generate_series(1, 60)`,
      stage['Novo'],
    );
    const [rule] = (await partner.owner.get<AutomationView[]>(`/stages/${stage['Novo']}/automations`)).data;
    expect((await addRule({ type: 'notify' })).error.code).toBe('conflict');
    expect((await partner.owner.delete(`/automations/${rule?.id}`)).status).toBe(204);
  });

  it('is refused with a target of another account as with one that nobody has', async () => {
    const other = await test.partner('pipeline:read');
    const [theirs] = (await other.owner.get<{ stages: { id: string }[] }[]>('/pipelines')).data;
    const refused = async (stage_id: string | undefined) => {
      const { status, error } = await addRule({ type: 'move', stage_id });
      return { status, ...error, request_id: '' };
    };
    expect(await refused(theirs?.stages[1]?.id)).toEqual(await refused(RANDOM_ID));
  });

  it('of another account gives the same 404 as one that nobody has, and stays', async () => {
    const rule = (await addRule({ type: 'notify' })).data;
    const other = await test.partner('pipeline:read');
    const deletion = async (id: string) => {
      const { status, text, error } = await other.owner.delete(`/automations/${id}`);
      return [status, text.replace(error.request_id, '')];
    };
    const foreign = await deletion(rule.id);
    expect(foreign[0]).toBe(404);
    expect(foreign).toEqual(await deletion(RANDOM_ID));
    expect((await partner.owner.get<AutomationView[]>(`/stages/${stage['Novo']}/automations`)).data).toEqual([rule]);
  });

  it('is added to a stage or finds it gone, when the stage is deleted at the same moment', async () => {
    const [pipeline] = (await partner.owner.get<{ id: string }[]>('/pipelines')).data;
    for (let round = 0; round < 4; round++) {
      const { id } = (await partner.owner.post<AutomationView>(`/pipelines/${pipeline?.id}/stages`, { name: 'x' }))
        .data;
      const [added, deleted] = await Promise.all([
        partner.owner.post(`/stages/${id}/automations`, { idle_days: 1, action: { type: 'notify' } }),
        partner.owner.delete(`/stages/${id}`),
      ]);
      expect([201, 404]).toContain(added.status);
      expect(deleted.status).toBe(200);
    }
  });

  it('moves to another stage of its pipeline that is not won, and keeps that stage from being deleted', async () => {
    for (const name of ['Ganho', 'Novo'])
      expect((await addRule({ type: 'move', stage_id: stage[name] })).fields).toEqual(['action.stage_id']);
    const other = (
      await partner.owner.post<{ stages: { id: string }[] }>('/pipelines', { name: 'O', stages: [{ name: 'x' }] })
    ).data;
    expect((await addRule({ type: 'move', stage_id: other.stages[0]?.id })).fields).toEqual(['action.stage_id']);
    await addRule({ type: 'move', stage_id: stage['Agendado'] });
    expect((await partner.owner.delete(`/stages/${stage['Agendado']}`)).error.code).toBe('conflict');
    await partner.owner.patch(`/stages/${stage['Em contato']}`, { is_entry: true });
    expect((await partner.owner.delete(`/stages/${stage['Novo']}`)).status).toBe(200);
    expect((await partner.owner.delete(`/stages/${stage['Agendado']}`)).status).toBe(200);
  });
});
