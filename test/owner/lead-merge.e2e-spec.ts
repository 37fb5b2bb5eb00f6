import type { LeadView } from '../../src/contract/lead';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { everythingOf, type Group, leadCalls, type Submitted } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { asPartnersSee } from '../support/partner-shape';
import { race, times } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { nextPhone, submit, originOf, duplicate, pair, count, detail, search, merge, move, wrongEntries } = leadCalls(
  test,
  partner,
);

describe('POST /leads/{id}/merge', () => {
  it('moves deals, history, tags, appointments and the ledger, fills what is empty, and deletes the other lead', async () => {
    const phone = nextPhone.mobile();
    const first = await submit({
      phone,
      external_id: 'one',
      tags: ['a', 'b'],
      notes: 'um',
      consent: true,
      name: 'Ana',
    });
    await move(first.id, { stage_id: stage['Em contato'] });
    await partner.staff.post('/appointments', {
      lead_id: first.id,
      starts_at: '2026-03-01T12:00:00Z',
      attended: true,
    });
    const second = await duplicate(phone, {
      email: 'ana@example.com',
      tags: ['B', 'c'],
      deals: [{ stage_id: stage['Novo'], value: 10 }, { stage_id: stage['Perdido'] }],
    });
    const before = await detail(first.id);
    const answer = await merge(first.id, second.id);
    expect(answer.status).toBe(200);
    const merged = answer.data;
    expect(merged).toMatchObject({
      id: second.id,
      phone,
      name: 'Ana',
      email: 'ana@example.com',
      tags: ['a', 'b', 'c'],
      notes: before.notes,
      consent: before.consent,
      created_at: second.created_at,
      erased_at: null,
    });
    expect(merged.deals.map(({ id }) => id).sort()).toEqual(
      [...first.deals, ...second.deals].map(({ id }) => id).sort(),
    );
    expect(merged.stage_history).toEqual(before.stage_history);
    expect(merged.updated_at > second.updated_at && merged.updated_at > before.updated_at).toBe(true);
    expect(merged).toEqual(await detail(second.id));
    // Keeps the whole record of the merged lead.
    const { merged_leads: _m, erased_at: _e, responsible: _r, source: _s, next_contact: _n, ...record } = before;
    expect(merged.merged_leads).toEqual([
      { id: first.id, merged_at: expect.any(String) as string, lead: { ...asPartnersSee(record), source_id: null } },
    ]);
    expect((await partner.owner.get(`/leads/${first.id}`)).status).toBe(404);
    expect((await partner.api.get(`/leads/${first.id}`)).status).toBe(404);
    expect(await count('appointments', `lead_id = '${second.id}'`)).toBe(1);
    expect(await count('stage_moves', `lead_id = '${second.id}'`)).toBe(1);
    const copies = await partner.sql('select copy from deals where account_id = $1 order by copy');
    expect(copies).toEqual([{ copy: 0 }, { copy: 1 }, { copy: 2 }]);
    expect(await wrongEntries()).toEqual([]);
    expect(await count('leads', 'touched_at = updated_at and copy = 0')).toBe(1);
    const replay = await partner.api.post<Submitted>('/leads', { phone, external_id: 'one' });
    expect([replay.status, replay.data.duplicate, replay.data.id]).toEqual([200, true, second.id]);
  });

  it('shows a text or source that is younger than the record of the merged lead as empty', async () => {
    const [first, second] = await pair({ consent: true });
    const { consent } = await detail(first.id);
    await merge(first.id, second.id);
    await partner.sql(
      `update lead_merges set merged_lead = (merged_lead::jsonb - 'email' - 'source_id' #- '{consent,source_id}' #- '{consent,text}')::json
       where account_id = $1`,
    );
    const [merged] = (await detail(second.id)).merged_leads;
    const empty = { email: null, source_id: null, consent: { ...consent, source_id: null, text: null } };
    expect(merged?.lead).toMatchObject({ id: first.id, phone: first.phone, ...empty });
  });

  it('ends the ambiguity: POST and look-up answer 200 again, and the group is gone', async () => {
    const [first, second] = await pair();
    const { phone } = first;
    expect((await partner.api.post('/leads', { phone })).error.code).toBe('ambiguous_lead');
    expect((await partner.api.post('/leads/lookup', { phone })).error.code).toBe('ambiguous_lead');
    expect((await merge(second.id, first.id)).data.id).toBe(first.id);
    expect((await partner.api.post<Submitted>('/leads', { phone, name: 'Ana' })).data).toMatchObject({
      id: first.id,
      created: false,
    });
    expect((await partner.api.post<LeadView>('/leads/lookup', { phone })).data.id).toBe(first.id);
    expect((await partner.owner.get<Group[]>('/leads/duplicates')).data).toEqual([]);
    expect(await duplicate(phone)).toMatchObject({ phone });
  });

  it('numbers the deals of each pipeline separately', async () => {
    const [first, second] = await pair({}, { deals: [{ stage_id: stage['Novo'] }] });
    const [pipeline, entry] = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002'];
    await partner.sql(`insert into pipelines values ($1, $2, 'Outro', false, now())`, pipeline);
    await partner.sql(
      `insert into stages values ($1, $2, $3, 'Entrada', 1, true, false, false, false, false, null)`,
      entry,
      pipeline,
    );
    await partner.staff.post('/leads', {
      phone: first.phone,
      allow_duplicate: true,
      deals: [{ stage_id: entry }, { stage_id: entry }],
    });
    const third = (await search(`?phone=${first.phone}`)).data.find(({ id }) => id !== first.id && id !== second.id);
    await merge(third?.id ?? '', second.id);
    await merge(second.id, first.id);
    const rows = await partner.sql(
      'select (pipeline_id = $2) as other, copy, lead_id from deals where account_id = $1 order by 1, 2',
      pipeline,
    );
    expect(rows).toEqual(
      [
        [false, 0],
        [false, 1],
        [true, 0],
        [true, 1],
      ].map(([other, copy]) => ({ other, copy, lead_id: first.id })),
    );
    expect((await detail(first.id)).merged_leads.map(({ id }) => id)).toEqual([third?.id, second.id]);
  });

  it('keeps the survivor’s notes when both do not fit, the other ones whole in the record', async () => {
    const [first, second] = await pair();
    await test.sql(`update leads set notes = repeat('x', 1000) where id = $1`, [first.id]);
    await test.sql(`update leads set notes = repeat('y', 1000) where id = $1`, [second.id]);
    const merged = (await merge(first.id, second.id)).data;
    expect(merged.notes).toBe('y'.repeat(1000));
    expect(merged.merged_leads[0]?.lead?.notes).toBe('x'.repeat(1000));
  });

  it('appends the notes of the other on their own lines when they fit', async () => {
    const [first, second] = await pair({ notes: 'um' });
    await test.sql(`update leads set notes = 'dois' where id = $1`, [second.id]);
    expect((await merge(first.id, second.id)).data.notes).toMatch(/^dois\n\[API · site · .*\] um$/);
  });

  it('gives lead and conversation the origin of the older lead, unless only the younger one’s is rated', async () => {
    const [rated, younger] = await pair({ attribution: { utm_source: 'ig' } }, { origin: 'referral' });
    expect((await merge(rated.id, younger.id)).data).toMatchObject({ origin: 'social', utm: { source: 'ig' } });
    expect(await originOf(rated.phone)).toBe('social');
    const [open, later] = await pair({}, { origin: 'referral' });
    expect(await originOf(open.phone)).toBe('untracked');
    expect((await merge(later.id, open.id)).data).toMatchObject({ origin: 'referral', origin_rule: 'staff' });
    expect(await originOf(open.phone)).toBe('referral');
  });

  it('is 409 where the lead would have more than 100 deals, and counts no deal that ends with the merge', async () => {
    const deals = times(50, () => ({ stage_id: stage['Novo'] }));
    const [first, second] = await pair();
    const [one, two] = [await duplicate(first.phone, { deals }), await duplicate(first.phone, { deals })];
    expect((await merge(two.id, one.id)).data.deals).toHaveLength(100);
    const refused = await merge(first.id, one.id);
    expect([refused.status, refused.error.message]).toEqual([409, 'Um lead pode ter no máximo 100 negócios.']);
    const body = { into: one.id, close_deal_ids: [first.deals[0]?.id] };
    expect((await partner.owner.post(`/leads/${first.id}/merge`, body)).status).toBe(200);
    expect((await merge(second.id, one.id)).status).toBe(200);
  });

  it('is 409 for leads of two phones and for one lead with itself, 404 for unknown ones, and changes nothing', async () => {
    const [first, second] = await pair();
    const other = await submit();
    const before = await everythingOf(test, partner.accountId);
    const codes = [];
    for (const [id, into] of [
      [first.id, other.id],
      [other.id, second.id],
      [first.id, first.id],
      [RANDOM_ID, first.id],
      [first.id, RANDOM_ID],
      [first.id, 'x'],
      [RANDOM_ID, RANDOM_ID],
    ] as const) {
      codes.push((await merge(id, into)).error.code);
    }
    expect(codes).toEqual(['conflict', 'conflict', 'conflict', 'not_found', 'not_found', 'not_found', 'not_found']);
    expect((await partner.owner.post(`/leads/${first.id}/merge`, {})).fields).toEqual(['into']);
    expect((await merge(first.id, 1)).fields).toEqual(['into']);
    expect(await everythingOf(test, partner.accountId)).toEqual(before);
  });

  it('of a lead that was already merged is 404', async () => {
    const [first, second] = await pair();
    await merge(first.id, second.id);
    expect((await merge(first.id, second.id)).error.code).toBe('not_found');
    expect((await merge(second.id, first.id)).error.code).toBe('not_found');
  });
});

describe('a merge at the same time as', () => {
  const ROUNDS = shortOrLong(4, 15);

  it('the opposite merge: one is done, the other finds nothing', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [first, second] = await pair({ tags: ['a'], notes: 'um' }, { tags: ['b'], email: 'a@example.com' });
      const answers = await Promise.all([merge(first.id, second.id), merge(second.id, first.id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      const [left] = (await search(`?phone=${first.phone}`)).data;
      expect(left).toMatchObject({ tags: ['a', 'b'], email: 'a@example.com' });
      expect(left?.notes).toContain('um');
      expect(left?.merged_leads).toHaveLength(1);
    }
    expect(await wrongEntries()).toEqual([]);
  });

  it('merges of further leads of the phone: all end in one', async () => {
    const [first, second] = await pair();
    const [third, fourth] = [await duplicate(first.phone), await duplicate(first.phone)];
    const answers = await Promise.all([
      merge(fourth.id, third.id),
      merge(third.id, second.id),
      merge(second.id, first.id),
      merge(fourth.id, first.id),
    ]);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    const left = (await search(`?phone=${first.phone}`)).data;
    const merged = left.flatMap(({ merged_leads }) => merged_leads.map(({ id }) => id));
    expect([...left.map(({ id }) => id), ...merged].sort()).toEqual(
      [first, second, third, fourth].map(({ id }) => id).sort(),
    );
  });

  it('POST /leads: refused as ambiguous or applied to the one that stays', async () => {
    const seen = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const [first, second] = await pair();
      const post = (i: number) =>
        partner.api.post<Submitted>('/leads', { phone: first.phone, notes: `n${i}.`, tags: [`t${i}`] });
      const [answers, merged] = await race(
        round,
        () => Promise.all(times(6, post)),
        () => merge(first.id, second.id),
      );
      expect(merged.status).toBe(200);
      const { notes, tags } = await detail(second.id);
      for (const [i, answer] of answers.entries()) {
        seen.add(answer.status);
        expect([200, 409]).toContain(answer.status);
        expect([i, notes.includes(`n${i}.`), tags.includes(`t${i}`)]).toEqual([
          i,
          answer.status === 200,
          answer.status === 200,
        ]);
        if (answer.status === 200) expect(answer.data.id).toBe(second.id);
      }
      expect(await count('leads', `phone = '${first.phone}'`)).toBe(1);
    }
    expect([...seen].sort()).toEqual([200, 409]);
    expect(await wrongEntries()).toEqual([]);
  });

  it('POST /leads of a key that may not read: nothing that got a 202 is lost', async () => {
    const writer = await partner.withKey('leads:write');
    let [held, applied] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const [first, second] = await pair();
      const [answers, merged] = await race(
        round,
        () => Promise.all(times(4, (i) => writer.post('/leads', { phone: first.phone, notes: `n${i}.` }))),
        () => merge(first.id, second.id),
      );
      expect([merged, ...answers].map(({ status }) => status)).toEqual([200, 202, 202, 202, 202]);
      const { notes } = await detail(second.id);
      for (const i of [0, 1, 2, 3]) {
        const isHeld = await count('held_submissions', `phone = '${first.phone}' and body ->> 'notes' = 'n${i}.'`);
        const isApplied = notes.includes(`n${i}.`) ? 1 : 0;
        expect(isHeld + isApplied).toBe(1);
        held += isHeld;
        applied += isApplied;
      }
    }
    expect(held).toBeGreaterThan(0);
    expect(applied).toBeGreaterThan(0);
  });

  it('PATCH of both leads: what was accepted is in the survivor or in the record', async () => {
    const seen = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const [first, second] = await pair();
      const patch = (id: string, i: number) =>
        partner.api.patch(`/leads/${id}`, { notes: `n${i}.`, add_tags: [`t${i}`, 'same'] });
      const [done, ...patched] = await Promise.all([
        merge(first.id, second.id),
        ...times(4, (i) => patch(i % 2 ? first.id : second.id, i)),
      ]);
      expect(done?.status).toBe(200);
      const { notes, tags } = await detail(second.id);
      for (const [i, { status }] of patched.entries()) {
        seen.add(status);
        expect(i % 2 ? [200, 404] : [200]).toContain(status);
        expect([i, notes.includes(`n${i}.`), tags.includes(`t${i}`)]).toEqual([i, status === 200, status === 200]);
      }
    }
    expect(seen.has(200)).toBe(true);
    expect(await wrongEntries()).toEqual([]);
  });

  it('stage moves of both leads, by partners and staff: the history is whole', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [first, second] = await pair({}, { deals: [{ stage_id: stage['Novo'] }] });
      const [mine, other] = [first.deals[0]?.id ?? '', second.deals[0]?.id ?? ''];
      const to = stage['Em contato'];
      const [done, staff, ...moved] = await Promise.all([
        merge(first.id, second.id),
        partner.staff.put(`/deals/${mine}/stage`, { stage_id: stage['Agendado'] }),
        move(second.id, { stage_id: to, deal_id: other }),
        move(first.id, { stage_id: to, deal_id: mine }),
      ]);
      // Staff find the deal on either lead.
      expect([done?.status, staff?.status, moved[0]?.status]).toEqual([200, 200, 200]);
      expect([200, 404]).toContain(moved[1]?.status);
      const { stage_history, deals } = await detail(second.id);
      expect(deals.map(({ id }) => id).sort()).toEqual([mine, other].sort());
      expect(stage_history).toHaveLength(2 + (moved[1]?.status === 200 ? 1 : 0));
      expect(await count('stage_moves', `lead_id = '${first.id}'`)).toBe(0);
    }
    expect(await wrongEntries()).toEqual([]);
  });

  it('all of these: no deadlock', async () => expect(await deadlocks()).toBe(0));
});
