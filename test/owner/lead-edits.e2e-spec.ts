import type { LeadView, OwnerLead } from '../../src/contract/lead';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { asPartnersSee } from '../support/partner-shape';
import { race, tally } from '../support/race';
import { forAllTests, forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const stranger = forAllTests(() => test.partner());
const { submit, notesOf, originOf, detail, erase, nextPhone } = leadCalls(test, partner);

const edit = (id: string, body: object, owner = partner.owner) => owner.patch<OwnerLead>(`/leads/${id}`, body);

describe('PATCH /leads/{id} of the owner', () => {
  it('corrects everything at once, as partners then read it', async () => {
    const lead = await submit({ name: 'Ana', email: 'ana@example.com', tags: ['Site', 'Velha'], notes: 'oi' });
    const answer = await edit(lead.id, {
      name: 'Ana Lima',
      email: null,
      add_tags: ['VIP'],
      remove_tags: ['velha'],
      note: 'Ligar à tarde',
      origin: 'referral',
    });
    expect(answer.status).toBe(200);
    const expected = { name: 'Ana Lima', email: null, tags: ['Site', 'VIP'], origin: 'referral' };
    expect(answer.data).toMatchObject(expected);
    const { responsible, ...shown } = answer.data;
    expect(responsible).toBeNull();
    expect((await partner.api.get<LeadView>(`/leads/${lead.id}`)).data).toEqual(asPartnersSee(shown));
    expect(Date.parse(answer.data.updated_at)).toBeGreaterThan(Date.parse(lead.updated_at));
    expect(await originOf(lead.phone)).toBe('referral');
    expect(await notesOf(lead.id)).toMatch(/^[^\n]*\] oi$/);
    expect((await detail(lead.id)).origin_rule).toBe('staff');
  });

  it('leaves what it does not name, and a change that changes nothing advances nothing', async () => {
    const lead = await submit({ name: 'Ana', email: 'ana@example.com', tags: ['Site'], notes: 'oi' });
    const before = await detail(lead.id);
    for (const body of [{ name: 'Ana' }, { add_tags: ['SITE'] }, { remove_tags: ['outra'] }, { notes: before.notes }]) {
      expect(asPartnersSee((await edit(lead.id, body)).data)).toEqual({ ...lead, responsible: null });
    }
    expect(await detail(lead.id)).toEqual(before);
    expect(asPartnersSee((await edit(lead.id, { name: null })).data)).toEqual({
      ...lead,
      responsible: null,
      name: null,
      updated_at: expect.any(String) as string,
    });
  });

  it('writes the record of the notes as a whole; a note has no part in it', async () => {
    const lead = await submit({ notes: 'a'.repeat(400) });
    expect((await edit(lead.id, { notes: 'Resumo\ndo dia', note: 'Fim' })).status).toBe(200);
    expect(await notesOf(lead.id)).toBe('Resumo\ndo dia');
    expect((await edit(lead.id, { notes: '' })).status).toBe(200);
    expect(await notesOf(lead.id)).toBe('');
    expect((await edit(lead.id, { notes: 'x'.repeat(2_001) })).fields).toEqual(['notes']);
  });

  it('gives an origin only while none is decided', async () => {
    const lead = await submit({ attribution: { utm_source: 'newsletter', utm_medium: 'email' } });
    const refused = await edit(lead.id, { origin: 'referral', name: 'Ana' });
    expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);
    expect((await detail(lead.id)).name).toBe(null);
    expect((await edit(lead.id, { origin: lead.origin, name: 'Ana' })).data.name).toBe('Ana');
  });

  it('refuses a version that was changed meanwhile', async () => {
    const lead = await submit();
    await partner.api.patch(`/leads/${lead.id}`, { name: 'Outra' });
    const stale = await edit(lead.id, { name: 'Ana', expected_updated_at: lead.updated_at });
    expect([stale.status, stale.error.code]).toEqual([409, 'conflict']);
    const { name, updated_at: expected_updated_at } = await detail(lead.id);
    expect(name).toBe('Outra');
    expect((await edit(lead.id, { name: 'Ana', expected_updated_at })).data.name).toBe('Ana');
  });

  it('lets one of two edits of a version through, whichever comes first', async () => {
    for (let round = 0; round < shortOrLong(3, 6); round++) {
      const { id, updated_at: expected_updated_at } = await submit();
      const one = () => edit(id, { name: 'Ana', expected_updated_at });
      const other = () => edit(id, { add_tags: ['Bia'], origin: 'referral', expected_updated_at });
      const statuses = (await race(round, one, other)).map(({ status }) => status);
      expect(tally(statuses)).toEqual({ 200: 1, 409: 1 });
    }
  });

  it('answers 404 for a lead of nobody, of another account, and of an erased person', async () => {
    const lead = await submit();
    for (const body of [{ name: 'x' }, { origin: 'referral' }]) {
      expect((await edit(RANDOM_ID, body)).status).toBe(404);
      expect((await edit(lead.id, body, stranger.owner)).status).toBe(404);
    }
    await erase(lead.id);
    for (const body of [{ name: 'x' }, { origin: 'referral' }]) expect((await edit(lead.id, body)).status).toBe(404);
  });

  it('names every bad field', async () => {
    const { id } = await submit();
    const bad = { name: '', email: 'x', add_tags: ['a'], remove_tags: ['A'], note: ' ', origin: 'x', other: 1 };
    const { status, fields } = await edit(id, { ...bad, expected_updated_at: 'ontem' });
    expect(status).toBe(422);
    expect([...fields].sort()).toEqual(
      ['email', 'expected_updated_at', 'name', 'note', 'origin', 'other', 'remove_tags'].sort(),
    );
    expect((await edit(id, {})).status).toBe(422);
  });
});

describe('POST /leads of the owner', () => {
  const add = (body: object) => partner.owner.post<LeadView>('/leads', body);

  it('makes a lead, and shows the known one untouched', async () => {
    const { Novo: stage_id } = await partner.stages();
    const phone = nextPhone.mobile();
    const made = await add({
      phone,
      name: 'Ana',
      tags: ['Balcão'],
      origin: 'referral',
      deals: [{ stage_id, value: 10 }],
    });
    expect([made.status, made.data]).toMatchObject([201, { name: 'Ana', tags: ['Balcão'], origin: 'referral' }]);
    expect(made.data.deals).toMatchObject([{ stage_id, value: 10 }]);
    const again = await add({ phone, name: 'Bia', tags: ['Outra'] });
    expect([again.status, again.data]).toEqual([200, made.data]);
    expect((await add({ phone, allow_duplicate: true })).fields).toEqual(['allow_duplicate']);
  });

  it('makes one lead of two calls at once', async () => {
    for (let round = 0; round < shortOrLong(3, 5); round++) {
      const phone = nextPhone.mobile();
      const answers = await race(
        round,
        () => add({ phone, name: 'Ana' }),
        () => add({ phone, name: 'Bia' }),
      );
      expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 201: 1 });
      expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    }
  });
});

describe('PUT /deals/{id}/stage of the owner', () => {
  const stage = forEachTest(() => partner.stages());
  const put = (id: string | undefined, body: object, owner = partner.owner) => owner.put(`/deals/${id}/stage`, body);

  it('moves into and out of won stages, and keeps why a deal was lost', async () => {
    const { id, deals } = await submit();
    const [deal] = deals;
    expect((await put(deal?.id, { stage_id: stage.Ganho })).status).toBe(200);
    expect((await put(deal?.id, { stage_id: stage.Novo })).status).toBe(200);
    expect((await put(deal?.id, { stage_id: stage.Novo, reason: 'caro' })).fields).toEqual(['reason']);
    expect((await put(deal?.id, { stage_id: stage.Perdido, reason: 'Achou caro' })).status).toBe(200);
    const history = (await detail(id)).stage_history;
    expect(history.map(({ reason, moved_by }) => [reason, moved_by])).toEqual([
      [null, 'staff'],
      [null, 'staff'],
      ['Achou caro', 'staff'],
    ]);
    await erase(id);
    expect((await detail(id)).stage_history.map(({ reason }) => reason)).toEqual([null, null, null]);
  });

  it('tells the later of two people that the deal stands elsewhere', async () => {
    for (let round = 0; round < shortOrLong(3, 6); round++) {
      const [deal] = (await submit()).deals;
      const from = { expected_stage_id: stage.Novo };
      const answers = await race(
        round,
        () => put(deal?.id, { stage_id: stage['Em contato'], ...from }),
        () => put(deal?.id, { stage_id: stage.Agendado, ...from }),
      );
      expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 1 });
    }
  });

  it('repeats a move that was made already', async () => {
    const [deal] = (await submit()).deals;
    const body = { stage_id: stage.Agendado, expected_stage_id: stage.Novo };
    const first = await put(deal?.id, body);
    expect([first.status, (await put(deal?.id, body)).text]).toEqual([200, first.text]);
  });

  it('answers 404 for the deal of another account', async () => {
    const [deal] = (await submit()).deals;
    expect((await put(deal?.id, { stage_id: stage.Agendado }, stranger.owner)).status).toBe(404);
    expect((await put(RANDOM_ID, { stage_id: stage.Agendado })).status).toBe(404);
    expect((await put(deal?.id, { stage_id: RANDOM_ID })).status).toBe(404);
  });
});
