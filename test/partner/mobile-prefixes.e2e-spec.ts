import type { LeadDetail } from '../../src/contract/lead';
import type { KnownPerson, PersonExport } from '../../src/contract/person';
import { ImportsJob } from '../../src/imports/imports.job';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { crowd, tally } from '../support/race';
import { forAllTests, forEachTest } from '../support/setup';

/** Argentina's and Mexico's mobile prefixes: a number is one person with and without it. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const writer = forEachTest(() => partner.withKey('leads:write'));
const { post, submit, search, count } = leadCalls(test, partner);

const ARGENTINE = ['+54 9 11 2345-6789', '+54 11 2345-6789', '+54 11 15 2345-6789'];
const MEXICAN = ['+52 1 55 1234 5678', '+52 55 1234 5678'];
const COUNTRIES: [string, string[]][] = [
  ['Argentina', ARGENTINE],
  ['Mexico', MEXICAN],
];

const idsOf = async (query: string) => (await search(query)).data.map(({ id }: LeadDetail) => id);
const byPhone = (phone: string) => idsOf(`?phone=${encodeURIComponent(phone)}`);
const typed = (text: string) => idsOf(`?q=${encodeURIComponent(text)}`);
const digitsOf = (phone: string) => phone.replace('11 15', '9 11').replaceAll(/\D/g, '');
const lookup = (phone: string) => partner.owner.post<KnownPerson>('/people/lookup', { phone });
const exported = (phone: string) => partner.owner.post<PersonExport>('/people/export', { phone });
const erase = (phone: string) => partner.owner.post<{ id: string | null }>('/people/erase', { phone });

describe.each(COUNTRIES)('a number of %s', (_, forms) => {
  it.each(forms)('first sent as %s is one lead in every form, which keeps its digits', async (first) => {
    const { id } = await submit({ phone: first, external_id: 'e' });
    for (const phone of forms) {
      expect(await post({ phone })).toMatchObject({ status: 200, data: { created: false, id } });
      expect((await post({ phone, external_id: 'e' })).data).toMatchObject({ duplicate: true, id });
      expect((await partner.api.post('/leads/lookup', { phone })).data).toMatchObject({ id, phone: digitsOf(first) });
      expect((await partner.staff.post('/conversations', { phone, channel: 'chat' })).status).toBe(200);
      expect((await partner.staff.post('/leads', { phone })).status).toBe(409);
      expect([await byPhone(phone), await typed(phone), (await lookup(phone)).data.leads]).toEqual([[id], [id], [id]]);
      expect((await exported(phone)).data.leads.map((lead) => lead.id)).toEqual([id]);
    }
    expect([await count('conversations'), await count('leads')]).toEqual([1, 1]);
  });

  it.each(forms)('is erased as %s', async (phone) => {
    const { id } = await submit({ phone: forms[0] });
    expect((await erase(phone)).data.id).toBe(id);
    expect(await count('conversations', 'phone_key is not null')).toBe(0);
    for (const form of forms) expect((await erase(form)).status).toBe(404);
  });

  it('sent sixty times at once in every form is one lead', async () => {
    const answers = await crowd(60, (n) => post({ phone: forms[n % forms.length] }), 60);
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 59, 201: 1 });
    expect([await count('conversations'), await count('leads')]).toEqual([1, 1]);
  });

  it('in several rows of a file is one lead', async () => {
    const file = `phone;name\r\n${forms.map((form) => `${form};Ana`).join('\r\n')}`;
    await partner.owner.with({ 'Content-Type': 'text/csv' }).post('/imports', file);
    await test.app.get(ImportsJob).run();
    expect([await count('conversations'), await count('leads')]).toEqual([1, 1]);
  });
});

describe('a number of Argentina that an earlier release stored without its prefix', () => {
  const [WITH, WITHOUT] = ARGENTINE as [string, string];
  const store = (table: string) =>
    partner.sql(`update ${table} set phone_key = '541123456789' where account_id = $1 and phone_key = '5491123456789'`);

  const stored = async () => {
    const { id } = await submit({ phone: WITHOUT, name: 'Ana' });
    await store('conversations');
    return id;
  };

  it.each(ARGENTINE)('is found as %s, and gets no second lead', async (phone) => {
    const id = await stored();
    expect(await post({ phone })).toMatchObject({ status: 200, data: { id } });
    expect((await partner.api.post('/leads/lookup', { phone })).data).toMatchObject({ id });
    expect((await partner.staff.post('/conversations', { phone, channel: 'chat' })).status).toBe(200);
    expect((await partner.staff.post('/leads', { phone })).status).toBe(409);
    expect([await byPhone(phone), (await lookup(phone)).data.leads]).toEqual([[id], [id]]);
    expect((await exported(phone)).data.leads.map((lead) => lead.id)).toEqual([id]);
    expect(await count('conversations')).toBe(1);
    expect((await erase(phone)).data.id).toBe(id);
  });

  it('sent sixty times at once in every form gets no second lead', async () => {
    const id = await stored();
    const answers = await crowd(60, (n) => post({ phone: ARGENTINE[n % 3] }), 60);
    expect(new Set(answers.map(({ status, data }) => `${status} ${data.id}`))).toEqual(new Set([`200 ${id}`]));
  });

  it('in both forms stays two leads, each found by its own', async () => {
    const without = await stored();
    await partner.sql(`update conversations set phone_key = 'x' where account_id = $1`);
    const other = (await submit({ phone: WITH })).id;
    await partner.sql(`update conversations set phone_key = '541123456789' where account_id = $1 and phone_key = 'x'`);
    expect([await byPhone(WITHOUT), await byPhone(WITH)]).toEqual([[without], [other]]);
    expect((await post({ phone: WITHOUT })).data.id).toBe(without);
    expect((await post({ phone: WITH })).data.id).toBe(other);
    expect([(await erase(WITHOUT)).data.id, (await erase(WITHOUT)).data.id]).toEqual([without, other]);
  });

  const hold = async (phone: string): Promise<string> => {
    const external_id = 'taken';
    await submit({ external_id });
    await writer.post('/leads', { phone, external_id, name: 'Ana' });
    return (await partner.owner.get<{ id: string }[]>('/held-submissions')).data[0]?.id ?? '';
  };

  it('and held, becomes the lead of both forms', async () => {
    const held = await hold(WITHOUT);
    await store('held_submissions');
    expect((await lookup(WITH)).data.held_submissions).toBe(1);
    await partner.owner.post(`/held-submissions/${held}/apply`, { new_lead: true });
    const { id } = await submit({ phone: WITH });
    expect((await post({ phone: WITHOUT })).data.id).toBe(id);
  });

  it('and held, is not applied as a new lead beside the lead of the other form', async () => {
    const held = await hold(WITHOUT);
    const { id } = await submit({ phone: WITH });
    await store('held_submissions');
    const answer = await partner.owner.post(`/held-submissions/${held}/apply`, { new_lead: true });
    expect([answer.status, await count('leads', `phone like '54%'`)]).toEqual([409, 1]);
    await partner.owner.post(`/held-submissions/${held}/apply`, { lead_id: id });
    expect((await lookup(WITHOUT)).data.conversation?.name).toBe('Ana');
  });

  it('is erased with what is held or waits in a file in the other form', async () => {
    await stored();
    await hold(WITH);
    await partner.sql(`update held_submissions set phone_key = '5491123456789' where account_id = $1`);
    await partner.owner.with({ 'Content-Type': 'text/csv' }).post('/imports', `phone;name\r\n${WITH};Ana`);
    await erase(WITH);
    for (const table of ['conversations', 'held_submissions', 'import_rows']) {
      expect([table, await count(table, `phone_key like '54%'`)]).toEqual([table, 0]);
    }
    await test.app.get(ImportsJob).run();
    expect(await count('leads', `phone like '54%'`)).toBe(0);
  });
});

const other = forAllTests(() => test.partner('leads:read', 'leads:write'));

it('the digits of another country are no prefix', async () => {
  const sent = ['+1 202 456 1111', '+55 11 98765-4321', '+351 912 345 678', '+595 961 123456'];
  for (const phone of sent) expect((await other.api.post('/leads', { phone })).status).toBe(201);
});
