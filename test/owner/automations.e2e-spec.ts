import { runsOf } from '../../src/common/process/jobs';
import { DAY_MS } from '../../src/contract/durations';
import { hoursFromNow } from '../support/moments';
import { AutomationsJob } from '../../src/automations/automations.job';
import { log } from '../../src/common/process/log';
import type { LeadView } from '../../src/contract/lead';
import { appForAllTests } from '../support/app';
import { addLeads } from '../support/many-leads';
import { MARK_ERASED } from '../support/list-entries';
import { forEachTest } from '../support/setup';
import { leadCalls } from '../support/lead-calls';
import { automationCalls } from '../support/automation-calls';
import { untilWaiting } from '../support/waiting';

const test = appForAllTests({});
const second = appForAllTests({});
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write'));
const stage = forEachTest(() => partner.stages());
const { submit, read } = leadCalls(test, partner);
const { addRule, runAfter, reminders, stageOf } = automationCalls(test, partner, stage);

/** Starts `work`, which waits for the locked row of the lead, and does `change` during the wait. */
async function meanwhile(leadId: string, work: () => Promise<unknown>, change: () => Promise<unknown>): Promise<void> {
  await test.sql('begin');
  await partner.sql('select 1 from leads where account_id = $1 and id = $2 for update', leadId);
  const done = work();
  try {
    await untilWaiting(second);
    await change();
  } finally {
    await test.sql('commit');
  }
  await done;
}

describe('a run', () => {
  it('acts after N times 24 hours, not before, once per stay, with two instances racing', async () => {
    await addRule({ type: 'notify' });
    await addRule({ type: 'add_tag', tag: 'parado' });
    const leads = await Promise.all(Array.from({ length: 6 }, () => submit()));
    await runAfter(2.99);
    expect(await reminders()).toEqual([]);
    const now = new Date(Date.now() + 3.01 * DAY_MS);
    await Promise.all([test, second, test, second].map(({ app }) => app.get(AutomationsJob).run(now)));
    await runAfter(10);
    const told = (await reminders()).map(({ message }) => message);
    expect(told).toHaveLength(6);
    expect(told.sort()).toEqual(
      leads.map(({ id }) => `O lead ${id} está há 3 dias sem movimento na etapa “Novo”.`).sort(),
    );
    expect((await partner.api.get<LeadView[]>('/leads?tag=parado')).data).toHaveLength(6);
  });

  it('does not act on a lead that was touched since, and waits again from then', async () => {
    await addRule({ type: 'notify' });
    const lead = await submit();
    await test.sql('update leads set touched_at = $2 where id = $1', [lead.id, hoursFromNow(48)]);
    await runAfter(3.5);
    expect(await reminders()).toEqual([]);
    await runAfter(5.01);
    expect(await reminders()).toHaveLength(1);
  });

  it('every change by a partner touches a lead, a change by an automation does not', async () => {
    await addRule({ type: 'add_tag', tag: 'um' }, 1);
    await addRule({ type: 'notify' }, 2);
    const lead = await submit();
    const touched = async () =>
      (await test.sql<{ at: Date }>('select touched_at as at from leads where id = $1', [lead.id]))[0]?.at.getTime() ??
      0;
    const before = await touched();
    await runAfter(1.5);
    const tagged = await read(lead.id);
    expect([tagged.tags, tagged.updated_at > lead.updated_at, await touched()]).toEqual([['um'], true, before]);
    await runAfter(2.01);
    expect(await reminders()).toHaveLength(1);
    let last = before;
    for (const change of [
      () => partner.api.patch(`/leads/${lead.id}`, { name: 'x' }),
      () => partner.api.post('/leads', { phone: lead.phone, notes: 'x' }),
      () => partner.api.post(`/leads/${lead.id}/stage`, { stage_id: stage['Agendado'] }),
    ]) {
      await change();
      expect(await touched()).toBeGreaterThan(last);
      last = await touched();
    }
  });

  it('moves, and a deal that comes back begins a new stay', async () => {
    await addRule({ type: 'move', stage_id: stage['Perdido'] });
    const lead = await submit();
    await runAfter(3.01);
    expect(await stageOf(lead.id)).toBe(stage['Perdido']);
    const moves = await test.sql('select moved_by, key_id from stage_moves where lead_id = $1', [lead.id]);
    expect(moves).toEqual([{ moved_by: 'automation', key_id: null }]);
    // The deal entered the lost stage at the moment of that run, so it cannot return earlier.
    await partner.api.post(`/leads/${lead.id}/stage`, { stage_id: stage['Novo'] });
    await runAfter(6);
    expect(await stageOf(lead.id)).toBe(stage['Novo']);
    await runAfter(6.02);
    expect(await stageOf(lead.id)).toBe(stage['Perdido']);
  });

  it('tells again of a deal that left the stage and came back', async () => {
    await addRule({ type: 'notify' }, 1);
    const lead = await submit();
    await runAfter(1.01);
    for (const name of ['Agendado', 'Novo'])
      await partner.api.post(`/leads/${lead.id}/stage`, { stage_id: stage[name] });
    await runAfter(0.99);
    expect(await reminders()).toHaveLength(1);
    await runAfter(1.01);
    const told = (await reminders()).map(({ message }) => message);
    expect(told).toEqual(Array(2).fill(`O lead ${lead.id} está há 1 dia sem movimento na etapa “Novo”.`));
  });

  it('moves on along a chain of rules, each stage in its own time', async () => {
    await addRule({ type: 'move', stage_id: stage['Em contato'] }, 2);
    await addRule({ type: 'move', stage_id: stage['Agendado'] }, 3, 'Em contato');
    await addRule({ type: 'move', stage_id: stage['Novo'] }, 4, 'Agendado');
    const lead = await submit();
    const seen = [];
    for (const days of [1.99, 2.01, 5, 5.02, 9.01, 9.03, 11.04]) {
      await runAfter(days);
      const now = await stageOf(lead.id);
      seen.push(Object.keys(stage).find((name) => stage[name] === now));
    }
    expect(seen).toEqual(['Novo', 'Em contato', 'Em contato', 'Agendado', 'Agendado', 'Novo', 'Em contato']);
  });

  it('changes nothing on a lead that has the tag already', async () => {
    await addRule({ type: 'add_tag', tag: 'VIP' }, 1);
    const lead = await submit({ tags: ['vip'] });
    await runAfter(1.01);
    expect(await read(lead.id)).toEqual(lead);
  });

  it('leaves erased leads alone', async () => {
    await addRule({ type: 'notify' }, 1);
    const [before, meanwhileErased] = [await submit(), await submit()];
    await test.sql(MARK_ERASED, [before.id]);
    await meanwhile(
      meanwhileErased.id,
      () => runAfter(1.01),
      () => test.sql(MARK_ERASED, [meanwhileErased.id]),
    );
    expect(await reminders()).toEqual([]);
    await partner.sql('delete from deals where account_id = $1');
  });

  it('does not move into a stage that has become a won one', async () => {
    await addRule({ type: 'move', stage_id: stage['Agendado'] });
    const lead = await submit();
    await partner.owner.patch(`/stages/${stage['Agendado']}`, { is_won: true });
    await runAfter(3.01);
    expect(await stageOf(lead.id)).toBe(stage['Novo']);
    await partner.owner.patch(`/stages/${stage['Agendado']}`, { is_won: false });
    await runAfter(3.01);
    expect(await stageOf(lead.id)).toBe(stage['Agendado']);
  });

  it.each<[string, (leadId: string, ruleId: string) => Promise<unknown>]>([
    ['the lead is touched', (id) => test.sql('update leads set touched_at = $2 where id = $1', [id, hoursFromNow(24)])],
    [
      'the deal leaves the stage',
      (id) =>
        test.sql(
          `with listed as (update list_entries set list_id = $3 where account_id = $1 and lead_id = $2 and list_id = $4)
           update deals set stage_id = $3 where account_id = $1 and lead_id = $2`,
          [partner.accountId, id, stage['Em contato'], stage['Novo']],
        ),
    ],
    [
      'the deal begins a new stay',
      (id) => test.sql('update deals set entered_stage_at = $2 where lead_id = $1', [id, hoursFromNow(24)]),
    ],
    ['the target becomes won', () => partner.owner.patch(`/stages/${stage['Agendado']}`, { is_won: true })],
    ['the rule is deleted', (_, id) => partner.owner.delete(`/automations/${id}`)],
  ])('does not act when, after the deal was found, %s', async (_, change) => {
    const failed = jest.spyOn(log, 'error');
    const rule = (await addRule({ type: 'move', stage_id: stage['Agendado'] })).data;
    const lead = await submit();
    await meanwhile(
      lead.id,
      () => runAfter(3.01),
      () => change(lead.id, rule.id),
    );
    expect(await stageOf(lead.id)).not.toBe(stage['Agendado']);
    expect(await partner.sql('select 1 from automation_runs where account_id = $1')).toEqual([]);
    expect(failed).not.toHaveBeenCalled();
    failed.mockRestore();
  });

  it('goes on after a deal that fails, and tries that one again the next time', async () => {
    const failed = jest.spyOn(log, 'error');
    await addRule({ type: 'move', stage_id: stage['Agendado'] }, 1);
    const leads = [await submit(), await submit(), await submit()];
    const stages = () => Promise.all(leads.map(({ id }) => stageOf(id)));
    // The action waits for the deal's row until the lock time-out, which rolls all of it back.
    await test.sql('begin');
    await partner.sql('select 1 from deals where account_id = $1 and lead_id = $2 for no key update', leads[0]?.id);
    await runAfter(1.01);
    await test.sql('commit');
    expect(await stages()).toEqual([stage['Novo'], stage['Agendado'], stage['Agendado']]);
    expect(failed.mock.calls).toEqual([[expect.objectContaining({ sqlstate: '55P03' }), 'an automation failed']]);
    failed.mockRestore();
    await runAfter(1.01);
    expect(await stages()).toEqual(Array(3).fill(stage['Agendado']));
  });

  it('by the schedule takes the moment of the database, and never overlaps another one', async () => {
    await addRule({ type: 'notify' }, 1);
    const [idle] = [await submit(), await submit()];
    await test.sql('update leads set touched_at = $2 where id = $1', [idle.id, hoursFromNow(-25)]);
    await test.sql('update deals set entered_stage_at = $2 where lead_id = $1', [idle.id, hoursFromNow(-25)]);
    const runner = test.app.get(AutomationsJob);
    const run = jest.spyOn(runner, 'run');
    const ticks: Promise<void>[] = [];
    const tick = (): void => void ticks.push(runsOf(runner).begin());
    await meanwhile(
      idle.id,
      () => Promise.resolve(tick()),
      () => Promise.resolve(tick()),
    );
    await Promise.all(ticks);
    expect(run).toHaveBeenCalledTimes(1);
    expect((await reminders()).map(({ message }) => message)).toEqual([expect.stringContaining(idle.id)]);
    await runsOf(runner).begin();
    expect(run).toHaveBeenCalledTimes(2);
    run.mockRestore();
  });

  it('races with changes of the lead without error, and never acts on a stay that has ended', async () => {
    await addRule({ type: 'move', stage_id: stage['Perdido'] });
    const leads = await Promise.all(Array.from({ length: 8 }, () => submit()));
    const now = new Date(Date.now() + 3.01 * DAY_MS);
    const [failed, answers] = await Promise.all([
      Promise.all([test, second].map(({ app }) => app.get(AutomationsJob).run(now))),
      Promise.all(leads.map(({ id }) => partner.api.post(`/leads/${id}/stage`, { stage_id: stage['Em contato'] }))),
    ]);
    expect(failed).toEqual([0, 0]);
    for (const answer of answers) expect(answer.status).toBe(200);
    const moves = await partner.sql<{ n: number }>(
      `select count(*)::int as n from stage_moves where account_id = $1 and moved_by = 'automation' and from_stage_id <> $2`,
      stage['Novo'],
    );
    expect(moves[0]?.n).toBe(0);
  });

  it('goes through more deals than one batch holds', async () => {
    await addRule({ type: 'add_tag', tag: 'lote' }, 1);
    const [pipeline] = (await partner.owner.get<{ id: string }[]>('/pipelines')).data;
    const place = { accountId: partner.accountId, pipelineId: pipeline?.id ?? '', stageId: stage['Novo'] ?? '' };
    await addLeads(test, place, { count: 201, since: '2026-01-01' });
    await runAfter(1.01);
    const [row] = await partner.sql<{ n: number }>(
      `select count(*)::int as n from lead_tags lt join tags t on t.account_id = $1 and t.id = lt.tag_id
       where lt.account_id = $1 and t.key = 'lote'`,
    );
    expect(row?.n).toBe(201);
  });
});
