import { firstIdOf } from '../../src/database/first-id';
import { Database } from '../../src/database/database';
import { RotaJob } from '../../src/members/rota.job';
import { appForAllTests, OPERATOR_TOKEN, startApp, type TestApp } from '../support/app';
import { asService, privateDatabase } from '../support/database';
import { leadCalls } from '../support/lead-calls';
import { crowd, tally, times } from '../support/race';
import { addAgedLeads, dayFromToday, isFair, rotaCalls } from '../support/rota-calls';
import { forAllTests, forEachTest } from '../support/setup';
import { StartedService } from '../support/started-service';
import { until, waitingSessions } from '../support/waiting';

const url = forAllTests(async () => ({ of: await privateDatabase('rota_races') }));
const test = appForAllTests(() => ({ DATABASE_URL: url.of }));
const other = appForAllTests(() => ({ DATABASE_URL: url.of }));
const partner = forEachTest(() => test.partner());
const { submit, count, nextPhone } = leadCalls(test, partner);
const { pipeline, setRota, team, change, serve, handOver, turns, responsibleOf, servedTo } = rotaCalls(test, partner);

const MINUTE = 60_000;
const LEADS = 60;

async function rotaOf(...names: string[]): Promise<string[]> {
  const ids = (await team(...names)).map(({ id }) => id);
  await setRota(ids);
  return ids;
}

const ago = (ms: number): string => firstIdOf(new Date(Date.now() - ms));
const setServedTo = (id: string) => partner.sql('update rotas set served_to = $2 where account_id = $1', id);
const agedLeads = async (count: number, secondsAgo: number, byHand = false) =>
  addAgedLeads(partner, await pipeline(), { count, secondsAgo, byHand });
const unserved = () => count('leads', 'responsible_id is null and not by_hand');

/** Serves on these instances again and again until the work is done. */
async function serveDuring(work: Promise<unknown>, apps: readonly TestApp[] = [test]): Promise<void> {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  while (!isDone) await serve(apps);
  await done;
}

describe('sixty leads that arrive during runs', () => {
  it('of two instances, of which one is replaced, are each served once and in turn', async () => {
    const people = await rotaOf('Ana', 'Bia', 'Caio', 'Duda', 'Eva', 'Fia', 'Gil');
    const replaced = await startApp({ DATABASE_URL: url.of });
    const sendHalf = () => crowd(LEADS / 2, () => submit(), 4);
    await serveDuring(sendHalf(), [test, replaced]);
    await replaced.close();
    await serveDuring(sendHalf(), [test, other]);
    await serve([test, other]);
    const served = await turns();
    expect([served.length, await unserved()]).toEqual([LEADS, 0]);
    expect(isFair(served, people.length)).toBe(true);
  });

  it('of two processes, of which one is killed, are each served once and in turn', async () => {
    const people = await rotaOf('Ana', 'Bia', 'Caio');
    const process = () =>
      new StartedService(undefined, {
        DATABASE_URL: asService(url.of),
        OPERATOR_TOKEN,
        LIMIT_KEY_WRITES_PER_MINUTE: '1000',
      });
    const running = [process(), process()];
    try {
      await Promise.all(running.map((one) => one.address()));
      await crowd(LEADS / 2, () => submit(), 4);
      await until(async () => (await turns()).length > 0);
      await running[0]?.stop('SIGKILL');
      running[0] = process();
      await crowd(LEADS / 2, () => submit(), 4);
      await until(async () => (await unserved()) === 0);
    } finally {
      await Promise.all(running.map((one) => one.stop()));
    }
    const served = await turns();
    expect(served).toHaveLength(LEADS);
    expect(isFair(served, people.length)).toBe(true);
  });

  it('and a member who is deactivated meanwhile: nothing goes to the member afterwards', async () => {
    const [ana = '', bia = '', caio = ''] = await rotaOf('Ana', 'Bia', 'Caio');
    const deactivated = (async () => {
      await until(async () => (await turns()).length > 10);
      await change(bia, { active: false });
      return (await turns()).filter((id) => id === bia).length;
    })();
    await serveDuring(Promise.all([crowd(LEADS, () => submit(), 4), deactivated]), [test, other]);
    await serve();
    const served = await turns();
    expect(tally(served)[bia]).toBe(await deactivated);
    expect(isFair(served.slice(served.lastIndexOf(bia) + 1), 2)).toBe(true);
    expect(Math.abs((tally(served)[ana] ?? 0) - (tally(served)[caio] ?? 0))).toBeLessThanOrEqual(1);
    await handOver();
    expect([await count('leads', `responsible_id = '${bia}'`), await count('hand_overs')]).toEqual([0, 0]);
  });

  it('do not reach a member whose deactivation has been answered', async () => {
    const [ana = ''] = await rotaOf('Ana');
    await submit();
    await test.sql('begin');
    await test.sql('lock table lead_assignments in share mode');
    const run = serve([other]);
    while ((await waitingSessions(test)) < 1);
    let isEnded = false;
    const ended = change(ana, { active: false }).finally(() => (isEnded = true));
    while (!isEnded && (await waitingSessions(test)) < 2);
    await handOver([other]);
    await test.sql('commit');
    await run;
    expect((await ended).data.handing_over).toBe(1);
    await handOver([other]);
    expect([await count('leads', 'responsible_id is null'), await count('hand_overs')]).toEqual([1, 0]);
  });

  it('and a rota that changes meanwhile: all are served, by those who stay in turn', async () => {
    const [ana = '', bia = ''] = await rotaOf('Ana', 'Bia');
    const [caio = ''] = (await team('Caio')).map(({ id }) => id);
    const changes = async () => {
      for (const rota of times(6, (n) => (n % 2 === 0 ? [ana, bia, caio] : [ana, bia]))) {
        expect((await setRota(rota)).status).toBe(200);
        await submit();
      }
    };
    await serveDuring(Promise.all([crowd(LEADS - 6, () => submit(), 4), changes()]));
    await serve();
    const served = await turns();
    expect([served.length, await unserved()]).toEqual([LEADS, 0]);
    expect(
      isFair(
        served.filter((id) => id !== caio),
        2,
      ),
    ).toBe(true);
  });
});

describe('the position of a rota', () => {
  it('passes 20,000 imported leads, which later runs do not read again', async () => {
    await rotaOf('Ana');
    await setServedTo(ago(30 * MINUTE));
    await agedLeads(20_000, 600, true);
    const lead = await submit();
    await serve();
    expect(await responsibleOf(lead.id)).not.toBeNull();
    expect(((await servedTo()) ?? '') > ago(2 * MINUTE)).toBe(true);
    const reads = jest.spyOn(Database.prototype, 'read');
    await serve();
    const mine = reads.mock.calls.filter(([{ values }]) => values[0] === partner.accountId);
    const read = mine.map(([{ statement }]) => statement.name);
    reads.mockRestore();
    expect(read).toContain('list_due_rotas');
    expect(read).not.toContain('read_leads_for_rota');
  });

  it('does not wait for 20,000 leads that are imported in this minute', async () => {
    await rotaOf('Ana');
    await agedLeads(20_000, 30, true);
    await setServedTo(ago(MINUTE));
    const lead = await submit();
    await serve();
    expect(await responsibleOf(lead.id)).not.toBeNull();
  });

  it('stays behind the last minute: a lead that is committed late, with an earlier id, is served', async () => {
    await rotaOf('Ana');
    await setServedTo(ago(30 * MINUTE));
    await agedLeads(3, 300);
    await submit();
    await serve();
    await agedLeads(1, 40);
    await serve();
    expect([(await turns()).length, await unserved()]).toEqual([5, 0]);
  });

  it('stays behind a lead that waits, however long, and that another transaction has', async () => {
    const [ana = ''] = await rotaOf('Ana');
    await setServedTo(ago(30 * MINUTE));
    await change(ana, { away_until: dayFromToday(1) });
    await agedLeads(2, 600);
    await agedLeads(50, 500, true);
    await agedLeads(1, 400);
    for (const _ of times(2, Number)) await serve();
    await change(ana, { away_until: null });
    await test.sql('begin');
    await partner.sql(
      'select from leads where account_id = $1 and id = (select min(l.id::text)::uuid from leads l where l.account_id = $1) for update',
    );
    await serve();
    await test.sql('commit');
    expect([(await turns()).length, await unserved()]).toEqual([2, 1]);
    await serve();
    expect([(await turns()).length, await unserved()]).toEqual([3, 0]);
  });

  it('that was not stored before the end of a process repeats nothing', async () => {
    await rotaOf('Ana', 'Bia');
    await setServedTo(ago(30 * MINUTE));
    await agedLeads(5, 600);
    const lost = jest.spyOn(Database.prototype, 'write').mockRejectedValue(new Error('killed'));
    expect(await test.app.get(RotaJob).run()).toBeGreaterThan(0);
    lost.mockRestore();
    const served = await turns();
    expect(served).toHaveLength(5);
    await serve();
    expect(await turns()).toEqual(served);
  });

  it('goes back with a clock that was put back', async () => {
    await rotaOf('Ana');
    await setServedTo(ago(-10 * MINUTE));
    await serve();
    const lead = await submit({ phone: nextPhone.mobile() });
    await serve();
    expect(await responsibleOf(lead.id)).not.toBeNull();
  });
});
