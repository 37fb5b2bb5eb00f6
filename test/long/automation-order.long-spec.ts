import { DAY_MS } from '../../src/contract/durations';
import { AutomationsJob } from '../../src/automations/automations.job';
import { log } from '../../src/common/process/log';
import type { LeadView } from '../../src/contract/lead';
import { appForAllTests } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { crowd, times } from '../support/race';
import { forEachTest } from '../support/setup';
import { leadCalls } from '../support/lead-calls';
import { automationCalls } from '../support/automation-calls';
import { untilWaiting } from '../support/waiting';

/** Order of rules: every due rule runs, a move last, and none moves a deal out of a won stage. */

const test = appForAllTests({});
const second = appForAllTests({});
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:write'));
const stage = forEachTest(() => partner.stages());
const { nextPhone, submit, read } = leadCalls(test, partner);
const { addRule, runAfter, reminders, stageOf } = automationCalls(test, partner, stage);

const submitTo = (name: string) => submit({ deal: { stage_id: stage[name] } });
const flag = (name: string, flags: object) => partner.owner.patch(`/stages/${stage[name]}`, flags);
const notifications = async () => (await reminders()).length;

/** Runs the rules for one idle day, with a row of the lead locked. Does `work` while the run waits for the lock. */
async function runBehind(lock: string, lead: LeadView, work: () => Promise<void>): Promise<void> {
  await test.sql('begin');
  await partner.sql(lock, lead.id);
  const run = runAfter(1.01);
  try {
    await untilWaiting(second);
    await work();
  } finally {
    await test.sql('commit');
    await run;
  }
}

describe('of several rules due together for one deal', () => {
  it('a move runs last, whichever was made first', async () => {
    await addRule({ type: 'move', stage_id: stage['Perdido'] });
    await addRule({ type: 'add_tag', tag: 'parado' }, 2);
    await addRule({ type: 'notify' });
    const lead = await submit();
    await runAfter(3.01);
    expect([(await read(lead.id)).tags, await notifications(), await stageOf(lead.id)]).toEqual([
      ['parado'],
      1,
      stage['Perdido'],
    ]);
  });

  it('a move runs last, also with two instances at once', async () => {
    await addRule({ type: 'move', stage_id: stage['Perdido'] });
    await addRule({ type: 'add_tag', tag: 'parado' });
    await addRule({ type: 'notify' });
    const leads = await Promise.all(times(30, () => submit()));
    const now = new Date(Date.now() + 3.01 * DAY_MS);
    await Promise.all([test, second, test, second].map(({ app }) => app.get(AutomationsJob).run(now)));
    // A move waits for the next run when another rule works on its deal.
    await test.app.get(AutomationsJob).run(now);
    for (const { id } of leads)
      expect([(await read(id)).tags, await stageOf(id)]).toEqual([['parado'], stage['Perdido']]);
    expect(await notifications()).toBe(30);
  });

  it('a move waits until the others have run, also when one of them fails at first', async () => {
    const failed = jest.spyOn(log, 'error');
    await addRule({ type: 'move', stage_id: stage['Perdido'] });
    await addRule({ type: 'add_tag', tag: 'parado' });
    const lead = await submit();
    // The rule waits for another transaction with the same tag, until the lock time-out.
    await test.sql('begin');
    await partner.sql(`insert into tags values ($1, gen_random_uuid(), 'parado', 'parado')`);
    await runAfter(3.01);
    await test.sql('rollback');
    expect(failed).toHaveBeenCalled();
    failed.mockRestore();
    expect([(await read(lead.id)).tags, await stageOf(lead.id)]).toEqual([[], stage['Novo']]);
    await runAfter(3.01);
    expect([(await read(lead.id)).tags, await stageOf(lead.id)]).toEqual([['parado'], stage['Perdido']]);
  });

  it('a move does not wait for rules that are not due, or of another stage', async () => {
    await addRule({ type: 'move', stage_id: stage['Perdido'] });
    await addRule({ type: 'add_tag', tag: 'tarde' }, 4);
    await addRule({ type: 'add_tag', tag: 'contato' }, 1, 'Em contato');
    const lead = await submit();
    await runAfter(3.01);
    expect([(await read(lead.id)).tags, await stageOf(lead.id)]).toEqual([[], stage['Perdido']]);
  });

  it('a move runs although a rule before it found nothing to do', async () => {
    await addRule({ type: 'add_tag', tag: 'parado' });
    await addRule({ type: 'move', stage_id: stage['Perdido'] });
    const lead = await submit({ tags: ['parado'] });
    await runAfter(3.01);
    expect(await stageOf(lead.id)).toBe(stage['Perdido']);
  });
});

describe('a won stage', () => {
  it('is left by no rule, also when it became won after the rule was made; other rules of it run', async () => {
    await addRule({ type: 'move', stage_id: stage['Perdido'] }, 1, 'Em contato');
    await addRule({ type: 'add_tag', tag: 'ganho' }, 1, 'Em contato');
    const lead = await submitTo('Em contato');
    await flag('Em contato', { is_won: true });
    await runAfter(1.01);
    expect([(await read(lead.id)).tags, await stageOf(lead.id)]).toEqual([['ganho'], stage['Em contato']]);
    await flag('Em contato', { is_won: false });
    await runAfter(1.01);
    expect(await stageOf(lead.id)).toBe(stage['Perdido']);
  });

  it('is left by no rule that was made while it was won', async () => {
    await addRule({ type: 'move', stage_id: stage['Novo'] }, 1, 'Ganho');
    const { id, deals } = await submit();
    await partner.staff.put(`/deals/${deals[0]?.id}/stage`, { stage_id: stage['Ganho'] });
    await runAfter(1.01);
    expect(await stageOf(id)).toBe(stage['Ganho']);
  });

  it('is left by no rule that had found the deal before the stage became won', async () => {
    await addRule({ type: 'move', stage_id: stage['Perdido'] }, 1, 'Em contato');
    const lead = await submitTo('Em contato');
    await runBehind('select 1 from leads where account_id = $1 and id = $2 for update', lead, async () => {
      expect((await flag('Em contato', { is_won: true })).status).toBe(200);
    });
    expect(await stageOf(lead.id)).toBe(stage['Em contato']);
  });

  it.each(['Em contato', 'Agendado'])('%s becomes one only after a move that is under way', async (name) => {
    await addRule({ type: 'move', stage_id: stage['Agendado'] }, 1, 'Em contato');
    const lead = await submitTo('Em contato');
    let won: Promise<unknown> = Promise.resolve();
    let isWon = false;
    await runBehind('select 1 from deals where account_id = $1 and lead_id = $2 for update', lead, async () => {
      won = flag(name, { is_won: true }).then(() => (isWon = true));
      await Promise.race([untilWaiting(second, 2), won]);
      expect(isWon).toBe(false);
    });
    await won;
    expect([isWon, await stageOf(lead.id)]).toEqual([true, stage['Agendado']]);
  });
});

describe('a run', () => {
  it('runs every rule, also when there are hundreds, of several accounts', async () => {
    const partners = [partner, await test.partner('leads:write', 'leads:read'), await test.partner('leads:write')];
    for (const one of partners) {
      const { Perdido, ...others } = await one.stages();
      for (const from of [others['Novo'], others['Em contato'], others['Agendado']]) {
        const rule = (action: object) => one.owner.post(`/stages/${from}/automations`, { idle_days: 1, action });
        await rule({ type: 'move', stage_id: Perdido });
        const made = await crowd(49, (i) => rule({ type: 'add_tag', tag: `t${i}` }));
        expect(made.filter(({ status }) => status !== 201)).toEqual([]);
        await one.api.post('/leads', { phone: nextPhone.mobile(), deal: { stage_id: from } });
      }
    }
    await runAfter(1.01);
    for (const one of partners) {
      const counts = `select (select count(*)::int from automation_runs where account_id = $1) as runs,
                             (select count(*)::int from lead_tags where account_id = $1) as tags,
                             (select count(*)::int from stage_moves where account_id = $1) as moves`;
      expect(await one.sql(counts)).toEqual([{ runs: 150, tags: 147, moves: 3 }]);
    }
  });
});

it('no call met a deadlock', async () => expect(await deadlocks()).toBe(0));
