import { setTimeout as sleep } from 'node:timers/promises';
import { SIGNALS } from '../src/leads/attribution';
import type { LeadDetail } from '../src/leads/lead-detail.view';
import type { PersonExport } from '../src/leads/lead-export.queries';
import type { DealView, LeadView } from '../src/leads/lead.view';
import { type Partner, startApp, type TestApp } from './support/app';
import type { Answer, HttpClient } from './support/http-client';
import { WRONG_LIST_ENTRIES } from './support/list-entries';
import { phones } from './support/phones';
import { race } from './support/race';

interface Submitted {
  id: string;
  created: boolean;
  duplicate: boolean;
  lead: LeadView;
}

interface Group {
  phone: string;
  leads: LeadView[];
}

let test: TestApp;
let partner: Partner;
let stage: Record<string, string>;
const nextPhone = phones();
const RANDOM_ID = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';

beforeAll(async () => {
  test = await startApp();
});
beforeEach(async () => {
  partner = await test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write', 'metrics:read');
  const funnels = (await partner.api.get<{ stages: { id: string; name: string }[] }[]>('/pipelines')).data;
  stage = Object.fromEntries(funnels.flatMap((funnel) => funnel.stages.map(({ name, id }) => [name, id])));
});
afterAll(() => test.close());

const times = <T>(n: number, make: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => make(index));

const submit = async (body: object = {}) =>
  (await partner.api.post<Submitted>('/leads', { phone: nextPhone.mobile(), ...body })).data.lead;

/** A further lead of a phone, as imports leave them. */
const duplicate = async (phone: string, body: object = {}) =>
  (
    await test.operator.post<LeadView>(`/accounts/${partner.accountId}/leads`, {
      phone,
      allow_duplicate: true,
      ...body,
    })
  ).data;

/** Two leads of one phone; the first is the older. */
async function pair(first: object = {}, second: object = {}): Promise<[LeadView, LeadView]> {
  const lead = await submit(first);
  return [lead, await duplicate(lead.phone, second)];
}

const detail = async (id: string) => (await partner.owner.get<LeadDetail>(`/leads/${id}`)).data;
const search = (query: string) => partner.owner.get<LeadDetail[]>(`/leads${query}`);
const merge = (id: string, into: unknown) => partner.owner.post<LeadDetail>(`/leads/${id}/merge`, { into });
const erase = (id: string) => partner.owner.post<{ id: string; erased_at: string }>(`/leads/${id}/erase`);
const exportOf = (id: string) => partner.owner.get<PersonExport>(`/leads/${id}/export`);
const move = (id: string, body: object) => partner.api.post<{ deal: DealView }>(`/leads/${id}/stage`, body);

const count = async (table: string, where = 'true'): Promise<number> =>
  (
    await test.sql<{ n: number }>(`select count(*)::int as n from ${table} where account_id = $1 and (${where})`, [
      partner.accountId,
    ])
  )[0]?.n ?? -1;

/** Entries of lists that are missing or should not be there. */
const wrongEntries = () => test.sql(WRONG_LIST_ENTRIES, [[partner.accountId]]);

/** Everything of the account as text, table by table. */
async function everythingOf(accountId: string): Promise<Record<string, string>> {
  const tables = await test.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.filter((table) => table.name !== 'api_key_uses')) {
    const [row] = await test.sql<{ rows: string | null }>(
      `select string_agg(t::text, E'\\n' order by t::text) as rows from ${name} t where account_id = $1`,
      [accountId],
    );
    found[name] = row?.rows ?? '';
  }
  return found;
}

const deadlocks = async (): Promise<number> => {
  // The server reports its figures with up to a second's delay.
  await sleep(1_500);
  const [row] = await test.sql<{ n: number }>(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  );
  return row?.n ?? -1;
};

describe('GET /leads/{id}', () => {
  it('shows the lead as partners see it, with notes, consent, origin rule, signals and history', async () => {
    const attribution = { utm_source: 'ig', utm_term: 't', fbclid: 'IwAR0_abc', referrer: 'https://a.example/b?c=d' };
    const lead = await submit({ name: 'Ana', tags: ['b', 'A'], notes: 'um', consent: true, attribution });
    await move(lead.id, { stage_id: stage['Em contato'] });
    await test.operator.put(`/accounts/${partner.accountId}/deals/${lead.deals[0]?.id}/stage`, {
      stage_id: stage['Ganho'],
    });
    const answer = await partner.owner.get<LeadDetail>(`/leads/${lead.id}`);
    expect(answer.status).toBe(200);
    const {
      notes,
      consent,
      origin_rule,
      attribution: signals,
      stage_history,
      merged_leads,
      erased_at,
      ...rest
    } = answer.data;
    expect(rest).toEqual((await partner.api.get<LeadView>(`/leads/${lead.id}`)).data);
    expect(notes).toMatch(/^\[API · site · \d{4}-\d\d-\d\d\] um$/);
    expect(consent).toEqual({ at: lead.created_at, key_id: partner.keyId, request_id: expect.any(String) as string });
    expect(origin_rule).toBe('utm_network_a_with_click');
    expect(Object.keys(signals)).toEqual([...SIGNALS]);
    expect(signals).toMatchObject({ utm_source: 'ig', utm_term: 't', fbclid: 'IwAR0_abc', referrer: 'a.example/b' });
    expect(Object.values(signals).filter((signal) => signal === null)).toHaveLength(8);
    expect(
      stage_history.map(({ moved_by, key_id, from_stage_id, to_stage_id, deal_id }) => [
        moved_by,
        key_id,
        from_stage_id,
        to_stage_id,
        deal_id,
      ]),
    ).toEqual([
      ['api', partner.keyId, stage['Novo'], stage['Em contato'], lead.deals[0]?.id],
      ['staff', null, stage['Em contato'], stage['Ganho'], lead.deals[0]?.id],
    ]);
    expect([merged_leads, erased_at]).toEqual([[], null]);
  });

  it('shows origin and utm whatever the plan, and null where there is no consent', async () => {
    const lead = await submit({ attribution: { utm_source: 'ig' } });
    await test.operator.patch(`/accounts/${partner.accountId}`, { plan: { auto_origin: false } });
    expect((await partner.api.get<LeadView>(`/leads/${lead.id}`)).data.origin).toBeUndefined();
    expect(await detail(lead.id)).toMatchObject({
      origin: 'social',
      utm: { source: 'ig', medium: null, campaign: null },
      notes: '',
      consent: null,
    });
  });

  it('is 404 for an unknown lead', async () => {
    for (const id of [RANDOM_ID, 'x']) expect((await partner.owner.get(`/leads/${id}`)).error.code).toBe('not_found');
  });
});

describe('GET /leads?phone= or ?email=', () => {
  it('finds every lead of a phone in any spelling, and of an e-mail in any case', async () => {
    const [first, second] = await pair({ email: 'Ana@Example.com' }, { email: 'ana@example.com' });
    const other = await submit({ email: 'ANA@example.com' });
    const ids = async (query: string) => (await search(query)).data.map(({ id }) => id).sort();
    const expected = [first.id, second.id].sort();
    for (const phone of [first.phone, `%2B${first.phone}`, first.phone.slice(2), `0${first.phone.slice(2)}`]) {
      expect(await ids(`?phone=${phone}`)).toEqual(expected);
    }
    expect(await ids('?email=aNA@example.com')).toEqual([...expected, other.id].sort());
    expect((await search(`?phone=${first.phone}`)).data[0]).toEqual(await detail(first.id));
    expect(await ids(`?phone=${nextPhone.mobile()}`)).toEqual([]);
    expect(await ids('?email=nobody@example.com')).toEqual([]);
  });

  it.each([
    ['neither', '', ['phone', 'email']],
    ['both', '?phone=11987654321&email=a@example.com', ['phone', 'email']],
    ['an invalid phone', '?phone=123', ['phone']],
    ['a blank phone', '?phone=', ['phone']],
    ['a phone given twice', '?phone=11987654321&phone=11987654321', ['phone']],
    ['an invalid e-mail', '?email=a', ['email']],
    ['an unknown parameter', '?email=a@example.com&limit=1', ['limit']],
  ])('refuses %s', async (_, query, fields) => {
    const answer = await search(query);
    expect([answer.status, answer.fields.sort()]).toEqual([422, fields.sort()]);
  });
});

describe('GET /leads/duplicates', () => {
  it('lists the groups of leads that share one phone, page by page', async () => {
    await submit();
    const groups = [];
    for (let i = 0; i < 5; i++) groups.push(await pair({ name: `n${i}` }));
    await duplicate(groups[0]?.[0].phone ?? '');
    const pages: Group[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Answer<Group[]> = await partner.owner.get<Group[]>(
        `/leads/duplicates?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      pages.push(page.data);
      cursor = page.body.next_cursor ?? null;
    }
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    const shown = pages.flat();
    expect(shown.map(({ phone }) => phone)).toEqual(groups.map(([lead]) => lead.phone));
    expect(shown.map(({ leads }) => leads.length)).toEqual([3, 2, 2, 2, 2]);
    expect(shown[1]?.leads).toEqual(groups[1]);
  });

  it('is empty without duplicates, and refuses a cursor of another list or account', async () => {
    await submit();
    expect((await partner.owner.get('/leads/duplicates')).body).toEqual({ data: [], next_cursor: null });
    await submit();
    const foreign = (await partner.api.get('/leads?limit=1')).body.next_cursor ?? '';
    const other = await test.partner('leads:write');
    for (const [owner, cursor] of [
      [partner.owner, foreign],
      [partner.owner, 'x'],
    ] as const) {
      expect((await owner.get(`/leads/duplicates?cursor=${cursor}`)).fields).toEqual(['cursor']);
    }
    await pair();
    await pair();
    const cursor = (await partner.owner.get('/leads/duplicates?limit=1')).body.next_cursor ?? '';
    expect((await partner.owner.get(`/leads/duplicates?limit=1&cursor=${cursor}`)).status).toBe(200);
    expect((await other.owner.get(`/leads/duplicates?limit=1&cursor=${cursor}`)).fields).toEqual(['cursor']);
  });
});

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
    await test.operator.post(`/accounts/${partner.accountId}/appointments`, {
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
    // The whole record of the lead that went.
    const { merged_leads: _merges, erased_at: _erased, ...record } = before;
    expect(merged.merged_leads).toEqual([{ id: first.id, merged_at: expect.any(String) as string, lead: record }]);
    expect((await partner.owner.get(`/leads/${first.id}`)).status).toBe(404);
    expect((await partner.api.get(`/leads/${first.id}`)).status).toBe(404);
    expect(await count('appointments', `lead_id = '${second.id}'`)).toBe(1);
    expect(await count('stage_moves', `lead_id = '${second.id}'`)).toBe(1);
    const copies = await test.sql('select copy from deals where account_id = $1 order by copy', [partner.accountId]);
    expect(copies).toEqual([{ copy: 0 }, { copy: 1 }, { copy: 2 }]);
    expect(await wrongEntries()).toEqual([]);
    expect(await count('leads', 'touched_at = updated_at and copy = 0')).toBe(1);
    const replay = await partner.api.post<Submitted>('/leads', { phone, external_id: 'one' });
    expect([replay.status, replay.data.duplicate, replay.data.id]).toEqual([200, true, second.id]);
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

  it('counts the deals of each pipeline on by themselves', async () => {
    const [first, second] = await pair({}, { deals: [{ stage_id: stage['Novo'] }] });
    const [pipeline, entry] = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002'];
    await test.sql(`insert into pipelines values ($1, $2, 'Outro', false, now())`, [partner.accountId, pipeline]);
    await test.sql(`insert into stages values ($1, $2, $3, 'Entrada', 1, true, false, false, false, false, null)`, [
      partner.accountId,
      entry,
      pipeline,
    ]);
    await test.operator.post(`/accounts/${partner.accountId}/leads`, {
      phone: first.phone,
      allow_duplicate: true,
      deals: [{ stage_id: entry }, { stage_id: entry }],
    });
    const third = (await search(`?phone=${first.phone}`)).data.find(({ id }) => id !== first.id && id !== second.id);
    await merge(third?.id ?? '', second.id);
    await merge(second.id, first.id);
    const rows = await test.sql(
      'select (pipeline_id = $2) as other, copy, lead_id from deals where account_id = $1 order by 1, 2',
      [partner.accountId, pipeline],
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
    const originOf = async (phone: string) =>
      (
        await test.sql<{ origin: string }>('select origin from conversations where account_id = $1 and phone = $2', [
          partner.accountId,
          phone,
        ])
      )[0]?.origin;
    const [rated, younger] = await pair({ attribution: { utm_source: 'ig' } }, { origin: 'referral' });
    expect((await merge(rated.id, younger.id)).data).toMatchObject({ origin: 'social', utm: { source: 'ig' } });
    expect(await originOf(rated.phone)).toBe('social');
    const [open, later] = await pair({}, { origin: 'referral' });
    expect(await originOf(open.phone)).toBe('untracked');
    expect((await merge(later.id, open.id)).data).toMatchObject({ origin: 'referral', origin_rule: 'staff' });
    expect(await originOf(open.phone)).toBe('referral');
  });

  it('is 409 for leads of two phones and for one lead with itself, 404 for unknown ones, and changes nothing', async () => {
    const [first, second] = await pair();
    const other = await submit();
    const before = await everythingOf(partner.accountId);
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
    expect(await everythingOf(partner.accountId)).toEqual(before);
  });

  it('of a lead that went already is 404', async () => {
    const [first, second] = await pair();
    await merge(first.id, second.id);
    expect((await merge(first.id, second.id)).error.code).toBe('not_found');
    expect((await merge(second.id, first.id)).error.code).toBe('not_found');
  });
});

describe('a merge at the same time as', () => {
  const ROUNDS = 15;

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
        test.operator.put(`/accounts/${partner.accountId}/deals/${mine}/stage`, { stage_id: stage['Agendado'] }),
        move(second.id, { stage_id: to, deal_id: other }),
        move(first.id, { stage_id: to, deal_id: mine }),
      ]);
      // A deal that goes to another lead is the same deal: staff find it.
      expect([done?.status, staff?.status, moved[0]?.status]).toEqual([200, 200, 200]);
      expect([200, 404]).toContain(moved[1]?.status);
      const { stage_history, deals } = await detail(second.id);
      expect(deals.map(({ id }) => id).sort()).toEqual([mine, other].sort());
      expect(stage_history).toHaveLength(2 + (moved[1]?.status === 200 ? 1 : 0));
      expect(await count('stage_moves', `lead_id = '${first.id}'`)).toBe(0);
    }
    expect(await wrongEntries()).toEqual([]);
  });

  it('any of these: no deadlock', async () => expect(await deadlocks()).toBe(0));
});

/** Values that stand in no other row. */
const CANARIES = {
  name: 'Canário Nome',
  email: 'canario@example.com',
  notes: 'canario-nota',
  external_id: 'canario-externo',
  attribution: {
    utm_source: 'canario-source',
    utm_medium: 'canario-medium',
    utm_campaign: 'canario-campaign',
    utm_content: 'canario-content',
    utm_term: 'canario-term',
    fbclid: 'canario-fbclid',
    fbc: 'canario-fbc',
    gclid: 'canario-gclid',
    gbraid: 'canario-gbraid',
    wbraid: 'canario-wbraid',
    gad_source: 'canario-gad',
    referrer: 'https://canario.example/referrer',
  },
};

/** A person with traces everywhere: two leads, a merged one, deals, an appointment, held submissions of each reason. */
async function personEverywhere(): Promise<{ phone: string; id: string; sibling: string; writer: HttpClient }> {
  const writer = await partner.withKey('leads:write');
  await submit({ external_id: 'canario-de-outro' });
  const phone = nextPhone.mobile();
  await test.operator.post(`/accounts/${partner.accountId}/conversations`, {
    phone,
    channel: 'chat',
    name: 'Canário Conversa',
  });
  const lead = await submit({ phone, consent: true, tags: ['vip'], ...CANARIES });
  await move(lead.id, { stage_id: stage['Em contato'] });
  await test.operator.post(`/accounts/${partner.accountId}/appointments`, {
    lead_id: lead.id,
    starts_at: '2026-03-01T12:00:00Z',
    attended: true,
  });
  await writer.post('/leads', { phone, external_id: 'canario-de-outro', name: 'Canário Conflito' });
  await test.sql(`update leads set notes = notes || repeat('x', 1900) where id = $1`, [lead.id]);
  await writer.post('/leads', { phone, notes: `canario-nota-cheia ${'y'.repeat(400)}`, external_id: 'canario-nota' });
  const gone = await duplicate(phone, { name: 'Canário Fundido', email: 'canario2@example.com' });
  const sibling = await duplicate(phone, { name: 'Canário Irmão', email: 'canario3@example.com' });
  await writer.post('/leads', { phone, name: 'Canário Retido', external_id: 'canario-ambiguo' });
  await merge(gone.id, lead.id);
  return { phone, id: lead.id, sibling: sibling.id, writer };
}

describe('GET /leads/{id}/export', () => {
  it('holds everything on the person: conversation, leads, appointments, ledger, held submissions', async () => {
    const { phone, id, sibling } = await personEverywhere();
    const [automation, deal] = ['0199aaaa-0000-7000-8000-000000000003', (await detail(id)).deals[0]?.id];
    await test.sql(`insert into automations values ($1, $2, $3, 3, 'notify', null, null, now())`, [
      partner.accountId,
      automation,
      stage['Novo'],
    ]);
    await test.sql(`insert into automation_runs values ($1, $2, $3, now(), now())`, [
      partner.accountId,
      automation,
      deal,
    ]);
    const answer = await exportOf(id);
    expect(answer.status).toBe(200);
    const person = answer.data;
    expect(Object.keys(person)).toEqual([
      'conversation',
      'leads',
      'appointments',
      'submissions',
      'held_submissions',
      'automation_runs',
      'import_rows',
    ]);
    expect(person.conversation).toMatchObject({ phone, channel: 'chat', name: 'Canário Conversa' });
    expect(person.leads).toEqual([await detail(id), await detail(sibling)]);
    expect(person.leads[0]?.merged_leads[0]?.lead?.name).toBe('Canário Fundido');
    expect(person.appointments).toMatchObject([{ lead_id: id, starts_at: '2026-03-01T12:00:00.000Z', attended: true }]);
    expect(person.submissions.map((row) => (row as { external_id: string }).external_id)).toEqual([
      'canario-externo',
      'canario-de-outro',
      'canario-nota',
      'canario-ambiguo',
    ]);
    expect(person.held_submissions.map(({ reason, body }) => [reason, body?.name ?? null])).toEqual([
      ['external_id_conflict', 'Canário Conflito'],
      ['notes_full', null],
      ['ambiguous_lead', 'Canário Retido'],
    ]);
    expect(person.automation_runs).toMatchObject([{ automation_id: automation, deal_id: deal }]);
    expect((await exportOf(sibling)).data).toEqual(person);
    // Every text that is kept of the person is in it.
    const text = answer.text;
    for (const canary of Object.values(CANARIES.attribution)) expect(text).toContain(canary.replace('https://', ''));
  });

  it('is 404 for an unknown lead', async () => {
    expect((await exportOf(RANDOM_ID)).error.code).toBe('not_found');
  });
});

describe('POST /leads/{id}/erase', () => {
  it('leaves nothing of the person in any table, and nothing else is touched', async () => {
    const { phone, id, sibling } = await personEverywhere();
    const other = await test.partner('leads:write', 'leads:read');
    await other.api.post('/leads', { phone, ...CANARIES });
    const theirs = await everythingOf(other.accountId);
    const canary = new RegExp(`can[aá]rio|${phone.slice(-8)}`, 'i');
    const touched = (rows: Record<string, string>) =>
      Object.keys(rows).filter((table) =>
        (rows[table] ?? '').split('\n').some((row) => canary.test(row.replaceAll('canario-de-outro', ''))),
      );
    expect(touched(await everythingOf(partner.accountId))).toEqual([
      'conversations',
      'held_submissions',
      'lead_merges',
      'leads',
      'submissions',
    ]);
    const before = await detail(id);
    const counts = async () => {
      const found = [];
      for (const table of ['leads', 'conversations', 'deals', 'submissions', 'stage_moves'])
        found.push(await count(table));
      return found;
    };
    const rows = await counts();
    const answer = await erase(sibling);
    expect([answer.status, answer.data]).toEqual([200, { id: sibling, erased_at: expect.any(String) as string }]);

    expect(touched(await everythingOf(partner.accountId))).toEqual([]);
    expect(await everythingOf(other.accountId)).toEqual(theirs);
    expect(await counts()).toEqual(rows);
    const after = await detail(id);
    expect(after).toMatchObject({
      id,
      phone: '',
      name: null,
      email: null,
      tags: [],
      notes: '',
      consent: null,
      origin: before.origin,
      origin_rule: before.origin_rule,
      deals: before.deals,
      stage_history: before.stage_history,
      created_at: before.created_at,
      erased_at: answer.data.erased_at,
    });
    expect(Object.values(after.attribution)).toEqual(times(12, () => null));
    expect(after.merged_leads.map(({ lead }) => lead)).toEqual([null]);
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(await wrongEntries()).toEqual([]);
    expect(await count('lead_tags')).toBe(0);
    expect(await count('held_submissions', `state = 'dismissed' and body is null and resolved_at is not null`)).toBe(3);
    // The other submission of that external_id is another person's.
    expect(await count('submissions', `external_id = 'canario-de-outro' and claims_external_id`)).toBe(1);
    expect((await exportOf(id)).data.conversation.phone).toBeNull();
  });

  it('gives the same answer again, for each lead of the person', async () => {
    const [first, second] = await pair({ name: 'Ana' });
    const answer = await erase(first.id);
    const before = await everythingOf(partner.accountId);
    expect((await erase(first.id)).data).toEqual(answer.data);
    expect((await erase(second.id)).data).toEqual({ ...answer.data, id: second.id });
    expect(await everythingOf(partner.accountId)).toEqual(before);
    expect((await erase(RANDOM_ID)).error.code).toBe('not_found');
  });

  it('at once: one answer for all', async () => {
    const [first, second] = await pair({ name: 'Ana' });
    const answers = await Promise.all(times(10, (i) => erase(i % 2 ? first.id : second.id)));
    expect(answers.map(({ status }) => status)).toEqual(times(10, () => 200));
    expect(new Set(answers.map(({ data }) => data.erased_at)).size).toBe(1);
  });

  it('keeps the counts of the metrics', async () => {
    const lead = await submit({ attribution: { utm_source: 'ig' } });
    const before = (await partner.api.get('/metrics')).text;
    await erase(lead.id);
    expect((await partner.api.get('/metrics')).text).toBe(before);
  });

  it('makes the same phone a new conversation, and frees its external_ids', async () => {
    const lead = await submit({ external_id: 'mine', name: 'Ana', email: 'ana@example.com' });
    await erase(lead.id);
    expect((await search(`?phone=${lead.phone}`)).data).toEqual([]);
    expect((await search('?email=ana@example.com')).data).toEqual([]);
    expect((await partner.api.post('/leads/lookup', { phone: lead.phone })).status).toBe(404);
    const again = await partner.api.post<Submitted>('/leads', { phone: lead.phone, external_id: 'mine' });
    expect([again.status, again.data.created, again.data.lead.name]).toEqual([201, true, null]);
    expect(again.data.id).not.toBe(lead.id);
    const [reused, other] = [await submit({ external_id: 'e' }), nextPhone.mobile()];
    await erase(reused.id);
    expect((await partner.api.post('/leads', { phone: other, external_id: 'e' })).status).toBe(201);
  });

  it('closes the lead to changes, moves, merges and appointments', async () => {
    const [first, second] = await pair();
    await erase(first.id);
    const calls = [
      partner.api.patch(`/leads/${first.id}`, { name: 'Ana' }),
      move(first.id, { stage_id: stage['Em contato'] }),
      merge(first.id, second.id),
      test.operator.post(`/accounts/${partner.accountId}/appointments`, {
        lead_id: first.id,
        starts_at: '2026-03-01T12:00:00Z',
        attended: true,
      }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(404);
    expect((await partner.owner.get<Group[]>('/leads/duplicates')).data).toEqual([]);
  });

  it('shows partners that poll an empty lead', async () => {
    const lead = await submit({ name: 'Ana', tags: ['a'] });
    await erase(lead.id);
    const [seen] = (await partner.api.get<LeadView[]>(`/leads?updated_since=${lead.updated_at}`)).data;
    expect(seen).toMatchObject({ id: lead.id, name: null, phone: '', tags: [], deals: lead.deals });
  });
});

describe('an erasure at the same time as', () => {
  const ROUNDS = 15;

  /** No personal data on an erased lead or in its conversation. */
  const remains = async (): Promise<number> =>
    (
      await test.sql(
        `select 1 from leads l join conversations c on c.account_id = l.account_id and c.id = l.conversation_id
         where l.account_id = $1 and l.erased_at is not null
           and (l.name is not null or l.notes <> '' or l.phone <> '' or c.phone is not null or c.phone_key is not null
                or exists (select 1 from lead_tags t where t.account_id = l.account_id and t.lead_id = l.id))`,
        [partner.accountId],
      )
    ).length;

  it('POST /leads of the same phone: never an error, and nothing on the erased lead', async () => {
    const created = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const lead = await submit({ name: 'Ana' });
      const post = (i: number) =>
        partner.api.post<Submitted>('/leads', {
          phone: lead.phone,
          name: `n${i}`,
          notes: `n${i}`,
          tags: [`t${i}`],
          external_id: `${round}-${i}`,
        });
      const [posted, erased] = await race(
        round,
        () => Promise.all(times(8, post)),
        () => erase(lead.id),
      );
      expect(erased.status).toBe(200);
      for (const { status } of posted) expect([200, 201]).toContain(status);
      const fresh = posted.filter(({ data }) => data.id !== lead.id);
      created.add(fresh.length);
      // One new conversation at most, and every later submission is in it.
      expect(new Set(fresh.map(({ data }) => data.id)).size).toBeLessThanOrEqual(1);
      expect(posted.filter(({ status }) => status === 201)).toHaveLength(fresh.length > 0 ? 1 : 0);
      expect(await count('submissions', `external_id like '${round}-%'`)).toBe(fresh.length);
    }
    expect([...created].some((n) => n > 0)).toBe(true);
    expect(await remains()).toBe(0);
  });

  it('POST /leads of a key that may not read, the phone being ambiguous: all is held before or applied after', async () => {
    const writer = await partner.withKey('leads:write');
    let applied = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const [first] = await pair({ name: 'Ana' });
      const [posted, erased] = await race(
        round,
        () => Promise.all(times(4, (i) => writer.post('/leads', { phone: first.phone, name: `n${i}` }))),
        () => erase(first.id),
      );
      expect(erased.status).toBe(200);
      for (const { status } of posted) expect(status).toBe(202);
      // What is still held would be of a phone that is ambiguous no more.
      expect(await count('held_submissions', `state = 'held'`)).toBe(0);
      expect(await count('held_submissions', 'body is not null or phone is not null')).toBe(0);
      applied += (await search(`?phone=${first.phone}`)).data.length;
    }
    expect(applied).toBeGreaterThan(0);
    expect(await remains()).toBe(0);
  });

  it('PATCH, staff contacts and merges of the same lead: nothing on the erased lead', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [first, second] = await pair();
      const [erased, patched, contact, imported, merged] = await Promise.all([
        erase(first.id),
        partner.api.patch(`/leads/${first.id}`, { name: 'Ana', notes: 'n', add_tags: ['t'] }),
        test.operator.post(`/accounts/${partner.accountId}/conversations`, { phone: first.phone, channel: 'chat' }),
        test.operator.post(`/accounts/${partner.accountId}/leads`, { phone: first.phone, allow_duplicate: true }),
        merge(second.id, first.id),
      ]);
      expect(erased.status).toBe(200);
      expect([200, 404]).toContain(patched.status);
      expect([200, 201]).toContain(contact.status);
      expect(imported.status).toBe(201);
      expect([200, 404]).toContain(merged.status);
    }
    expect(await remains()).toBe(0);
  });

  it('any of these: no deadlock', async () => expect(await deadlocks()).toBe(0));
});

describe('isolation', () => {
  /** An answer without what differs by its nature. */
  const masked = (answer: Answer<unknown>): unknown => {
    const id = answer.headers.get('x-request-id') ?? '';
    const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'date', 'ratelimit'].includes(name));
    return { status: answer.status, headers, text: answer.text.replaceAll(id, 'ID') };
  };

  const slots: [string, (id: string, mine: string) => Promise<Answer<unknown>>][] = [
    ['GET /leads/{id}', (id) => partner.owner.get(`/leads/${id}`)],
    ['POST /leads/{id}/merge', (id, mine) => merge(id, mine)],
    ['into of a merge', (id, mine) => merge(mine, id)],
    ['GET /leads/{id}/export', (id) => exportOf(id)],
    ['POST /leads/{id}/erase', (id) => erase(id)],
  ];

  it.each(slots)(
    'in %s the id of another account, a random and a malformed one give the same bytes',
    async (_, call) => {
      const mine = await submit();
      const theirs = await test.partner('leads:write', 'leads:read');
      const { id } = (await theirs.api.post<Submitted>('/leads', { phone: mine.phone, name: 'Deles' })).data;
      const before = await everythingOf(theirs.accountId);
      const foreign = masked(await call(id, mine.id));
      expect(foreign).toMatchObject({ status: 404 });
      expect(masked(await call(RANDOM_ID, mine.id))).toEqual(foreign);
      expect(masked(await call('not-an-id', mine.id))).toEqual(foreign);
      expect(await everythingOf(theirs.accountId)).toEqual(before);
    },
  );

  it('searches, groups and exports show the own account only', async () => {
    const [mine] = await pair({ email: 'ana@example.com' });
    const theirs = await test.partner('leads:write', 'leads:read');
    await theirs.api.post('/leads', { phone: mine.phone, email: 'ana@example.com', name: 'Deles' });
    for (const path of [`?phone=${mine.phone}`, '?email=ana@example.com', '/duplicates', `/${mine.id}/export`]) {
      expect((await partner.owner.get(`/leads${path}`)).text).not.toContain('Deles');
    }
    expect((await theirs.owner.get<Group[]>('/leads/duplicates')).data).toEqual([]);
  });

  it('the routes are the owner’s: a key is unauthorized', async () => {
    const { id } = await submit();
    const owner = `${test.url}/admin/v1`;
    for (const path of [`/leads/${id}`, '/leads?phone=11987654321', '/leads/duplicates', `/leads/${id}/export`]) {
      const response = await fetch(owner + path, { headers: { Authorization: `Bearer ${partner.key}` } });
      expect(response.status).toBe(401);
    }
  });
});
