import type { HeldSubmissionView } from '../../src/contract/held-submission';
import type { LeadDetail } from '../../src/contract/lead';
import { MAX_ACTIVE_MEMBERS } from '../../src/contract/limits';
import { Database } from '../../src/database/database';
import { queriesOf, type Sendable } from '../../src/database/query';
import { Transaction } from '../../src/database/transaction';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { heldCalls } from '../support/held-calls';
import { importCalls } from '../support/import-calls';
import type { Pipeline } from '../support/pipelines';
import { times } from '../support/race';
import { dayFromToday, isFair, rotaCalls } from '../support/rota-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests({});
const partner = forEachTest(() => test.partner());
const writer = forEachTest(() => partner.withKey('leads:write'));
const { submit, staffLead, duplicate, merge, erase, read, nextPhone, count, conflicting, applyAsNew, newest } =
  heldCalls(test, partner, writer);
const { pipeline, pipelines, setRota, team, change, serve, turns, responsibleOf, servedTo } = rotaCalls(test, partner);

const idsOf = (people: readonly { id: string }[]): string[] => people.map(({ id }) => id);

/** The rota of the account's pipeline with new members of these names. */
async function rotaOf(...names: string[]): Promise<string[]> {
  const ids = idsOf(await team(...names));
  expect((await setRota(ids)).status).toBe(200);
  return ids;
}

describe('the rota of a pipeline', () => {
  it('is shown to the account, and never to partners', async () => {
    expect((await pipeline()).rota).toEqual([]);
    const ids = idsOf(await team('Ana', 'Bia'));
    expect((await setRota(ids)).data.rota).toEqual(ids);
    expect((await pipeline()).rota).toEqual(ids);
    expect(JSON.stringify((await partner.api.get('/pipelines')).data)).not.toContain('rota');
    expect(
      (await partner.owner.patch<Pipeline>(`/pipelines/${(await pipeline()).id}`, { name: 'x' })).data.rota,
    ).toEqual(ids);
    expect((await setRota([])).data.rota).toEqual([]);
    expect([await count('rotas'), await count('rota_members')]).toEqual([0, 0]);
  });

  it('has active members of the account only, each once', async () => {
    const [ana, gone] = idsOf(await team('Ana', 'Bia')) as [string, string];
    await change(gone, { active: false });
    const other = await test.partner();
    const [stranger] = idsOf(await rotaCalls(test, other).team('Zoe'));
    for (const rota of [
      [ana, gone],
      [stranger],
      [RANDOM_ID],
      ['x'],
      [ana, ana.toUpperCase()],
      null,
      times(MAX_ACTIVE_MEMBERS + 1, String),
    ]) {
      const answer = await setRota(rota as string[]);
      expect([answer.status, answer.fields]).toEqual([422, ['rota']]);
    }
    expect((await setRota([ana, ana.toUpperCase()])).error.details?.fields?.[0]?.message).toContain('repetir');
    expect((await setRota([1])).fields).toEqual(['rota.0']);
    expect((await setRota([ana], other.owner)).status).toBe(422);
    expect((await setRota([], other.owner)).status).toBe(404);
    expect((await setRota([ana.toUpperCase()])).data.rota).toEqual([ana]);
  });

  it('goes with its pipeline', async () => {
    const body = { name: 'Pós-venda', stages: [{ name: 'Novo', is_entry: true }] };
    const { id } = (await partner.owner.post<Pipeline>('/pipelines', body)).data;
    const ids = idsOf(await team('Ana'));
    expect((await setRota(ids, partner.owner, id)).data.rota).toEqual(ids);
    const removed = await partner.owner.delete<Pipeline>(`/pipelines/${id}`);
    expect([removed.status, removed.data.rota]).toEqual([200, ids]);
    expect([await count('rotas'), await count('rota_members')]).toEqual([0, 0]);
    await serve();
  });
});

describe('new leads', () => {
  it('go to the members in turn, are told as assignments of the rota, and keep their updated_at', async () => {
    const people = await rotaOf('Ana', 'Bia', 'Caio');
    const leads = [];
    for (let n = 0; n < 7; n++) leads.push(await submit());
    await serve();
    const got = await Promise.all(leads.map(({ id }) => responsibleOf(id)));
    expect(got).toEqual([...people, ...people, people[0]]);
    expect(await turns()).toEqual(got);
    expect(await read(leads[0]?.id ?? '')).toEqual(leads[0]);
    await serve();
    expect(await turns()).toHaveLength(7);
  });

  it('of the time before the rota, of another pipeline or without a deal are not served', async () => {
    const before = await submit();
    const other = { name: 'Outro', stages: [{ name: 'Novo', is_entry: true }] };
    const { id } = (await partner.owner.post<Pipeline>('/pipelines', other)).data;
    await rotaOf('Ana');
    const elsewhere = await submit({ deal: { pipeline_id: id } });
    const mine = await submit();
    await serve();
    expect(await Promise.all([before, elsewhere, mine].map((lead) => responsibleOf(lead.id)))).toEqual([
      null,
      null,
      expect.any(String),
    ]);
    // A known lead is none that is new.
    await partner.api.post('/leads', { phone: before.phone, notes: 'de novo' });
    await serve();
    expect(await responsibleOf(before.id)).toBeNull();
  });

  it('of two pipelines have a rota each', async () => {
    const stages = [{ name: 'Novo', is_entry: true }];
    const { id } = (await partner.owner.post<Pipeline>('/pipelines', { name: 'Outro', stages })).data;
    const [ana, bia] = idsOf(await team('Ana', 'Bia')) as [string, string];
    await setRota([ana]);
    await setRota([bia], partner.owner, id);
    expect((await pipelines()).map(({ rota }) => rota)).toEqual([[ana], [bia]]);
    const leads = [await submit(), await submit({ deal: { pipeline_id: id } }), await submit()];
    await serve();
    expect(await Promise.all(leads.map((lead) => responsibleOf(lead.id)))).toEqual([ana, bia, ana]);
  });

  it('by hand, of an import, or with somebody already stay as they are', async () => {
    const [ana, bia] = (await rotaOf('Ana', 'Bia')) as [string, string];
    const byOwner = (await partner.owner.post<LeadDetail>('/leads', { phone: nextPhone.mobile() })).data;
    const byStaff = await staffLead();
    const { imported, manyRows, nextPhone: others } = importCalls(test, partner);
    await imported(manyRows(4));
    const taken = await submit();
    await partner.owner.patch(`/leads/${taken.id}`, { responsible_id: bia });
    await serve();
    expect([await count('leads', 'responsible_id is not null'), await responsibleOf(taken.id)]).toEqual([1, bia]);
    expect([await responsibleOf(byOwner.id), await responsibleOf(byStaff.id)]).toEqual([null, null]);
    // Theirs took no turn.
    await submit({ phone: others.mobile() });
    await serve();
    expect(await turns()).toEqual([ana]);
  });

  it('that staff took away from somebody again are not served again', async () => {
    await rotaOf('Ana', 'Bia');
    const [served, given] = [await submit(), await submit()];
    await partner.owner.patch(`/leads/${given.id}`, { responsible_id: (await pipeline()).rota[1] });
    await serve();
    for (const { id } of [served, given]) await partner.owner.patch(`/leads/${id}`, { responsible_id: null });
    await serve();
    expect([await responsibleOf(served.id), await responsibleOf(given.id)]).toEqual([null, null]);
    expect(await turns()).toHaveLength(1);
  });

  it('of a chat contact, and of an applied held submission, are served', async () => {
    const [ana, bia] = await rotaOf('Ana', 'Bia');
    const phone = nextPhone.mobile();
    await partner.staff.post('/conversations', { phone, channel: 'chat', name: 'Rui' });
    const contact = await submit({ phone });
    const { lead } = await conflicting();
    await serve();
    const sent = { phone: nextPhone.mobile(), external_id: `again-${phone}` };
    await submit({ external_id: sent.external_id });
    await writer.post('/leads', sent);
    const held: HeldSubmissionView = await newest();
    const applied = (await applyAsNew(held.id)).data;
    expect(applied.state).toBe('applied');
    await serve();
    expect(await responsibleOf(contact.id)).toBe(ana);
    expect(await responsibleOf(lead.id)).not.toBeNull();
    const [made] = await partner.sql<{ id: string }>(
      'select id from leads where account_id = $1 order by id desc limit 1',
    );
    expect([ana, bia]).toContain(await responsibleOf(made?.id ?? ''));
    expect(await count('leads', 'responsible_id is null')).toBe(0);
    expect(isFair(await turns(), 2)).toBe(true);
  });

  it('that were erased or merged are passed, and what the others merge into is served once', async () => {
    await rotaOf('Ana', 'Bia');
    const [erased, survivor, last] = [await submit(), await submit(), await submit()];
    const merged = await duplicate(survivor.phone);
    await erase(erased.id);
    await merge(merged.id, survivor.id);
    await serve();
    expect(await responsibleOf(erased.id)).toBeNull();
    expect(await turns()).toHaveLength(2);
    expect([await responsibleOf(survivor.id), await responsibleOf(last.id)]).not.toContain(null);
  });

  it('cost POST /leads no statement more', async () => {
    const sentBy = async (work: () => Promise<unknown>): Promise<string[]> => {
      const spies = [
        jest.spyOn(Transaction.prototype, 'send'),
        jest.spyOn(Transaction.prototype, 'commit'),
        jest.spyOn(Database.prototype, 'write'),
        jest.spyOn(Database.prototype, 'read'),
      ] as unknown as jest.SpyInstance<unknown, [Sendable]>[];
      await work();
      const sent = spies.flatMap(({ mock }) => mock.calls.flatMap(([queries]) => queriesOf(queries)));
      for (const spy of spies) spy.mockRestore();
      return sent.map(({ statement }) => statement.text);
    };
    await submit();
    const without = await sentBy(() => submit());
    expect(without.length).toBeGreaterThan(5);
    await rotaOf('Ana');
    expect(await sentBy(() => submit())).toEqual(without);
  });
});

describe('a member', () => {
  it('who is away is passed, and is served once first after the return', async () => {
    const [ana, bia, caio] = (await rotaOf('Ana', 'Bia', 'Caio')) as [string, string, string];
    expect((await change(bia, { away_until: dayFromToday(0) })).status).toBe(200);
    for (let n = 0; n < 4; n++) await submit();
    await serve();
    expect(await turns()).toEqual([ana, caio, ana, caio]);
    await change(bia, { away_until: dayFromToday(-1) });
    for (let n = 0; n < 4; n++) await submit();
    await serve();
    expect((await turns()).slice(4)).toEqual([bia, ana, caio, bia]);
  });

  it('who returns gets the leads that waited while nobody was present', async () => {
    const [ana, bia] = (await rotaOf('Ana', 'Bia')) as [string, string];
    for (const id of [ana, bia]) await change(id, { away_until: dayFromToday(3) });
    const begun = await servedTo();
    const leads = [await submit(), await submit(), await submit()];
    await serve();
    expect([await turns(), await servedTo()]).toEqual([[], begun]);
    await change(bia, { away_until: null });
    await serve();
    expect(await turns()).toEqual([bia, bia, bia]);
    expect(await Promise.all(leads.map(({ id }) => responsibleOf(id)))).toEqual([bia, bia, bia]);
  });

  it('who stays keeps the turn; a newcomer is first, but not twice before the others', async () => {
    const [ana, bia] = (await rotaOf('Ana', 'Bia')) as [string, string];
    await submit();
    await serve();
    const [caio, duda] = idsOf(await team('Caio', 'Duda')) as [string, string];
    const { rota } = (await setRota([ana, bia, caio, duda])).data;
    expect(rota).toEqual([caio, duda, bia, ana]);
    for (let n = 0; n < 6; n++) await submit();
    await serve();
    expect(await turns()).toEqual([ana, caio, duda, bia, ana, caio, duda]);
    expect((await setRota([duda, ana])).data.rota).toEqual([ana, duda]);
  });

  it('who is deactivated leaves every rota; a rota of nobody does nothing, and begins anew', async () => {
    const [ana, bia] = (await rotaOf('Ana', 'Bia')) as [string, string];
    await change(ana, { active: false });
    expect((await pipeline()).rota).toEqual([bia]);
    await submit();
    await serve();
    expect(await turns()).toEqual([bia]);
    await change(bia, { active: false });
    expect((await pipeline()).rota).toEqual([]);
    const missed = await submit();
    await serve();
    const [caio] = (await rotaOf('Caio')) as [string];
    const next = await submit();
    await serve();
    expect([await responsibleOf(missed.id), await responsibleOf(next.id)]).toEqual([null, caio]);
  });
});
