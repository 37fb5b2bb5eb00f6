import { Database } from '../../src/database/database';
import type { LeadView } from '../../src/contract/lead';
import { appForAllTests, RANDOM_ID } from '../support/app';
import type { Pipeline } from '../support/pipelines';
import { ENTER_LISTS, SET_UPDATED_AT } from '../support/list-entries';
import { forEachTest } from '../support/setup';
import { leadCalls } from '../support/lead-calls';
import { watchTraffic } from '../support/traffic';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write'));
const { nextPhone, submit, staffLead } = leadCalls(test, partner);

const list = (query = '', from = partner) => from.api.get<LeadView[]>(`/leads${query}`);

const pages = (query: string) => partner.api.pages<LeadView>(`/leads?${query}`);

const ids = (leads: LeadView[]) => leads.map(({ id }) => id);

describe('GET /leads', () => {
  it('pages in the order of updated_at and id, 50 at a time unless limit says otherwise', async () => {
    const leads: LeadView[] = [];
    for (let i = 0; i < 53; i++) leads.push(await submit());
    const whole = await list('?limit=100');
    expect(Object.keys(whole.body)).toEqual(['data', 'next_cursor']);
    expect([ids(whole.data), whole.body.next_cursor]).toEqual([ids(leads), null]);
    expect((await pages('limit=20')).map((page) => page.length)).toEqual([20, 20, 13]);
    // Pages are read in parts of ten.
    for (const limit of [9, 10, 11]) expect((await pages(`limit=${limit}`)).flatMap(ids)).toEqual(ids(leads));
    expect((await pages('')).map(ids)).toEqual([ids(leads.slice(0, 50)), ids(leads.slice(50))]);
    expect(whole.data[0]).toEqual((await partner.api.get(`/leads/${leads[0]?.id}`)).data);
  });

  it('shows a lead that changes during the reading again, at the end', async () => {
    const [a, b, c] = [await submit(), await submit(), await submit()];
    const first = await list('?limit=1');
    await partner.api.patch(`/leads/${a.id}`, { name: 'mudou' });
    const rest = await list(`?limit=100&cursor=${first.body.next_cursor}`);
    expect(ids(rest.data)).toEqual([b.id, c.id, a.id]);
  });

  it('filters by pipeline, stage, tag and time, each alone and in every combination', async () => {
    const stage = await partner.stages();
    const [pipeline] = (await partner.api.get<Pipeline[]>('/pipelines')).data;
    const bare = await staffLead();
    const novo = await submit();
    const contact = await submit({ deal: { stage_id: stage['Em contato'] } });
    const tagged = await submit({ tags: ['VIP'] });
    const both = await submit({ tags: ['vip', 'x'], deal: { stage_id: stage['Em contato'] } });
    const since = tagged.updated_at;
    const cases: [string, LeadView[]][] = [
      ['', [bare, novo, contact, tagged, both]],
      [`pipeline_id=${pipeline?.id}`, [novo, contact, tagged, both]],
      [`stage_id=${stage['Em contato']}`, [contact, both]],
      [`stage_id=${stage['Novo']?.toUpperCase()}`, [novo, tagged]],
      ['tag=%20Vip', [tagged, both]],
      [`updated_since=${since}`, [tagged, both]],
      [`pipeline_id=${pipeline?.id}&stage_id=${stage['Em contato']}`, [contact, both]],
      [`pipeline_id=${pipeline?.id}&tag=vip`, [tagged, both]],
      [`stage_id=${stage['Em contato']}&tag=VIP`, [both]],
      [`stage_id=${stage['Em contato']}&updated_since=${since}`, [both]],
      [`pipeline_id=${pipeline?.id}&stage_id=${stage['Em contato']}&tag=x&updated_since=${since}`, [both]],
      ['tag=nope', []],
      ['stage_id=nonsense', []],
      [`pipeline_id=${RANDOM_ID}`, []],
      [`stage_id=${partner.accountId}`, []],
      [`pipeline_id=${stage['Em contato']}`, []],
      [`stage_id=${pipeline?.id}&tag=vip`, []],
      [`stage_id=${RANDOM_ID}&tag=vip`, []],
    ];
    for (const [query, leads] of cases) {
      expect([query, ids((await pages(`${query}&limit=2`)).flat())]).toEqual([query, ids(leads)]);
    }
  });

  it('lists a lead with two deals in one stage once', async () => {
    const stage = await partner.stages();
    const deals = [{ stage_id: stage['Novo'] }, { stage_id: stage['Novo'], value: 3 }];
    const lead = await staffLead({ deals });
    expect(lead.deals).toHaveLength(2);
    expect(ids((await list(`?stage_id=${stage['Novo']}`)).data)).toEqual([lead.id]);
  });

  it('pages 1,000 leads of one updated_at to 1,000 distinct ids', async () => {
    const { id } = await submit({ tags: ['todos'] });
    await partner.sql(
      `with c as (insert into conversations (account_id, id, channel, origin, day, created_at)
         select account_id, gen_random_uuid(), 'chat', 'untracked', day, created_at
         from conversations, generate_series(2, 1000) where account_id = $1 returning account_id, id)
       insert into leads (account_id, id, conversation_id, copy, phone, origin, origin_rule, created_at, updated_at, touched_at)
       select c.account_id, gen_random_uuid(), c.id, 0, '551133334444', 'untracked', 'no_signal', l.created_at, l.updated_at, l.touched_at
       from c, leads l where l.id = $2`,
      id,
    );
    await partner.sql(`insert into lead_tags select l.account_id, l.id, t.id from leads l join tags t using (account_id)
       where l.account_id = $1 on conflict do nothing`);
    await test.sql(ENTER_LISTS, [[partner.accountId]]);
    // Autovacuum analyzes within a minute after such an import.
    await test.sql('analyze');
    for (const query of ['limit=100', 'limit=100&tag=todos']) {
      const seen = new Set(ids((await pages(query)).flat()));
      expect(seen.size).toBe(1_000);
    }
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=%2010', 'limit'],
    ['limit=10&limit=10', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=abc', 'cursor'],
    ['stage_id=', 'stage_id'],
    ['pipeline_id=', 'pipeline_id'],
    ['tag=', 'tag'],
    [`tag=${'x'.repeat(41)}`, 'tag'],
    ['tag=%00', 'tag'],
    ['updated_since=2024-02-30T00:00:00Z', 'updated_since'],
    ['updated_since=2024-01-01', 'updated_since'],
    ['updated_since=2024-01-01T24:00:00Z', 'updated_since'],
    ['updated_since=2024-01-01T00:00:60Z', 'updated_since'],
    ['updated_since=2024-01-01T00:00:00.1234567890Z', 'updated_since'],
    ['updated_since=now', 'updated_since'],
    ['page=2', 'page'],
    ['limit[]=2', 'limit[]'],
  ])('refuses %s', async (query, field) => {
    const answer = await list(`?${query}`);
    expect([answer.status, answer.error.code, answer.fields]).toEqual([422, 'validation_error', [field]]);
  });

  it('says how to write a + that the query has turned into a blank', async () => {
    const messageTo = async (query: string) => (await list(`?${query}`)).error.details?.fields?.[0]?.message;
    expect(await messageTo('updated_since=2026-01-01T00:00:00+03:00')).toBe(
      'deve ser uma data e hora ISO 8601, como 2026-03-01T12:00:00Z; em um endereço (URL), o sinal + se escreve %2B',
    );
    expect(await messageTo('updated_since=now')).not.toContain('%2B');
    expect((await list('?updated_since=2026-01-01T00:00:00%2B03:00')).status).toBe(200);
  });

  it('takes updated_since with fraction digits and offsets, none meaning UTC', async () => {
    const lead = await submit();
    await test.sql(SET_UPDATED_AT, [lead.id, '2026-03-01T12:00:00.500Z']);
    const found = async (since: string) => (await list(`?updated_since=${encodeURIComponent(since)}`)).data.length;
    expect(await found('2026-03-01T12:00:00.5Z')).toBe(1);
    expect(await found('2026-03-01T12:00:00.500000001')).toBe(0);
    expect(await found('2026-03-01T12:00:00.499999999')).toBe(1);
    expect(await found('2026-03-01T09:00:00.500-03:00')).toBe(1);
    expect(await found('2026-03-01T09:00:00.501-03:00')).toBe(0);
    expect(await found('0001-01-01T00:00:00Z')).toBe(1);
  });

  it('refuses a cursor that was altered, of another account, or of other filters; the limit may change', async () => {
    for (let i = 0; i < 3; i++) await submit({ tags: ['a', 'b'] });
    const cursor = (await list('?limit=1&tag=a')).body.next_cursor ?? '';
    expect((await list(`?limit=2&tag=A&cursor=${cursor}`)).data).toHaveLength(2);
    const other = await test.partner('leads:read');
    const refused = [
      list(`?cursor=${cursor}`),
      list(`?tag=b&cursor=${cursor}`),
      list(`?tag=a&updated_since=2020-01-01T00:00:00Z&cursor=${cursor}`),
      list(`?tag=a&cursor=${cursor}`, other),
      ...[0, 10, 20, 30, 40, 50].map((at) => {
        const changed = cursor[at] === 'A' ? 'B' : 'A';
        return list(`?tag=a&cursor=${cursor.slice(0, at)}${changed}${cursor.slice(at + 1)}`);
      }),
      list(`?tag=a&cursor=${cursor}AA`),
    ];
    for (const answer of await Promise.all(refused)) expect([answer.status, answer.fields]).toEqual([422, ['cursor']]);
  });

  it('hides origin and utm when the plan does not include them', async () => {
    await submit({ attribution: { utm_source: 'x' } });
    await test.operator.patch(`/accounts/${partner.accountId}`, { plan: { auto_origin: false } });
    const [lead] = (await list()).data;
    const shown = ['created_at', 'deals', 'email', 'id', 'name', 'phone', 'tags', 'updated_at'];
    expect(Object.keys(lead ?? {}).sort()).toEqual(shown);
  });
});

describe('GET /leads/{id}', () => {
  it('shows the lead, its id in either case', async () => {
    const lead = await submit({ name: 'Ana' });
    expect((await partner.api.get(`/leads/${lead.id}`)).data).toEqual(lead);
    expect((await partner.api.get(`/leads/${lead.id.toUpperCase()}`)).data).toEqual(lead);
  });

  it.each([RANDOM_ID, 'x', '%20', `{${RANDOM_ID}}`, RANDOM_ID.replaceAll('-', '')])('is 404 for %s', async (id) => {
    const answer = await partner.api.get(`/leads/${id}`);
    expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
  });
});

describe('POST /leads/lookup', () => {
  const lookup = (body: object) => partner.api.post<LeadView>('/leads/lookup', body);

  it('finds a phone in every spelling, and an e-mail in any case', async () => {
    const lead = await submit({ email: 'Ana.Silva@Example.com' });
    const national = lead.phone.slice(2);
    const old = national.slice(0, 2) + national.slice(3);
    for (const phone of [lead.phone, `+${lead.phone}`, national, old, `55${old}`, `0${old}`]) {
      const answer = await lookup({ phone });
      expect([phone, answer.status, answer.data]).toEqual([phone, 200, lead]);
    }
    expect((await lookup({ email: ' aNA.sILVA@eXAMPLE.COM' })).data).toEqual(lead);
    expect((await lookup({ phone: lead.phone, email: null })).data).toEqual(lead);
    expect((await lookup({ phone: null, email: 'ana.silva@example.com' })).data).toEqual(lead);
  });

  it('finds a foreign number with + only', async () => {
    const lead = await submit({ phone: '+1 (202) 555-0143' });
    expect((await lookup({ phone: '+12025550143' })).data).toEqual(lead);
    expect((await lookup({ phone: '12025550143' })).status).toBe(422);
  });

  it('is not_found, ambiguous_lead with the ids, or validation_error', async () => {
    const missing = await lookup({ phone: nextPhone.mobile() });
    expect([missing.status, missing.error.code]).toEqual([404, 'not_found']);
    expect((await lookup({ email: 'nobody@example.com' })).status).toBe(404);
    const [a, b] = [await submit({ email: 'two@example.com' }), await submit({ email: 'TWO@example.com' })];
    const two = await lookup({ email: 'two@example.com' });
    expect([two.status, two.error.code, two.error.details?.lead_ids]).toEqual([409, 'ambiguous_lead', [a.id, b.id]]);
    await partner.staff.post('/leads', { phone: a.phone, allow_duplicate: true });
    expect((await lookup({ phone: a.phone })).error.code).toBe('ambiguous_lead');
    const refusals: [object, string[]][] = [
      [{}, ['phone', 'email']],
      [{ phone: '11987654321', email: 'a@example.com' }, ['phone', 'email']],
      [{ phone: '123' }, ['phone']],
      [{ phone: null }, ['phone', 'email']],
      [{ phone: null, email: null }, ['phone', 'email']],
      [{ email: 3 }, ['email']],
      [{ email: 'x' }, ['email']],
      [{ phone: '11987654321', name: 'x' }, ['name']],
    ];
    for (const [body, fields] of refusals) expect([body, (await lookup(body)).fields]).toEqual([body, fields]);
  });
});

it('takes a fixed, small number of statements for a page, however many leads it has', async () => {
  for (let i = 0; i < 20; i++) await submit({ tags: [`t${i % 5}`] });
  const count = async (path: string) => {
    const read = async () => expect((await partner.api.get(path)).status).toBe(200);
    return (await watchTraffic(read)).statements.length;
  };
  // One for the key, one for the page, and one that names the account, which a cluster does not need.
  const expected = test.app.get(Database).isIsolated ? 3 : 2;
  expect(await count('/leads?limit=1')).toBe(expected);
  expect(await count('/leads?limit=100')).toBe(expected);
  expect(await count('/leads?limit=100&tag=t1')).toBe(expected);
});
