import { appForAllTests, RANDOM_ID } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { heldCalls } from '../support/held-calls';
import type { Submitted } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { race, times } from '../support/race';
import { forEachTest } from '../support/setup';
const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write'));
const writer = forEachTest(() => partner.withKey('leads:write'));
const stage = forEachTest(() => partner.stages());
const ROUNDS = shortOrLong(4, 15);
const calls = heldCalls(test, partner, writer);
const { originOf, submit, pair, detail, list, apply, applyAsNew, dismiss } = calls;
const { ambiguous, conflicting, full, everything, quotaUsed, ledgerOf } = calls;

describe('POST /held-submissions/{id}/apply', () => {
  it('does to the lead what POST /leads does to a known one', async () => {
    const { held, leads } = await ambiguous({
      name: 'Ana',
      email: 'ana@example.com',
      notes: 'nota',
      tags: ['x', 'y'],
      consent: true,
      external_id: 'e1',
      attribution: { utm_source: 'ig' },
      deal: { stage_id: stage['Em contato'], value: 10 },
    });
    const [, second] = leads;
    const used = await quotaUsed();
    const answer = await apply(held.id, second.id);
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({
      ...held,
      state: 'applied',
      resolved_at: expect.any(String) as string,
      lead_id: second.id,
    });
    const lead = await detail(second.id);
    expect(lead).toMatchObject({
      name: 'Ana',
      email: 'ana@example.com',
      tags: ['x', 'y'],
      origin: 'social',
      origin_rule: 'utm_network_a',
      consent: { at: answer.data.resolved_at, key_id: held.key.id, request_id: held.request_id },
      deals: [{ stage_id: stage['Em contato'], value: 10, created_at: answer.data.resolved_at }],
    });
    expect(lead.notes).toMatch(/^\[API · site · \d{4}-\d\d-\d\d\] nota$/);
    expect(lead.updated_at > second.updated_at).toBe(true);
    expect(await quotaUsed()).toBe(used);
    expect(await ledgerOf('e1')).toEqual([{ lead_id: second.id, claims: true, result: 'held' }]);
    // The other lead of the phone takes the name, and nothing else.
    expect(await detail(leads[0].id)).toMatchObject({ name: 'Ana', email: null, tags: [], consent: null });
    // Sent again, the submission is a replay, which shows its lead.
    const replay = await partner.api.post<Submitted>('/leads', { phone: second.phone, external_id: 'e1' });
    expect([replay.status, replay.data.duplicate, replay.data.id]).toEqual([200, true, second.id]);
  });

  it('fills, and overwrites nothing: first contact, name, e-mail, consent and an open deal stay', async () => {
    const { held, lead } = await conflicting({
      name: 'Bia',
      email: 'b@example.com',
      consent: true,
      attribution: { gclid: 'Cj0KCQ_abc' },
      deal: { stage_id: stage['Em contato'] },
    });
    await partner.api.post('/leads', {
      phone: lead.phone,
      name: 'Ana',
      email: 'a@example.com',
      consent: true,
      attribution: { utm_source: 'ig' },
    });
    const before = await detail(lead.id);
    expect((await apply(held.id, lead.id)).status).toBe(200);
    expect(await detail(lead.id)).toEqual(before);
    expect((await ledgerOf(held.external_id)).map((row) => row.claims)).toEqual([true, false]);
  });

  it('works on any lead of the account, whose conversation takes the origin of its oldest lead', async () => {
    const { held } = await conflicting({ attribution: { utm_source: 'ig' } });
    const [first, second] = await pair();
    await apply(held.id, second.id);
    expect([(await detail(second.id)).origin, await originOf(first.phone)]).toEqual(['social', 'untracked']);
    const further = await conflicting({ attribution: { gclid: 'Cj0KCQ_abc' } });
    await apply(further.held.id, first.id);
    expect(await originOf(first.phone)).toBe('network_b_ads');
  });

  it('is 409 notes_full while the note does not fit, nothing applied; with room it is', async () => {
    const { held, lead } = await full();
    const before = await everything();
    expect((await apply(held.id, lead.id)).error.code).toBe('notes_full');
    expect(await everything()).toEqual(before);
    await test.sql(`update leads set notes = 'x' where id = $1`, [lead.id]);
    expect((await apply(held.id, lead.id)).data.state).toBe('applied');
    expect((await detail(lead.id)).notes).toMatch(/^x\n\[API · site · .*\] importante$/);
  });

  it('when the note did not fit, adds only the note, and only to the lead that it was meant for', async () => {
    const { held, lead } = await full({ tags: ['x'], name: 'Ana', consent: true, attribution: { utm_source: 'ig' } });
    const other = await submit();
    await partner.sql(`update leads set notes = '' where account_id = $1`);
    await partner.api.patch(`/leads/${lead.id}`, { remove_tags: ['x'], name: 'Bia' });
    const before = await everything();
    const refused = await apply(held.id, other.id);
    expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);
    expect(refused.error.message).toContain('ao lead para o qual foi enviada');
    const asNew = await applyAsNew(held.id);
    expect([asNew.status, asNew.error.code]).toEqual([409, 'conflict']);
    expect(await everything()).toEqual(before);
    const { notes, updated_at: _, ...rest } = await detail(lead.id);
    // Its deal was applied on arrival, so the account's pipelines no longer matter.
    await partner.sql('update stages set is_entry = false where account_id = $1');
    expect((await apply(held.id, lead.id)).data).toMatchObject({ state: 'applied', lead_id: lead.id });
    const after = await detail(lead.id);
    expect(after).toEqual({ ...rest, notes: after.notes, updated_at: after.updated_at });
    expect([notes, after.notes]).toEqual(['', expect.stringMatching(/^\[API · site · .*\] importante$/)]);
    expect(rest).toMatchObject({ name: 'Bia', tags: [], origin: 'social' });
  });

  it('is 409 for a decided submission, 404 for an unknown one, 422 for a bad body; nothing changes', async () => {
    const { held, leads } = await ambiguous({ name: 'Ana' });
    const other = await conflicting();
    const erased = await submit();
    await partner.owner.post(`/leads/${erased.id}/erase`);
    await apply(held.id, leads[0].id);
    await dismiss(other.held.id);
    const waiting = (await ambiguous()).held;
    const before = await everything();
    for (const id of [held.id, other.held.id]) {
      expect((await apply(id, leads[1].id)).error.code).toBe('conflict');
      expect((await dismiss(id)).error.code).toBe('conflict');
    }
    for (const [id, lead] of [
      [RANDOM_ID, leads[0].id],
      ['x', leads[0].id],
      [waiting.id, RANDOM_ID],
      [waiting.id, 'x'],
      [waiting.id, erased.id],
    ] as const) {
      expect((await apply(id, lead)).error.code).toBe('not_found');
    }
    expect((await dismiss(RANDOM_ID)).error.code).toBe('not_found');
    for (const [body, field] of [
      [{}, 'lead_id'],
      [{ lead_id: 1 }, 'lead_id'],
      [{ lead_id: null }, 'lead_id'],
      [{ new_lead: false }, 'new_lead'],
      [{ new_lead: true, lead_id: leads[0].id }, 'new_lead'],
    ] as const) {
      expect((await partner.owner.post(`/held-submissions/${waiting.id}/apply`, body)).fields).toEqual([field]);
    }
    expect(await everything()).toEqual(before);
  });

  it('follows its lead into a merge, and is erased with the person', async () => {
    const { held, leads } = await ambiguous({ external_id: 'e1', name: 'Canário' });
    const conflict = await conflicting({ name: 'Canário' });
    await apply(held.id, leads[0].id);
    await apply(conflict.held.id, leads[0].id);
    await partner.owner.post(`/leads/${leads[0].id}/merge`, { into: leads[1].id });
    const applied = (await list('?state=applied')).data;
    expect(applied.map(({ lead_id }) => lead_id)).toEqual([leads[1].id, leads[1].id]);
    expect((await ledgerOf('e1')).map(({ lead_id }) => lead_id)).toEqual([leads[1].id]);
    expect((await ledgerOf(conflict.held.external_id)).at(-1)?.lead_id).toBe(leads[1].id);
    const replay = await partner.api.post<Submitted>('/leads', { phone: leads[0].phone, external_id: 'e1' });
    expect(replay.data.id).toBe(leads[1].id);
    await partner.owner.post(`/leads/${leads[1].id}/erase`);
    expect(Object.values(await everything()).filter((rows) => rows.includes('Canário'))).toEqual([]);
    expect((await list('?state=applied')).data.map(({ body, phone, lead_id }) => [body, phone, lead_id])).toEqual([
      [null, null, leads[1].id],
      [null, null, leads[1].id],
    ]);
  });
});

describe('at once', () => {
  it('several times apply: one 200, the others 409, applied once', async () => {
    for (let round = 0; round < ROUNDS / 2; round++) {
      const { held, leads } = await ambiguous({ notes: `nota-${round}.`, tags: ['t'] });
      const targets = [...leads, await submit()];
      const answers = await Promise.all(times(6, (i) => apply(held.id, targets[i % 3]?.id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...times(5, () => 409)]);
      const notes = (await Promise.all(targets.map(({ id }) => detail(id)))).map((lead) => lead.notes).join('\n');
      expect(notes.split(`nota-${round}.`)).toHaveLength(2);
    }
  });

  it('apply and dismiss: one of them, and the other 409', async () => {
    const done = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const { held, leads } = await ambiguous({ notes: 'nota.', external_id: `e${round}` });
      const answers = await race(
        round,
        () => apply(held.id, leads[0].id),
        () => dismiss(held.id),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const state = answers.find(({ status }) => status === 200)?.data.state ?? '';
      done.add(state);
      const isApplied = state === 'applied';
      expect((await detail(leads[0].id)).notes.includes('nota.')).toBe(isApplied);
      expect(await ledgerOf(`e${round}`)).toMatchObject([
        { claims: isApplied, lead_id: isApplied ? leads[0].id : null },
      ]);
    }
    expect([...done].sort()).toEqual(['applied', 'dismissed']);
  });

  it('apply, a merge and an erasure of the same lead: never an error, nothing of the person stays', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { held, leads } = await ambiguous({ name: `Canário ${round}`, notes: 'canário' });
      const [applied, merged, erased] = await Promise.all([
        apply(held.id, leads[0].id),
        partner.owner.post(`/leads/${leads[0].id}/merge`, { into: leads[1].id }),
        partner.owner.post(`/leads/${leads[1].id}/erase`),
      ]);
      expect([200, 404, 409]).toContain(applied.status);
      expect([200, 404]).toContain(merged.status);
      expect(erased.status).toBe(200);
      expect(Object.values(await everything()).filter((rows) => /canário/i.test(rows))).toEqual([]);
    }
  });
});

it('no call met a deadlock', async () => expect(await deadlocks()).toBe(0));
