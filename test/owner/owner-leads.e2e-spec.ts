import type { LeadDetail, LeadView } from '../../src/contract/lead';
import { SIGNALS } from '../../src/contract/origin';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { type Answer, masked } from '../support/http-client';
import { everythingOf, type Group, leadCalls, type Submitted } from '../support/lead-calls';
import { asPartnersSee } from '../support/partner-shape';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { nextPhone, submit, duplicate, pair, detail, search, merge, erase, exportOf, move } = leadCalls(test, partner);

describe('GET /leads/{id}', () => {
  it('shows the lead as partners see it, with notes, consent, origin rule, signals and history', async () => {
    const attribution = { utm_source: 'ig', utm_term: 't', fbclid: 'IwAR0_abc', referrer: 'https://a.example/b?c=d' };
    const lead = await submit({ name: 'Ana', tags: ['b', 'A'], notes: 'um', consent: true, attribution });
    await move(lead.id, { stage_id: stage['Em contato'] });
    await partner.staff.put(`/deals/${lead.deals[0]?.id}/stage`, {
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
      responsible,
      source,
      next_contact,
      ...rest
    } = answer.data;
    expect([responsible, source, next_contact]).toEqual([null, null, null]);
    expect(asPartnersSee(rest)).toEqual((await partner.api.get<LeadView>(`/leads/${lead.id}`)).data);
    expect(notes).toMatch(/^\[API · site · \d{4}-\d\d-\d\d\] um$/);
    expect(consent).toEqual({
      at: lead.created_at,
      key_id: partner.keyId,
      source_id: null,
      request_id: expect.any(String) as string,
      text: null,
    });
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

  it('shows origin and utm with every plan, and null when there is no consent', async () => {
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

  it('refuses both at once, a bad one, one given twice, and another parameter beside it', async () => {
    for (const [query, fields] of [
      ['?phone=11987654321&email=a@example.com', ['email', 'phone']],
      ['?phone=', ['phone']],
      ['?phone=11987654321&phone=11987654321', ['phone']],
      ['?email=a', ['email']],
      ['?email=a@example.com&limit=1', ['email']],
    ] as const) {
      const answer = await search(query);
      expect([query, answer.status, answer.fields.sort()]).toEqual([query, 422, fields]);
    }
  });
});

describe('GET /leads/duplicates', () => {
  it('lists the groups of leads that share one phone, page by page', async () => {
    await submit();
    const groups = [];
    for (let i = 0; i < 5; i++) groups.push(await pair({ name: `n${i}` }));
    await duplicate(groups[0]?.[0].phone ?? '');
    const pages = await partner.owner.pages<Group>('/leads/duplicates?limit=2');
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    const shown = pages.flat();
    expect(shown.map(({ phone }) => phone)).toEqual(groups.map(([lead]) => lead.phone));
    expect(shown.map(({ leads }) => leads.length)).toEqual([3, 2, 2, 2, 2]);
    expect(shown[1]?.leads.map(asPartnersSee)).toEqual(groups[1]?.map((lead) => ({ ...lead, responsible: null })));
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

describe('isolation', () => {
  const slots: [string, (id: string, mine: string) => Promise<Answer<unknown>>][] = [
    ['GET /leads/{id}', (id) => partner.owner.get(`/leads/${id}`)],
    ['POST /leads/{id}/merge', (id, mine) => merge(id, mine)],
    ['into of a merge', (id, mine) => merge(mine, id)],
    ['GET /leads/{id}/export', (id) => exportOf(id)],
    ['POST /leads/{id}/erase', (id) => erase(id)],
  ];

  it('the id of another account, a random and a malformed one give the same bytes everywhere', async () => {
    const mine = await submit();
    const theirs = await test.partner('leads:write', 'leads:read');
    const { id } = (await theirs.api.post<Submitted>('/leads', { phone: mine.phone, name: 'Deles' })).data;
    const before = await everythingOf(test, theirs.accountId);
    for (const [slot, call] of slots) {
      const foreign = masked(await call(id, mine.id));
      expect([slot, foreign.status]).toEqual([slot, 404]);
      expect(masked(await call(RANDOM_ID, mine.id))).toEqual(foreign);
      expect(masked(await call('not-an-id', mine.id))).toEqual(foreign);
    }
    expect(await everythingOf(test, theirs.accountId)).toEqual(before);
  });

  it('a refused search says how to write a plus sign, where there was one', async () => {
    for (const [query, isHelped] of [
      ['phone=+351912345678', true],
      ['phone=123', false],
      ['email=maria+site@example.com', true],
      ['email=maria', false],
    ] as const) {
      const { status, error } = await search(`?${query}`);
      const message = error.details?.fields?.[0]?.message;
      const help = '; em um endereço (URL), o sinal + se escreve %2B';
      expect([query, status, message?.endsWith(help)]).toEqual([query, 422, isHelped]);
    }
    expect((await search('?phone=%2B351912345678')).status).toBe(200);
  });

  it('searches, groups and exports show only the caller’s account', async () => {
    const [mine] = await pair({ email: 'ana@example.com' });
    const theirs = await test.partner('leads:write', 'leads:read');
    await theirs.api.post('/leads', { phone: mine.phone, email: 'ana@example.com', name: 'Deles' });
    for (const path of [`?phone=${mine.phone}`, '?email=ana@example.com', '/duplicates', `/${mine.id}/export`]) {
      expect((await partner.owner.get(`/leads${path}`)).text).not.toContain('Deles');
    }
    expect((await theirs.owner.get<Group[]>('/leads/duplicates')).data).toEqual([]);
  });

  it('the routes are for owners: a key is unauthorized', async () => {
    const { id } = await submit();
    const owner = `${test.url}/admin/v1`;
    for (const path of [`/leads/${id}`, '/leads?phone=11987654321', '/leads/duplicates', `/leads/${id}/export`]) {
      const response = await fetch(owner + path, { headers: { Authorization: `Bearer ${partner.key}` } });
      expect(response.status).toBe(401);
    }
  });
});
