import type { Metrics } from '../../src/contract/metrics';
import type { LeadDetail, LeadView, OwnerLead } from '../../src/contract/lead';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const {
  submit,
  post,
  staffLead,
  duplicate,
  detail,
  search,
  nextPhone,
  exportOf,
  erase,
  count,
  originOf,
  wrongEntries,
} = leadCalls(test, partner);
const { join } = memberCalls(test);

const correct = (id: string, phone: string, more: object = {}, by = partner.owner) =>
  by.patch<OwnerLead>(`/leads/${id}`, { phone, ...more });
const lookUp = (phone: string) => partner.api.post<LeadView>('/leads/lookup', { phone });
const metricsOf = async (day: string) => (await partner.owner.get<Metrics>(`/metrics?from=${day}&to=${day}`)).data;
const conversations = () =>
  partner.sql<{ id: string; phone: string | null; phone_key: string | null; name: string | null; day: string }>(
    'select id, phone, phone_key, name, day::text from conversations where account_id = $1 order by day, id',
  );

const TODAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format();
const MARCH = '2026-03-10';

afterEach(async () => expect(await wrongEntries()).toEqual([]));

describe('a lead that is alone with its number', () => {
  it('is found by the new number, and not by the old one, which is a new person', async () => {
    const lead = await submit({ name: 'Ana', tags: ['Site'] });
    const to = nextPhone.mobile();
    const { status, data } = await correct(lead.id, `+${to}`);
    expect([status, data.phone, data.id]).toEqual([200, to, lead.id]);
    expect(Date.parse(data.updated_at)).toBeGreaterThan(Date.parse(lead.updated_at));
    expect((await lookUp(to)).data.id).toBe(lead.id);
    expect((await lookUp(lead.phone)).status).toBe(404);
    for (const q of [to.slice(-8), to.slice(2)])
      expect((await search(`?q=${q}`)).data).toMatchObject([{ id: lead.id }]);
    expect((await search(`?q=${lead.phone.slice(-8)}`)).data).toEqual([]);
    expect((await partner.owner.post('/people/lookup', { phone: lead.phone })).status).toBe(404);
    expect((await partner.owner.post<{ leads: string[] }>('/people/lookup', { phone: to })).data.leads).toEqual([
      lead.id,
    ]);
    expect((await submit({ phone: lead.phone })).id).not.toBe(lead.id);
    expect((await submit({ phone: to })).id).toBe(lead.id);
    const [entry] = (await partner.owner.get<object[]>('/audit')).data;
    expect(entry).toMatchObject({ action: 'lead.phone', subject: { type: 'lead', id: lead.id } });
  });

  it('keeps its day, its origin and its deals in every figure', async () => {
    const lead = await staffLead({
      created_at: `${MARCH}T12:00:00Z`,
      origin: 'social',
      deals: [{ stage_id: (await partner.stages()).Ganho }],
    });
    const before = await metricsOf(MARCH);
    expect(before.by_origin).toEqual([{ origin: 'social', leads: 1 }]);
    await correct(lead.id, nextPhone.mobile());
    expect(await metricsOf(MARCH)).toEqual(before);
    expect(await metricsOf(TODAY)).toMatchObject({ by_origin: [] });
  });

  it('takes the number of a contact without a lead, of whom only the count of the day stays', async () => {
    const to = nextPhone.mobile();
    const chat = { phone: to, channel: 'chat', name: 'Canário', created_at: `${MARCH}T12:00:00Z` };
    await partner.staff.post('/conversations', chat);
    const lead = await submit({ name: 'Ana' });
    const before = [await metricsOf(MARCH), await metricsOf(TODAY)];
    expect((await correct(lead.id, to)).status).toBe(200);
    expect([await metricsOf(MARCH), await metricsOf(TODAY)]).toEqual(before);
    expect(await conversations()).toMatchObject([
      { phone: null, phone_key: null, name: null, day: MARCH },
      { phone: to, name: 'Ana', day: TODAY },
    ]);
  });

  it('is exported and erased by the new number', async () => {
    const { id } = await submit({ name: 'Ana', external_id: 'e1' });
    const to = nextPhone.mobile();
    await correct(id, to);
    const exported = (await exportOf(id)).data;
    expect([exported.conversation?.phone, exported.submissions.length]).toEqual([to, 1]);
    expect((await partner.owner.post<{ id: string }>('/people/erase', { phone: to })).data.id).toBe(id);
    expect((await submit({ phone: to, external_id: 'e1' })).id).not.toBe(id);
    expect(await count('submissions', 'phone_digest is not null')).toBe(0);
  });
});

describe('a lead that shares its number', () => {
  it('leaves with its deals, its day and its submissions; the others keep theirs', async () => {
    const { Novo, Ganho } = await partner.stages();
    const first = await staffLead({
      name: 'Ana',
      created_at: `${MARCH}T12:00:00Z`,
      origin: 'social',
      deals: [{ stage_id: Novo }],
    });
    const second = await duplicate(first.phone, { name: 'Bia', origin: 'referral', deals: [{ stage_id: Ganho }] });
    expect(await count('deals', 'shares_conversation')).toBe(2);
    const to = nextPhone.mobile();
    expect((await correct(first.id, to)).data).toMatchObject({ phone: to, created_at: first.created_at });
    expect(await count('deals', 'shares_conversation')).toBe(0);
    // The number that stays keeps its own day, on which it first came.
    const days = (await conversations()).map(({ phone, day }) => `${phone} ${day}`);
    expect(days.sort()).toEqual([first.phone, to].map((phone) => `${phone} ${MARCH}`).sort());
    expect([await originOf(to), await originOf(first.phone)]).toEqual(['social', 'referral']);
    expect((await lookUp(first.phone)).data.id).toBe(second.id);
    expect((await partner.owner.get<object[]>('/leads/duplicates')).data).toEqual([]);
    // The one that stays is the own one of its number again, and a second one can be added.
    expect(
      (await partner.sql<{ copy: number }>('select copy from leads where account_id = $1')).map(({ copy }) => copy),
    ).toEqual([0, 0]);
    expect((await duplicate(first.phone)).id).not.toBe(second.id);
    expect(
      await count('deals', `conversation_id <> (select l.conversation_id from leads l where l.id = lead_id)`),
    ).toBe(0);
    expect((await metricsOf(MARCH)).by_origin).toEqual([
      { origin: 'referral', leads: 1 },
      { origin: 'social', leads: 1 },
    ]);
  });

  it('the last that leaves takes all that is left', async () => {
    const lead = await submit({ external_id: 'e1' });
    const other = await duplicate(lead.phone);
    await correct(other.id, nextPhone.mobile());
    expect((await post({ phone: lead.phone, external_id: 'e1' })).data).toMatchObject({ duplicate: true, id: lead.id });
    await correct(lead.id, nextPhone.mobile());
    expect(await count('conversations')).toBe(2);
    expect(await count('conversations', `phone = '${lead.phone}'`)).toBe(0);
  });
});

it('changes nothing for the same number, and of another spelling of it the digits alone', async () => {
  const lead = await submit({ phone: '11987654321' });
  const before = await detail(lead.id);
  expect((await correct(lead.id, '+55 (11) 98765-4321')).data).toMatchObject({ updated_at: lead.updated_at });
  expect(await detail(lead.id)).toEqual(before);
  const { data } = await correct(lead.id, '(11) 8765-4321');
  expect(data).toMatchObject({ phone: '551187654321' });
  expect(Date.parse(data.updated_at)).toBeGreaterThan(Date.parse(lead.updated_at));
  expect(await conversations()).toMatchObject([{ phone: '551187654321', phone_key: '551187654321' }]);
  expect((await lookUp('11987654321')).data.id).toBe(lead.id);
});

it('refuses the number of another lead, which it names, with everything else of the call', async () => {
  const [lead, other] = [await submit({ name: 'Ana' }), await submit()];
  const before = await detail(lead.id);
  const { status, error } = await correct(lead.id, other.phone, { name: 'Bia', add_tags: ['x'], note: 'oi' });
  expect([status, error.code, error.details]).toEqual([409, 'conflict', { lead_id: other.id }]);
  expect(await detail(lead.id)).toEqual(before);
});

it('comes with the other fields of a call, all or none', async () => {
  const lead = await submit({ name: 'Ana', notes: 'oi' });
  const to = nextPhone.mobile();
  const stale = await correct(lead.id, to, { expected_updated_at: '2020-01-01T00:00:00Z' });
  expect(stale.error.code).toBe('conflict');
  const tags = Array.from({ length: 20 }, (_, n) => `t${n}`);
  expect((await correct(lead.id, to, { add_tags: tags.concat('um a mais') })).status).toBe(422);
  expect((await detail(lead.id)).phone).toBe(lead.phone);
  const all = {
    name: 'Bia',
    email: 'b@example.com',
    add_tags: ['x'],
    origin: 'referral',
    note: 'ligou',
    responsible_id: null,
  };
  const { status, data } = await correct(lead.id, to, { ...all, expected_updated_at: lead.updated_at });
  expect(status).toBe(200);
  expect(data).toMatchObject({ phone: to, name: 'Bia', email: 'b@example.com', tags: ['x'], origin: 'referral' });
  expect(await originOf(to)).toBe('referral');
});

it('is for the owner, managers and the operator; the partner API refuses it as before', async () => {
  const lead = await submit();
  const [manager, seller] = [await join(partner, 'manager'), await join(partner, 'seller')];
  const refused = await correct(lead.id, nextPhone.mobile(), { name: 'Bia' }, seller.api);
  expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
  expect((await correct(RANDOM_ID, nextPhone.mobile(), {}, seller.api)).status).toBe(403);
  const to = nextPhone.mobile();
  expect((await correct(lead.id, to, {}, manager.api)).data.phone).toBe(to);
  const { status, fields } = await partner.api.patch(`/leads/${lead.id}`, { phone: nextPhone.mobile() });
  expect([status, fields]).toEqual([422, ['phone']]);
  expect((await correct(RANDOM_ID, nextPhone.mobile())).status).toBe(404);
  await erase(lead.id);
  expect((await correct(lead.id, nextPhone.mobile())).status).toBe(404);
});

it('reads a number as POST /leads does, with the same words for a bad one', async () => {
  const lead = await submit();
  for (const phone of ['123', '98765-4321', '(11) 98765-4321 ramal 2', '+1 555', '', null, 11987654321]) {
    const [sent, corrected] = [
      await post({ phone }),
      await partner.owner.patch<LeadDetail>(`/leads/${lead.id}`, { phone }),
    ];
    expect([corrected.status, corrected.error.details]).toEqual([sent.status, sent.error.details]);
  }
});
