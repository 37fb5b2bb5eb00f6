import type { AlsoSent } from '../../contract/submission';
import { BLANK, withEmailKey } from '../record/lead-columns';
import type { LeadState } from '../record/leads.queries';
import { alsoSent } from './also-sent';
import type { LeadChange } from './lead-change';
import { readSubmission } from './submission';
import type { SubmitLeadDto } from './lead.dto';

const existing: LeadState = {
  ...BLANK,
  id: 'lead-1',
  phone: '5511987654321',
  copy: 0,
  responsibleId: null,
  updatedAt: new Date(0),
  name: 'Ana',
  ...withEmailKey('Ana@Example.com'),
  utm_source: 'google',
  utm_campaign: 'natal',
};
const DEALS = [
  { pipelineId: 'sales', value: 100 },
  { pipelineId: 'sales', value: 1.01 },
  { pipelineId: 'other', value: 300 },
];
const deal = {} as NonNullable<LeadChange['deal']>;

const sent = (
  body: Partial<SubmitLeadDto>,
  change: Partial<Pick<LeadChange, 'lead' | 'values' | 'deal'>> = {},
  before: Parameters<typeof alsoSent>[2] = { pipelineId: 'sales', deals: DEALS },
) =>
  alsoSent(
    readSubmission({ phone: '11987654321', ...body }),
    { lead: { existing }, values: undefined, deal: undefined, ...change },
    before,
  );

it.each<[what: string, body: Partial<SubmitLeadDto>, expected: AlsoSent | null]>([
  ['nothing', {}, null],
  ['the same', { name: 'Ana', email: 'Ana@Example.com', attribution: { utm_source: 'google' } }, null],
  ['another name', { name: 'Pedro' }, { name: 'Pedro' }],
  ['the name with other capitals', { name: 'ANA' }, { name: 'ANA' }],
  ['another e-mail', { email: 'p@x.com' }, { email: 'p@x.com' }],
  ['the e-mail with other capitals', { email: 'ANA@example.com' }, null],
  [
    'another campaign',
    { attribution: { utm_source: 'meta', utm_medium: 'cpc', utm_campaign: 'Black Friday' } },
    { utm_campaign: 'Black Friday', utm_source: 'meta', utm_medium: 'cpc' },
  ],
  [
    'a campaign of the same source',
    { attribution: { utm_source: 'google', utm_campaign: 'páscoa' } },
    { utm_campaign: 'páscoa' },
  ],
  [
    'other signals',
    { attribution: { utm_content: 'a', utm_term: 'b', gclid: 'Cj0KCQjw', referrer: 'https://x.example/' } },
    null,
  ],
  ['a broken campaign', { attribution: { utm_campaign: '{{campaign.name}}' } }, null],
  ['notes, tags and consent', { notes: 'n', tags: ['a'], consent: true }, null],
  ['another value', { deal: { value: 300 } }, { value: 300 }],
  ['the value of an older deal', { deal: { value: 100 } }, { value: 100 }],
  ['the value of the newest deal', { deal: { value: 1.01 } }, null],
  ['the same value in cents', { deal: { value: 1.005 } }, null],
  ['no value', { deal: {} }, null],
  ['a value of zero', { deal: { value: 0 } }, { value: 0 }],
  ['less than a cent', { deal: { value: 1e-7 } }, { value: 0 }],
  ['the largest value', { deal: { value: 999_999_999_999.99 } }, { value: 999_999_999_999.99 }],
])('of %s, finds what a known lead has otherwise', (_, body, expected) => {
  expect(sent(body)).toEqual(expected);
});

it('leaves out what the lead took', () => {
  const values = { ...existing, name: 'Pedro', ...withEmailKey('p@x.com'), utm_campaign: 'páscoa' };
  const body = { name: 'Pedro', email: 'p@x.com', attribution: { utm_campaign: 'páscoa' }, deal: { value: 5 } };
  expect(sent(body, { values, deal })).toBeNull();
  const created = { created: {} as never };
  expect(sent(body, { lead: created, values, deal }, { pipelineId: 'sales', deals: [] })).toBeNull();
});

it('has an e-mail that the lead lacks', () => {
  const lead = { existing: { ...existing, ...withEmailKey(null) } };
  expect(sent({ email: 'p@x.com' }, { lead })).toEqual({ email: 'p@x.com' });
});

it('has a value for which there is no deal, or one without a value', () => {
  const body = { deal: { value: 5 } };
  expect(sent(body, {}, { pipelineId: null, deals: DEALS })).toEqual({ value: 5 });
  expect(sent(body, {}, { pipelineId: 'sales', deals: [{ pipelineId: 'sales', value: null }] })).toEqual({ value: 5 });
});
