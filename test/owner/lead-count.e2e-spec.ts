import type { LeadCount, OwnerLead } from '../../src/contract/lead';
import { AccountLeadsService } from '../../src/leads/reading/account-leads.service';
import { appForAllTests } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { forAllTests } from '../support/setup';

const test = appForAllTests({});
const partner = forAllTests(() => test.partner());
const { staffLead, erase, merge, duplicate } = leadCalls(test, partner);
const { join } = memberCalls(test);

/** Leads of every kind; some are gone. */
const world = forAllTests(async () => {
  const stage = await partner.stages();
  const [seller, manager] = [await join(partner, 'seller', 'Beto'), await join(partner, 'manager')];
  for (let n = 0; n < 14; n++) {
    const { id, phone } = await staffLead({
      ...(n % 5 && { name: n % 2 ? 'Maria da Silva' : 'João Souza' }),
      tags: n % 3 ? ['VIP'] : [],
      origin: n % 4 ? 'organic' : 'referral',
      deals: n % 6 ? [{ stage_id: stage[n % 2 ? 'Novo' : 'Agendado'] }] : [],
    });
    if (n % 5 === 0) await partner.owner.patch(`/leads/${id}`, { responsible_id: seller.id });
    if (n % 5 === 1) await partner.owner.patch(`/leads/${id}`, { responsible_id: manager.id });
    if (n === 4) await erase(id);
    if (n === 7) await merge((await duplicate(phone, { name: 'Maria' })).id, id);
  }
  await partner.owner.patch('/account', { sellers_see: 'own' });
  const [pipeline] = (await partner.owner.get<{ id: string }[]>('/pipelines')).data;
  return { seller, stage, pipelineId: pipeline?.id ?? '' };
});

const count = async (query: string, api: HttpClient = partner.owner): Promise<LeadCount> =>
  (await api.get<LeadCount>(`/leads/count?${query}`)).data;

const listed = async (query: string, api: HttpClient): Promise<number> =>
  (await api.pages<OwnerLead>(`/leads?limit=5&${query}`)).flat().length;

const USUAL = new AccountLeadsService(undefined as never, undefined as never).counts;
const NARROW = { few: 0, words: 0, rows: 0, checked: 1_000, all: 1_000 };
const setBounds = (bounds: AccountLeadsService['counts']) => (test.app.get(AccountLeadsService).counts = bounds);
afterEach(() => void setBounds(USUAL));

const QUERIES = [
  '',
  'order=changed',
  'q=silva',
  'q=xyzw',
  'tag=vip',
  'tag=nenhuma',
  'origin=referral',
  'q=silva&tag=VIP',
  'responsible=none',
  'without_next_step=true',
  'without_name=true',
  'stage_id=none',
  'from=2020-01-01&to=2020-01-02',
  'from=2020-01-01&tag=vip',
  'contact_from=2020-01-01',
  'first_of_contact=true',
  'contact_outcome=scheduled',
  'attended_from=2020-01-01',
  'of_campaign=true',
];

it.each(QUERIES)('the count of "%s" is the number of its rows, to a seller who sees own leads too', async (query) => {
  for (const bounds of [USUAL, NARROW]) {
    setBounds(bounds);
    for (const api of [partner.owner, world.seller.api])
      expect(await count(query, api)).toEqual({ count: await listed(query, api), is_complete: true });
  }
});

it('counts a stage and a pipeline', async () => {
  for (const query of [`stage_id=${world.stage.Novo}`, `pipeline_id=${world.pipelineId}&tag=vip`])
    expect(await count(query)).toEqual({ count: await listed(query, partner.owner), is_complete: true });
});

it('says so where there may be more than were counted', async () => {
  for (const query of ['', 'tag=vip', 'origin=organic', 'origin=organic&tag=vip']) {
    const exact = await count(query);
    setBounds({ ...NARROW, all: 3, checked: 3 });
    const some = await count(query);
    expect(some.is_complete).toBe(false);
    expect(some.count).toBeGreaterThan(0);
    expect(some.count).toBeLessThan(exact.count);
    setBounds(USUAL);
  }
});

it('is of one account, and refuses a filter as the list does', async () => {
  const other = await test.partner();
  expect(await count('', other.owner)).toEqual({ count: 0, is_complete: true });
  for (const [query, field] of [
    ['q=a', 'q'],
    ['limit=5', 'limit'],
    ['from=2020-01-02&to=2020-01-01', 'from'],
    ['closed_from=2020-01-02&closed_to=2020-01-01', 'closed_from'],
  ]) {
    const answer = await partner.owner.get(`/leads/count?${query}`);
    expect([answer.status, answer.fields]).toEqual([422, [field]]);
  }
});
