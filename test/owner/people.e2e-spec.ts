import type { KnownPerson } from '../../src/contract/person';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { nextPhone, submit, pair, erase } = leadCalls(test, partner);

const lookup = (phone: unknown, owner = partner.owner) => owner.post<KnownPerson>('/people/lookup', { phone });

interface Contact {
  readonly id: string;
  readonly phone: string;
  readonly created_at: string;
}

const contact = async (phone: string, channel: 'chat' | 'form', name?: string): Promise<Contact> =>
  (await partner.staff.post<Contact>('/conversations', { phone, channel, name })).data;

describe('POST /people/lookup', () => {
  it.each(['chat', 'form'] as const)('shows who wrote by %s and is not a lead, in any spelling', async (channel) => {
    const { id, phone, created_at } = await contact(nextPhone.mobile(), channel, 'Ana');
    const conversation = { id, phone, channel, name: 'Ana', origin: 'untracked', created_at };
    const withoutNinth = `${phone.slice(0, 4)}${phone.slice(5)}`;
    for (const spelling of [`+${phone}`, withoutNinth]) {
      const answer = await lookup(spelling);
      expect([answer.status, answer.data]).toEqual([
        200,
        { phone: spelling === withoutNinth ? withoutNinth : phone, leads: [], conversation, held_submissions: 0 },
      ]);
    }
  });

  it('names the leads of the phone, the older first', async () => {
    const [first, second] = await pair();
    const { data } = await lookup(first.phone);
    expect(data.leads).toEqual([first.id, second.id]);
    expect(data.conversation).toMatchObject({ phone: first.phone, channel: 'api', created_at: first.created_at });
  });

  it('counts the submissions of the phone that are still held', async () => {
    const writer = await partner.withKey('leads:write');
    const external_id = `taken-${nextPhone.mobile()}`;
    await submit({ external_id });
    const phone = nextPhone.mobile();
    for (const name of ['Ana', 'Bia']) await writer.post('/leads', { phone, name, external_id });
    await submit({ external_id: `${external_id}-2` });
    await writer.post('/leads', { phone, external_id: `${external_id}-2` });
    const known = (await lookup(phone)).data;
    expect(known).toEqual({
      phone: `55${phone.replace(/^55/, '')}`,
      leads: [],
      conversation: null,
      held_submissions: 2,
    });
    const held = (await partner.owner.get<{ id: string }[]>('/held-submissions')).data;
    await partner.owner.post(`/held-submissions/${held[0]?.id}/dismiss`);
    expect((await lookup(phone)).data.held_submissions).toBe(1);
    await partner.owner.post(`/held-submissions/${held[1]?.id}/dismiss`);
    // The dismissed submissions remain, so the phone is known.
    expect((await lookup(phone)).data).toMatchObject({ leads: [], conversation: null, held_submissions: 0 });
  });

  it('knows nothing of a phone that nobody has, or of an erased person', async () => {
    const lead = await submit();
    expect((await lookup(lead.phone)).data.leads).toEqual([lead.id]);
    await erase(lead.id);
    for (const phone of [lead.phone, nextPhone.mobile()]) {
      const answer = await lookup(phone);
      expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
    }
  });

  it('shows only the caller’s account', async () => {
    const { phone } = await contact(nextPhone.mobile(), 'chat');
    const other = await test.partner('leads:write');
    expect((await lookup(phone, other.owner)).status).toBe(404);
    await other.api.post('/leads', { phone, name: 'Deles' });
    expect((await lookup(phone)).data).toMatchObject({ leads: [], conversation: { channel: 'chat', name: null } });
  });

  it.each([
    ['no phone', {}, ['phone']],
    ['an invalid phone', { phone: '123' }, ['phone']],
    ['null', { phone: null }, ['phone']],
    ['an unknown field', { phone: '11987654321', email: 'a@example.com' }, ['email']],
  ])('refuses %s', async (_, body, fields) => {
    const answer = await partner.owner.post('/people/lookup', body);
    expect([answer.status, answer.error.code, answer.fields]).toEqual([422, 'validation_error', fields]);
  });
});

it('for a person who wrote by chat or form, the partner’s lookup stays 404', async () => {
  for (const channel of ['chat', 'form'] as const) {
    const { phone } = await contact(nextPhone.mobile(), channel);
    const answer = await partner.api.post('/leads/lookup', { phone });
    expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
  }
});
