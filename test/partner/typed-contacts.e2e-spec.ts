import type { LeadView } from '../../src/contract/lead';
import { PHONE_PROBLEMS, type PhoneFault } from '../../src/leads/record/phone';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { forAllTests } from '../support/setup';

const test = appForAllTests();
const partner = forAllTests(() => test.partner('leads:read', 'leads:write'));
const { nextPhone, post, count } = leadCalls(test, partner);

/** Formats a stored mobile as people write it, with this space and this hyphen. */
const written = (digits: string, space: string, hyphen: string): string =>
  `(${digits.slice(2, 4)})${space}${digits.slice(4, 9)}${hyphen}${digits.slice(9)}`;

it.each([
  ['a number copied from a chat', (digits: string) => `\u202a(+55)${written(digits, '\u00a0', '\u2011')}\u202c`],
  ['a number copied from a spreadsheet', (digits: string) => `${written(digits, ' ', '\u2212')}\t\r\n`],
  ['a number copied from a site', (digits: string) => written(digits, '\u2009', '\u00ad\u2013\u200b')],
])('%s is the phone of the same lead on every route', async (_, copy) => {
  const digits = nextPhone.mobile();
  const phone = copy(digits);
  const { id, lead } = (await post({ phone })).data;
  expect(lead.phone).toBe(digits);
  expect((await post({ phone: digits })).data).toMatchObject({ id, created: false });
  expect((await partner.api.post<LeadView>('/leads/lookup', { phone })).data.id).toBe(id);
  const query = encodeURIComponent(phone);
  expect((await partner.owner.get<LeadView[]>(`/leads?phone=${query}`)).data.map((found) => found.id)).toEqual([id]);
  expect((await partner.owner.get<LeadView[]>(`/leads?q=${query}`)).data.map((found) => found.id)).toEqual([id]);
  expect((await partner.owner.post<{ leads: string[] }>('/people/lookup', { phone })).data.leads).toEqual([id]);
  expect((await partner.owner.post<LeadView>('/leads', { phone })).status).toBe(200);
  expect((await partner.staff.post('/conversations', { phone, channel: 'chat' })).status).toBe(200);
});

describe('a refused phone', () => {
  const CASES: readonly (readonly [PhoneFault, unknown])[] = [
    ['missing', undefined],
    ['missing', null],
    ['missing', ' '],
    ['number', 11987654321],
    ['no_text', ['11987654321']],
    ['no_area_code', '98765-4321'],
    ['several', '(11) 98765-4321 / (11) 3333-4444'],
    ['scientific', '5,5119999914E+12'],
    ['extension', '11 3333-4444 ramal 12'],
    ['other_digits', '１１９８７６５４３２１'],
    ['too_long', '1'.repeat(15_000)],
  ];

  it.each(CASES)('names its cause, %s, on every route: %j', async (fault, phone) => {
    const before = await count('conversations');
    const answers = [
      await partner.api.post('/leads', { phone }),
      await partner.owner.post('/leads', { phone }),
      await partner.owner.post('/people/lookup', { phone }),
      await partner.staff.post('/leads', { phone }),
      await partner.staff.post('/conversations', { phone, channel: 'form' }),
      ...(phone === undefined || phone === null ? [] : [await partner.api.post('/leads/lookup', { phone })]),
    ];
    for (const { status, error } of answers) {
      expect([status, error.details?.fields]).toEqual([422, [{ field: 'phone', message: PHONE_PROBLEMS[fault] }]]);
    }
    expect(await count('conversations')).toBe(before);
  });
});

describe('an e-mail address copied with invisible marks', () => {
  it('arrives without them, and is found with them', async () => {
    const { lead } = (await post({ email: '\u200b\u00a0Ana@example.com\u00a0\u200e' })).data;
    expect(lead.email).toBe('Ana@example.com');
    const email = '\ufeffana\u00ad@example.com\u200b ';
    expect((await partner.api.post<LeadView>('/leads/lookup', { email })).data.id).toBe(lead.id);
    const found = await partner.owner.get<LeadView[]>(`/leads?email=${encodeURIComponent(email)}`);
    expect(found.data.map(({ id }) => id)).toEqual([lead.id]);
    expect((await partner.api.patch(`/leads/${lead.id}`, { email: '\u2068b@example.com\u2069' })).status).toBe(200);
  });

  it('counts as absent where nothing else is there', async () => {
    const { lead } = (await post({ email: ' \u200b\u200e ', name: '\u200b' })).data;
    expect([lead.email, lead.name]).toEqual([null, null]);
  });

  it.each(['a\u00a0b@example.com', 'mailto:ana@example.com'])('still has to be an address: %j', async (email) => {
    const answer = await post({ email });
    expect([answer.status, answer.fields]).toEqual([422, ['email']]);
  });
});
