import type { LeadView } from '../../src/contract/lead';
import { appForAllTests } from '../support/app';
import { theContract } from '../support/contract';
import { phones } from '../support/phones';
import { forAllTests } from '../support/setup';

/** Moments sent by staff: created_at from 1970 to five minutes ahead, starts_at from 1970 to 2100. */

const test = appForAllTests();
const partner = forAllTests(() => test.partner('leads:read', 'leads:write', 'metrics:read'));
const lead = forAllTests(
  async () => (await partner.api.post<{ lead: LeadView }>('/leads', { phone: nextPhone.mobile() })).data.lead,
);
const nextPhone = phones();

const path = (of: string) => `/accounts/${partner.accountId}/${of}`;
type Shown = { created_at?: string; starts_at?: string };

const ROUTES = {
  'created_at of a conversation': (created_at: string) =>
    test.operator.post<Shown>(path('conversations'), { phone: nextPhone.mobile(), channel: 'chat', created_at }),
  'created_at of a lead': (created_at: string) =>
    test.operator.post<Shown>(path('leads'), { phone: nextPhone.mobile(), created_at }),
  'starts_at of an appointment': (starts_at: string) =>
    test.operator.post<Shown>(path('appointments'), { lead_id: lead.id, starts_at, attended: true }),
};
type Route = keyof typeof ROUTES;

const CREATED = ['created_at of a conversation', 'created_at of a lead'] as const satisfies Route[];
const ALL = Object.keys(ROUTES) as Route[];
const STARTS = 'starts_at of an appointment' satisfies Route;

const fromNow = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

const TOO_EARLY = [
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '1969-12-31T23:59:59.999Z',
  '1969-12-31T23:59:59.999999999Z',
  '1970-01-01T00:00:00+00:01',
];
const TOO_LATE = ['2101-01-01T00:00:00Z', '2100-12-31T23:59:59-00:01', '9999-12-31T23:59:59-23:59'];

it.each(ALL.flatMap((route) => [...TOO_EARLY, ...TOO_LATE].map((moment) => [route, moment] as const)))(
  '%s is not %s',
  async (route, moment) => {
    const refused = await ROUTES[route](moment);
    expect([refused.status, refused.fields]).toEqual([422, [route.split(' ')[0]]]);
  },
);

it.each(CREATED)('%s lies at most five minutes ahead', async (route) => {
  for (const seconds of [330, 86_400, 40 * 365 * 86_400]) {
    expect((await ROUTES[route](fromNow(seconds))).fields).toEqual(['created_at']);
  }
  for (const seconds of [0, 270, -86_400]) {
    const moment = fromNow(seconds);
    expect((await ROUTES[route](moment)).data.created_at).toBe(moment);
  }
});

it.each(ALL)('%s may be the first moment of 1970', async (route) => {
  const { data } = await ROUTES[route]('1970-01-01T00:00:00Z');
  expect(data.created_at ?? data.starts_at).toBe('1970-01-01T00:00:00.000Z');
});

it.each([
  ['2100-12-31T23:59:59Z', '2100-12-31T23:59:59.000Z'],
  ['2100-12-31T23:59:59.999999999Z', '2100-12-31T23:59:59.999Z'],
  ['2101-01-01T00:00:00+00:01', '2100-12-31T23:59:00.000Z'],
  ['2060-02-29T12:00:00-03:00', '2060-02-29T15:00:00.000Z'],
])('starts_at may be %s', async (moment, shown) => {
  expect((await ROUTES[STARTS](moment)).data.starts_at).toBe(shown);
});

it.each(['0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59'])(
  'partners may ask for what was updated since %s',
  async (since) => {
    const page = await partner.api.get<LeadView[]>(`/leads?limit=1&updated_since=${encodeURIComponent(since)}`);
    expect([page.status, page.data.length]).toEqual([200, since.startsWith('0001') ? 1 : 0]);
    const { next_cursor: cursor } = page.body;
    if (!cursor) return;
    const next = `/leads?limit=2&updated_since=${encodeURIComponent(since)}&cursor=${cursor}`;
    expect((await partner.api.get<LeadView[]>(next)).status).toBe(200);
  },
);

it('the API reference says the bounds', () => {
  const { schemas } = theContract().document.components as unknown as Components;
  const described = [
    schemas.ConversationInput?.properties.created_at,
    schemas.StaffLeadInput?.properties.created_at,
    schemas.AppointmentInput?.properties.starts_at,
  ];
  expect(described.map((moment) => moment?.description)).toEqual([
    'From 1970-01-01 to five minutes from now; without an offset it is UTC.',
    'From 1970-01-01 to five minutes from now; without an offset it is UTC.',
    'From 1970 to 2100; without an offset it is UTC.',
  ]);
});

interface Components {
  readonly schemas: Readonly<Record<string, { readonly properties: Record<string, { readonly description: string }> }>>;
}
