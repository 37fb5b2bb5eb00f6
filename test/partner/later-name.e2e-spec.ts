import { randomUUID } from 'node:crypto';
import type { LeadView } from '../../src/contract/lead';
import type { KnownPerson } from '../../src/contract/person';
import { appForAllTests } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { heldCalls } from '../support/held-calls';
import { importCalls, lines } from '../support/import-calls';
import { race, times } from '../support/race';
import { forEachTest } from '../support/setup';

/** The first name that a contact brings is the name of the conversation, and of its leads without one. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const writer = forEachTest(() => partner.withKey('leads:write'));
const {
  nextPhone,
  submit,
  pair,
  read,
  detail,
  search,
  erase,
  apply,
  applyAsNew,
  newest,
  wrongEntries,
  exportOf,
  count,
} = heldCalls(test, partner, writer);
const { imported } = importCalls(test, partner);

const chat = (phone: string, name?: string) => partner.staff.post('/conversations', { phone, channel: 'chat', name });
const nameOfConversation = async (phone: string): Promise<string | null | undefined> => {
  const sql = 'select name from conversations where account_id = $1 and phone = $2';
  return (await partner.sql<{ name: string | null }>(sql, phone))[0]?.name;
};

describe('a chat that comes later', () => {
  it('names the conversation and its lead, once', async () => {
    const lead = await submit();
    const answer = await chat(lead.phone, '  Rui Alves ');
    expect([answer.status, (answer.data as { lead_id: string }).lead_id]).toEqual([200, lead.id]);
    const named = await read(lead.id);
    expect(named).toEqual({ ...lead, name: 'Rui Alves', updated_at: named.updated_at });
    expect(named.updated_at > lead.updated_at).toBe(true);
    expect(await nameOfConversation(lead.phone)).toBe('Rui Alves');
    const before = await detail(lead.id);
    await chat(lead.phone, 'Outro');
    expect([await detail(lead.id), await nameOfConversation(lead.phone)]).toEqual([before, 'Rui Alves']);
  });

  it('is seen by syncs and found by search', async () => {
    const lead = await submit();
    const since = lead.updated_at;
    await chat(lead.phone, 'Zulmira');
    const synced = await partner.api.get<LeadView[]>(`/leads?updated_since=${since}`);
    expect(synced.data.map(({ id, name }) => [id, name])).toContainEqual([lead.id, 'Zulmira']);
    expect((await search('?q=zulmi')).data.map(({ id }) => id)).toEqual([lead.id]);
    expect(await wrongEntries()).toEqual([]);
    expect((await exportOf(lead.id)).data.conversation?.name).toBe('Zulmira');
    await erase(lead.id);
    expect(await count('conversations', 'name is not null')).toBe(0);
    expect(await count('lead_words')).toBe(0);
  });

  it('names each lead of the phone that has none', async () => {
    const [first, second] = await pair();
    await chat(first.phone, 'Rui');
    expect([(await read(first.id)).name, (await read(second.id)).name]).toEqual(['Rui', 'Rui']);
  });

  it('leaves the conversation the name of its lead', async () => {
    const [first, second] = await pair({ name: 'Ana' });
    await chat(first.phone, 'Rui');
    expect([await read(first.id), await read(second.id)]).toEqual([first, second]);
    expect([second.name, await nameOfConversation(first.phone)]).toEqual(['Ana', 'Ana']);
  });

  it('without a name changes nothing', async () => {
    const lead = await submit();
    await chat(lead.phone);
    expect([await read(lead.id), await nameOfConversation(lead.phone)]).toEqual([lead, null]);
  });

  it('names a conversation without a lead; the first lead takes that name', async () => {
    const phone = nextPhone.mobile();
    await chat(phone);
    await chat(phone, 'Rui');
    await chat(phone, 'Outro');
    expect((await submit({ phone })).name).toBe('Rui');
  });
});

it.each([
  ['POST /leads', (body: object) => partner.api.post('/leads', body)],
  ['POST /leads of a key that may not read', (body: object) => writer.post('/leads', body)],
  [
    'an import',
    ({ phone, name }: { phone: string; name: string }) => imported(lines('telefone;nome', `${phone};${name}`)),
  ],
])('%s names a conversation without a name, and its lead', async (_, bring) => {
  const [known, contact] = [await submit(), nextPhone.mobile()];
  await chat(contact);
  for (const phone of [known.phone, contact]) {
    await bring({ phone, name: 'Rui' });
    await bring({ phone, name: 'Outro' });
    const [lead, ...others] = (await search(`?phone=${phone}`)).data;
    expect([lead?.name, await nameOfConversation(lead?.phone ?? ''), others]).toEqual(['Rui', 'Rui', []]);
  }
});

const personOf = async (phone: string): Promise<(string | null | undefined)[]> => {
  const { data } = await partner.owner.post<KnownPerson>('/people/lookup', { phone });
  const names = await Promise.all(data.leads.map(async (id) => (await detail(id)).name));
  return [data.conversation?.name, ...names];
};

/** Each way in which a contact brings a name. */
const WAYS = {
  'POST /leads': (phone: string, name: string) => partner.api.post('/leads', { phone, name }),
  'POST /leads of a key that may not read': (phone: string, name: string) => writer.post('/leads', { phone, name }),
  'the console': (phone: string, name: string) => partner.owner.post('/leads', { phone, name }),
  'the back office': (phone: string, name: string) => partner.staff.post('/leads', { phone, name }),
  'a chat': (phone: string, name: string) => chat(phone, name),
  'an import': (phone: string, name: string) => imported(lines('telefone;nome', `${phone};${name}`)),
  'an import into the past': (phone: string, name: string) =>
    imported(lines('telefone;nome;data', `${phone};${name};01/02/2020`)),
  'a held submission': async (phone: string, name: string) => {
    const external_id = randomUUID();
    await submit({ external_id });
    await writer.post('/leads', { phone, name, external_id });
    const held = await newest();
    const [lead] = (await search(`?phone=${phone}`)).data;
    await (lead ? apply(held.id, lead.id) : applyAsNew(held.id));
  },
};

it.each(Object.entries(WAYS))(
  'the name that comes first, by %s, is that of the conversation, whatever comes later',
  async (first, come) => {
    for (const later of Object.values(WAYS)) {
      const phone = nextPhone.mobile();
      await come(phone, 'Ana');
      await later(phone, 'Pedro');
      const [conversation, lead] = await personOf(phone);
      // A chat makes no lead; the lead that comes after it has the name that it brings.
      expect([first, conversation, lead ?? 'Ana']).toEqual([
        first,
        'Ana',
        first === 'a chat' && lead ? 'Pedro' : 'Ana',
      ]);
    }
  },
);

const { 'a chat': byChat, 'a held submission': byHeld } = WAYS;

it.each([
  ['a chat', byChat],
  ['a held submission', byHeld],
  [
    'a further lead',
    (phone: string, name: string) => partner.staff.post('/leads', { phone, name, allow_duplicate: true }),
  ],
])('the first name, by %s, is that of all leads of the phone without one', async (_, bring) => {
  const [first, second] = await pair();
  await bring(first.phone, 'Ana');
  const [conversation, ...names] = await personOf(first.phone);
  expect([conversation, ...new Set(names)]).toEqual(['Ana', 'Ana']);
  expect(await wrongEntries()).toEqual([]);
  const found = (await search('?q=ana')).data.map(({ id }) => id);
  expect(found).toEqual(expect.arrayContaining([first.id, second.id]));
});

it('a lead that staff name has the older name, when a contact comes to a conversation without one', async () => {
  const lead = await submit();
  await partner.owner.patch(`/leads/${lead.id}`, { name: 'Ana' });
  await partner.api.post('/leads', { phone: lead.phone, name: 'Pedro' });
  expect(await personOf(lead.phone)).toEqual(['Ana', 'Ana']);
});

it('a name that staff take from a lead comes back with no other lead', async () => {
  const lead = await submit({ name: 'Errado' });
  await partner.owner.patch(`/leads/${lead.id}`, { name: null });
  await partner.staff.post('/leads', { phone: lead.phone, name: 'Certo', allow_duplicate: true });
  expect(await personOf(lead.phone)).toEqual(['Errado', null, 'Certo']);
});

it('two names of a new phone at once: the lead and the conversation have the same', async () => {
  for (let round = 0; round < 60; round++) {
    const phone = nextPhone.mobile();
    const [one, other] = round % 2 ? [partner.api, writer] : [writer, writer];
    const send = (from: typeof one, name: string) => from.post('/leads', { phone, name });
    const answers = await race(
      round,
      () => send(one, 'Ana'),
      () => send(other, 'Pedro'),
    );
    expect(answers.every(({ status }) => status < 300)).toBe(true);
    const [conversation, lead, ...others] = await personOf(phone);
    expect(['Ana', 'Pedro']).toContain(conversation);
    expect([lead, others]).toEqual([conversation, []]);
  }
  expect(await deadlocks()).toBe(0);
}, 60_000);

it('a held submission names what it is applied to', async () => {
  const { id } = await submit({ external_id: 'x' });
  const lead = await submit();
  const contact = nextPhone.mobile();
  await chat(contact);
  await writer.post('/leads', { phone: lead.phone, external_id: 'x', name: 'Rui' });
  expect(await nameOfConversation(lead.phone)).toBeNull();
  await apply((await newest()).id, lead.id);
  await writer.post('/leads', { phone: contact, external_id: 'x', name: 'Bia' });
  const made = await applyAsNew((await newest()).id);
  expect([(await read(lead.id)).name, await nameOfConversation(lead.phone)]).toEqual(['Rui', 'Rui']);
  const other = await read(made.data.lead_id ?? '');
  expect([other.name, await nameOfConversation(other.phone)]).toEqual(['Bia', 'Bia']);
  expect((await read(id)).name).toBeNull();
});

it('a held submission of another phone names the lead that it is applied to, and not its conversation', async () => {
  await submit({ external_id: 'x' });
  const lead = await submit();
  await writer.post('/leads', { phone: nextPhone.mobile(), external_id: 'x', name: 'Rui' });
  await apply((await newest()).id, lead.id);
  expect([(await read(lead.id)).name, await nameOfConversation(lead.phone)]).toEqual(['Rui', null]);
});

it('many chats and submissions at once: one name, the same everywhere', async () => {
  for (let round = 0; round < 2; round++) {
    const { id, phone } = await submit();
    const answers = await Promise.all(
      times(8, (n) =>
        n % 2 ? chat(phone, `Chat ${n}`) : writer.post('/leads', { phone, name: `Envio ${n}`, tags: [`t${n % 4}`] }),
      ),
    );
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    expect((await read(id)).name).toBe(await nameOfConversation(phone));
  }
  expect(await deadlocks()).toBe(0);
});
