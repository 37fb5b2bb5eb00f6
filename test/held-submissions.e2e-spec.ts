import type { HeldSubmissionView } from '../src/leads/held-submission.view';
import type { LeadDetail } from '../src/leads/lead-detail.view';
import type { LeadView } from '../src/leads/lead.view';
import { type Partner, RANDOM_ID, startApp, type TestApp } from './support/app';
import type { Answer, HttpClient } from './support/http-client';
import { phones } from './support/phones';
import { race, times } from './support/race';

interface Submitted {
  id: string;
  created: boolean;
  duplicate: boolean;
  lead: LeadView;
}

let test: TestApp;
let partner: Partner;
let writer: HttpClient;
let stage: Record<string, string>;
const nextPhone = phones();

beforeAll(async () => {
  test = await startApp();
});
beforeEach(async () => {
  partner = await test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write');
  writer = await partner.withKey('leads:write');
  stage = await partner.stages();
});
afterAll(() => test.close());

const submit = async (body: object = {}) =>
  (await partner.api.post<Submitted>('/leads', { phone: nextPhone.mobile(), ...body })).data.lead;

const detail = async (id: string) => (await partner.owner.get<LeadDetail>(`/leads/${id}`)).data;
const list = (query = '') => partner.owner.get<HeldSubmissionView[]>(`/held-submissions${query}`);
const newest = async () => (await list()).data[0] as HeldSubmissionView;
const apply = (id: string, leadId: unknown) =>
  partner.owner.post<HeldSubmissionView>(`/held-submissions/${id}/apply`, { lead_id: leadId });
const dismiss = (id: string) => partner.owner.post<HeldSubmissionView>(`/held-submissions/${id}/dismiss`);

/** Two leads of one phone, the older first. */
async function pair(): Promise<[LeadView, LeadView]> {
  const lead = await submit();
  const { data } = await test.operator.post<LeadView>(`/accounts/${partner.accountId}/leads`, {
    phone: lead.phone,
    allow_duplicate: true,
  });
  return [lead, data];
}

/** A submission that is held because its phone has two leads. */
async function ambiguous(body: object = {}): Promise<{ held: HeldSubmissionView; leads: [LeadView, LeadView] }> {
  const leads = await pair();
  expect((await writer.post('/leads', { phone: leads[0].phone, ...body })).status).toBe(202);
  return { held: await newest(), leads };
}

/** A submission that is held because another phone has its external_id. */
async function conflicting(body: object = {}): Promise<{ held: HeldSubmissionView; lead: LeadView }> {
  const external_id = `taken-${nextPhone.mobile()}`;
  await submit({ external_id });
  const lead = await submit();
  await writer.post('/leads', { phone: lead.phone, external_id, ...body });
  return { held: await newest(), lead };
}

/** A submission whose note is held because the lead's record is full. */
async function full(): Promise<{ held: HeldSubmissionView; lead: LeadView }> {
  const lead = await submit();
  await test.sql(`update leads set notes = repeat('x', 2000) where id = $1`, [lead.id]);
  await writer.post('/leads', { phone: lead.phone, notes: 'importante', external_id: `full-${lead.phone}` });
  return { held: await newest(), lead };
}

/** Every row of the account as text. */
async function everythingOf(accountId: string): Promise<string[]> {
  const tables = await test.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  const found = [];
  for (const { name } of tables.filter((table) => table.name !== 'api_key_uses')) {
    const rows = await test.sql<{ row: string }>(
      `select t::text as row from ${name} t where account_id = $1 order by 1`,
      [accountId],
    );
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found;
}

const quotaUsed = async () =>
  (await test.sql<{ used: number }>('select used from daily_submissions where account_id = $1', [partner.accountId]))[0]
    ?.used;

const ledgerOf = async (externalId: string | null) =>
  test.sql<{ lead_id: string | null; claims: boolean; result: string }>(
    `select lead_id, claims_external_id as claims, result from submissions
     where account_id = $1 and external_id = $2 order by id`,
    [partner.accountId, externalId],
  );

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
    const [key] = await test.sql<{ id: string }>('select id from api_keys where account_id = $1 and id <> $2', [
      partner.accountId,
      partner.keyId,
    ]);
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
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Answer<HeldSubmissionView[]> = await list(`?state=held&limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.data.map(({ id }) => id));
      sizes.push(page.data.length);
      cursor = page.body.next_cursor ?? null;
    }
    expect([seen, sizes]).toEqual([expected, [2, 2, 1]]);
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
    expect((await detail(leads[0].id)).updated_at).toBe(leads[0].updated_at);
    // Sent again it is a replay, which shows the lead that it went to.
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
    const origin = async () =>
      (
        await test.sql<{ origin: string }>('select origin from conversations where account_id = $1 and phone = $2', [
          partner.accountId,
          first.phone,
        ])
      )[0]?.origin;
    expect([(await detail(second.id)).origin, await origin()]).toEqual(['social', 'untracked']);
    const further = await conflicting({ attribution: { gclid: 'Cj0KCQ_abc' } });
    await apply(further.held.id, first.id);
    expect(await origin()).toBe('network_b_ads');
  });

  it('is 409 notes_full while the note does not fit, nothing applied; with room it is', async () => {
    const { held, lead } = await full();
    const before = await everythingOf(partner.accountId);
    expect((await apply(held.id, lead.id)).error.code).toBe('notes_full');
    expect(await everythingOf(partner.accountId)).toEqual(before);
    await test.sql(`update leads set notes = 'x' where id = $1`, [lead.id]);
    expect((await apply(held.id, lead.id)).data.state).toBe('applied');
    expect((await detail(lead.id)).notes).toMatch(/^x\n\[API · site · .*\] importante$/);
  });

  it('keeps the lead that a submission itself went to when its note goes to another one', async () => {
    const { held, lead } = await full();
    const other = await submit();
    expect((await apply(held.id, other.id)).data.lead_id).toBe(other.id);
    expect((await ledgerOf(held.external_id))[0]?.lead_id).toBe(lead.id);
    const replay = await partner.api.post<Submitted>('/leads', { phone: lead.phone, external_id: held.external_id });
    expect(replay.data.id).toBe(lead.id);
  });

  it('answers what the funnel has against it by now, nothing applied', async () => {
    const { held, leads } = await ambiguous({ deal: { stage_id: stage['Em contato'] } });
    await test.sql('update stages set is_won = true where id = $1', [stage['Em contato']]);
    const before = await everythingOf(partner.accountId);
    const answer = await apply(held.id, leads[0].id);
    expect([answer.status, answer.error.code]).toEqual([422, 'won_requires_closing']);
    expect(await everythingOf(partner.accountId)).toEqual(before);
  });

  it('is 409 for what was decided already, 404 for what is unknown, 422 for a bad body; nothing changes', async () => {
    const { held, leads } = await ambiguous({ name: 'Ana' });
    const other = await conflicting();
    const erased = await submit();
    await partner.owner.post(`/leads/${erased.id}/erase`);
    await apply(held.id, leads[0].id);
    await dismiss(other.held.id);
    const waiting = (await ambiguous()).held;
    const before = await everythingOf(partner.accountId);
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
    for (const body of [{}, { lead_id: 1 }, { lead_id: null }]) {
      expect((await partner.owner.post(`/held-submissions/${waiting.id}/apply`, body)).fields).toEqual(['lead_id']);
    }
    expect(await everythingOf(partner.accountId)).toEqual(before);
  });

  it('follows the lead when that is merged into another one, and goes with an erased person', async () => {
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
    expect((await everythingOf(partner.accountId)).filter((row) => row.includes('Canário'))).toEqual([]);
    expect((await list('?state=applied')).data.map(({ body, phone, lead_id }) => [body, phone, lead_id])).toEqual([
      [null, null, leads[1].id],
      [null, null, leads[1].id],
    ]);
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

describe('at once', () => {
  it('10 times apply: one 200, nine 409, applied once', async () => {
    for (let round = 0; round < 5; round++) {
      const { held, leads } = await ambiguous({ notes: `nota-${round}.`, tags: ['t'] });
      const targets = [...leads, await submit()];
      const answers = await Promise.all(times(10, (i) => apply(held.id, targets[i % 3]?.id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...times(9, () => 409)]);
      const notes = (await Promise.all(targets.map(({ id }) => detail(id)))).map((lead) => lead.notes).join('\n');
      expect(notes.split(`nota-${round}.`)).toHaveLength(2);
    }
  });

  it('apply and dismiss: one of them, and the other 409', async () => {
    const done = new Set<string>();
    for (let round = 0; round < 15; round++) {
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
    for (let round = 0; round < 15; round++) {
      const { held, leads } = await ambiguous({ name: `Canário ${round}`, notes: 'canário' });
      const [applied, merged, erased] = await Promise.all([
        apply(held.id, leads[0].id),
        partner.owner.post(`/leads/${leads[0].id}/merge`, { into: leads[1].id }),
        partner.owner.post(`/leads/${leads[1].id}/erase`),
      ]);
      expect([200, 404, 409]).toContain(applied.status);
      expect([200, 404]).toContain(merged.status);
      expect(erased.status).toBe(200);
      expect((await everythingOf(partner.accountId)).filter((row) => /canário/i.test(row))).toEqual([]);
    }
  });
});

describe('isolation', () => {
  const masked = (answer: Answer<unknown>): unknown => {
    const id = answer.headers.get('x-request-id') ?? '';
    const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'date', 'ratelimit'].includes(name));
    return { status: answer.status, headers, text: answer.text.replaceAll(id, 'ID') };
  };

  it('held submissions and leads of another account and random ids give the same bytes', async () => {
    const { held, leads } = await ambiguous({ name: 'Ana' });
    const other = await test.partner('leads:write', 'leads:read');
    const theirLead = (await other.api.post<Submitted>('/leads', { phone: leads[0].phone })).data.id;
    const before = await everythingOf(partner.accountId);
    const post = (id: string, what: string, body?: object) =>
      other.owner.post(`/held-submissions/${id}/${what}`, body).then(masked);
    for (const id of [held.id, 'not-an-id']) {
      expect(await post(id, 'apply', { lead_id: theirLead })).toEqual(
        await post(RANDOM_ID, 'apply', { lead_id: theirLead }),
      );
      expect(await post(id, 'dismiss')).toEqual(await post(RANDOM_ID, 'dismiss'));
    }
    expect(await everythingOf(partner.accountId)).toEqual(before);
    expect(masked(await apply(held.id, theirLead))).toEqual(masked(await apply(held.id, RANDOM_ID)));
    expect((await other.owner.get('/held-submissions')).body).toEqual({ data: [], next_cursor: null });
    expect((await newest()).lead_ids).toEqual(leads.map(({ id }) => id));
  });
});
