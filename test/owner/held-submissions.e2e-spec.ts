import type { HeldSubmissionView } from '../../src/contract/held-submission';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { heldCalls } from '../support/held-calls';
import { masked } from '../support/http-client';
import type { Submitted } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write'));
const writer = forEachTest(() => partner.withKey('leads:write'));
const calls = heldCalls(test, partner, writer);
const { pair, detail, list, newest, apply, dismiss, ambiguous } = calls;
const { conflicting, full, everything, quotaUsed, ledgerOf, nextPhone } = calls;

describe('GET /held-submissions', () => {
  it('shows the whole submission as it was sent, its key, and the leads that have its phone', async () => {
    const body = {
      name: 'Ana',
      notes: 'a\nb',
      external_id: 'e1',
      tags: ['x'],
      consent: true,
      attribution: { fbc: 'a\u0000\ud800', utm_source: 'ig' },
      deal: { value: 10.5 },
    };
    const { held, leads } = await ambiguous(body);
    const [key] = await partner.sql<{ id: string }>(
      'select id from api_keys where account_id = $1 and id <> $2',
      partner.keyId,
    );
    expect(held).toEqual({
      id: expect.any(String) as string,
      reason: 'ambiguous_lead',
      phone: leads[0].phone,
      external_id: 'e1',
      body: { phone: leads[0].phone, ...body },
      key: { id: key?.id, name: 'site' },
      request_id: expect.any(String) as string,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      state: 'held',
      resolved_at: null,
      lead_id: null,
      lead_ids: leads.map(({ id }) => id),
    });
  });

  it('names the lead that got all but the note, and no lead where the phone has none', async () => {
    const { held, lead } = await full();
    expect(held).toMatchObject({ reason: 'notes_full', state: 'held', lead_id: lead.id, lead_ids: [lead.id] });
    await writer.post('/leads', { phone: nextPhone.mobile(), external_id: `full-${lead.phone}` });
    expect(await newest()).toMatchObject({ reason: 'external_id_conflict', lead_id: null, lead_ids: [] });
  });

  it('lists one state, newest first, page by page; by default what is held', async () => {
    const [{ phone }] = await pair();
    for (let i = 0; i < 7; i++) await writer.post('/leads', { phone, name: `n${i}` });
    const all = (await list()).data;
    expect(all.map(({ body }) => body?.name)).toEqual(times(7, (i) => `n${6 - i}`));
    await dismiss(all[0]?.id ?? '');
    await dismiss(all[3]?.id ?? '');
    const expected = all.filter((_, i) => i !== 0 && i !== 3).map(({ id }) => id);
    const pages = await partner.owner.pages<HeldSubmissionView>('/held-submissions?state=held&limit=2');
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat().map(({ id }) => id)).toEqual(expected);
    expect((await list('?state=dismissed')).data.map(({ id }) => id)).toEqual([all[0]?.id, all[3]?.id]);
    expect((await list('?state=applied')).body).toEqual({ data: [], next_cursor: null });
  });

  it('refuses unknown states and parameters, and a cursor of another state or account', async () => {
    const [{ phone }] = await pair();
    for (let i = 0; i < 2; i++) await writer.post('/leads', { phone });
    const cursor = (await list('?limit=1')).body.next_cursor ?? '';
    expect((await list(`?limit=1&cursor=${cursor}`)).status).toBe(200);
    const other = await test.partner('leads:write');
    expect((await list(`?state=applied&cursor=${cursor}`)).fields).toEqual(['cursor']);
    expect((await other.owner.get(`/held-submissions?cursor=${cursor}`)).fields).toEqual(['cursor']);
    for (const query of ['state=x', 'state=', 'state=held&state=held']) {
      expect((await list(`?${query}`)).fields).toEqual(['state']);
    }
    expect((await list('?limit=0&foo=1')).fields).toEqual(['limit', 'foo']);
  });
});

describe('POST /held-submissions/{id}/dismiss', () => {
  it('frees the external_id that an ambiguous submission claimed', async () => {
    const { held, leads } = await ambiguous({ external_id: 'e1', name: 'Ana' });
    const phone = nextPhone.mobile();
    expect((await partner.api.post('/leads', { phone, external_id: 'e1' })).error.code).toBe('external_id_conflict');
    const before = await detail(leads[0].id);
    const answer = await dismiss(held.id);
    expect([answer.status, answer.data]).toEqual([
      200,
      { ...held, state: 'dismissed', resolved_at: expect.any(String) as string },
    ]);
    expect(await detail(leads[0].id)).toEqual(before);
    expect((await partner.api.post('/leads', { phone, external_id: 'e1' })).status).toBe(201);
  });

  it('leaves the external_id of a submission that was applied but for its note', async () => {
    const { held, lead } = await full();
    await dismiss(held.id);
    expect(await ledgerOf(held.external_id)).toEqual([{ lead_id: lead.id, claims: true, result: 'updated' }]);
    expect((await newest()) as unknown).toBeUndefined();
  });

  it('lets the same submission be held again when it is sent again', async () => {
    const { held } = await conflicting();
    await dismiss(held.id);
    await writer.post('/leads', held.body);
    expect(await newest()).toMatchObject({ reason: 'external_id_conflict', external_id: held.external_id });
  });
});

describe('a conflict that was applied', () => {
  it('is settled: the same submission sent again is 202, is held no second time, and counts', async () => {
    const { held, lead } = await conflicting({ notes: 'uma vez' });
    await apply(held.id, lead.id);
    const [before, used] = [await detail(lead.id), (await quotaUsed()) ?? 0];
    const again = await Promise.all(times(5, () => writer.post('/leads', held.body)));
    expect(again.map(({ status }) => status)).toEqual(times(5, () => 202));
    expect((await list()).data).toEqual([]);
    expect([await detail(lead.id), await quotaUsed()]).toEqual([before, used + 5]);
    // Another phone with the same external_id is another conflict.
    await writer.post('/leads', { phone: nextPhone.mobile(), external_id: held.external_id });
    expect((await list()).data).toHaveLength(1);
  });

  it('is applied once and held no second time, while it is sent again and again', async () => {
    for (let round = 0; round < shortOrLong(3, 10); round++) {
      const { held, lead } = await conflicting({ notes: 'uma vez' });
      const [applied, ...sent] = await Promise.all([
        apply(held.id, lead.id),
        ...times(6, () => writer.post('/leads', held.body)),
      ]);
      expect([applied.status, ...sent.map(({ status }) => status)]).toEqual([200, ...times(6, () => 202)]);
      expect((await list()).data).toEqual([]);
      expect((await detail(lead.id)).notes.split('uma vez')).toHaveLength(2);
    }
  });
});

describe('isolation', () => {
  it('held submissions and leads of another account and random ids give the same bytes', async () => {
    const { held, leads } = await ambiguous({ name: 'Ana' });
    const other = await test.partner('leads:write', 'leads:read');
    const theirLead = (await other.api.post<Submitted>('/leads', { phone: leads[0].phone })).data.id;
    const before = await everything();
    const post = (id: string, what: string, body?: object) =>
      other.owner.post(`/held-submissions/${id}/${what}`, body).then(masked);
    for (const id of [held.id, 'not-an-id']) {
      expect(await post(id, 'apply', { lead_id: theirLead })).toEqual(
        await post(RANDOM_ID, 'apply', { lead_id: theirLead }),
      );
      expect(await post(id, 'dismiss')).toEqual(await post(RANDOM_ID, 'dismiss'));
    }
    expect(await everything()).toEqual(before);
    expect(masked(await apply(held.id, theirLead))).toEqual(masked(await apply(held.id, RANDOM_ID)));
    expect((await other.owner.get('/held-submissions')).body).toEqual({ data: [], next_cursor: null });
    expect((await newest()).lead_ids).toEqual(leads.map(({ id }) => id));
  });
});
