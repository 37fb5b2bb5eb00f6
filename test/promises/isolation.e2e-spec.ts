import { PERMISSIONS } from '../../src/contract/key';
import type { LeadView } from '../../src/contract/lead';
import { type Partner, RANDOM_ID, startApp, type TestApp } from '../support/app';
import { type Answer, masked } from '../support/http-client';
import { phones } from '../support/phones';

let test: TestApp;
let mine: Partner;
let theirs: Partner;
let myLead: LeadView;
let theirLead: LeadView;
let theirStage: string;
let myStage: string;
const nextPhone = phones();

const submit = async (partner: Partner, body: object = {}) =>
  (await partner.api.post<{ lead: LeadView }>('/leads', { phone: nextPhone.mobile(), ...body })).data.lead;

beforeAll(async () => {
  test = await startApp();
  [mine, theirs] = [await test.partner(...PERMISSIONS), await test.partner(...PERMISSIONS)];
  myLead = await submit(mine, { tags: ['minha'] });
  theirLead = await submit(theirs, {
    tags: ['deles'],
    email: 'deles@example.com',
    external_id: 'deles',
    name: 'Deles',
  });
  myStage = myLead.deals[0]?.stage_id ?? '';
  theirStage = theirLead.deals[0]?.stage_id ?? '';
});
afterAll(() => test.close());

/** A digest of every row of an account, in every table. */
async function everythingOf(accountId: string): Promise<string> {
  const tables = await test.sql<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'account_id'`,
  );
  const digests = [];
  for (const { name } of tables.filter((table) => table.name !== 'api_key_uses')) {
    const [row] = await test.sql<{ md5: string }>(
      `select md5(coalesce(string_agg(t::text || t.xmin, ',' order by t::text), '')) as md5 from ${name} t where account_id = $1`,
      [accountId],
    );
    digests.push(`${name} ${row?.md5}`);
  }
  return digests.join('\n');
}

const slots: [string, (id: string) => Promise<Answer<unknown>>, () => string][] = [
  ['GET /leads/{id}', (id) => mine.api.get(`/leads/${id}`), () => theirLead.id],
  ['PATCH /leads/{id}', (id) => mine.api.patch(`/leads/${id}`, { name: 'x' }), () => theirLead.id],
  ['POST /leads/{id}/stage', (id) => mine.api.post(`/leads/${id}/stage`, { stage_id: myStage }), () => theirLead.id],
  ['stage_id of a move', (id) => mine.api.post(`/leads/${myLead.id}/stage`, { stage_id: id }), () => theirStage],
  [
    'deal_id of a move',
    (id) => mine.api.post(`/leads/${myLead.id}/stage`, { stage_id: myStage, deal_id: id }),
    () => theirLead.deals[0]?.id ?? '',
  ],
  [
    'deal.pipeline_id of POST',
    (id) => mine.api.post('/leads', { phone: myLead.phone, deal: { pipeline_id: id } }),
    () => theirLead.deals[0]?.pipeline_id ?? '',
  ],
  [
    'deal.stage_id of POST',
    (id) => mine.api.post('/leads', { phone: myLead.phone, deal: { stage_id: id } }),
    () => theirStage,
  ],
  [
    'pipeline_id of the list',
    (id) => mine.api.get(`/leads?pipeline_id=${id}`),
    () => theirLead.deals[0]?.pipeline_id ?? '',
  ],
  ['stage_id of the list', (id) => mine.api.get(`/leads?stage_id=${id}`), () => theirStage],
  [
    'pipeline_id of the metrics',
    (id) => mine.api.get(`/metrics?pipeline_id=${id}`),
    () => theirLead.deals[0]?.pipeline_id ?? '',
  ],
  ['key id', (id) => mine.owner.delete(`/api-keys/${id}`), () => theirs.keyId],
];

it.each(slots)(
  'in %s the id of another account, a random and a malformed one give the same bytes',
  async (_, call, theirId) => {
    const before = await everythingOf(theirs.accountId);
    const foreign = masked(await call(theirId()));
    expect((foreign as { status: number }).status).not.toBe(500);
    expect(masked(await call(RANDOM_ID))).toEqual(foreign);
    expect(masked(await call('not-an-id'))).toEqual(foreign);
    expect(await everythingOf(theirs.accountId)).toBe(before);
  },
);

it('a cursor of another account and a made-up one give the same bytes', async () => {
  await submit(theirs);
  const cursor = (await theirs.api.get('/leads?limit=1')).body.next_cursor ?? '';
  expect(cursor).not.toBe('');
  const foreign = masked(await mine.api.get(`/leads?cursor=${cursor}`));
  expect(foreign).toMatchObject({ status: 422 });
  expect(masked(await mine.api.get(`/leads?cursor=${'A'.repeat(cursor.length)}`))).toEqual(foreign);
});

it('contacts, tags and external_ids of another account are unknown here, and stay untouched', async () => {
  const before = await everythingOf(theirs.accountId);
  expect((await mine.api.post('/leads/lookup', { phone: theirLead.phone })).status).toBe(404);
  expect((await mine.api.post('/leads/lookup', { email: 'deles@example.com' })).status).toBe(404);
  expect((await mine.api.get<unknown[]>('/leads?tag=deles')).data).toEqual([]);
  const answer = await mine.api.post<{ created: boolean; lead: LeadView }>('/leads', {
    phone: theirLead.phone,
    external_id: 'deles',
    tags: ['deles'],
  });
  expect(answer.status).toBe(201);
  expect(answer.data.lead).toMatchObject({ name: null, email: null });
  expect(answer.data.lead.id).not.toBe(theirLead.id);
  expect(await everythingOf(theirs.accountId)).toBe(before);
});

it('each key sees its own account only', async () => {
  const seen = (await theirs.api.get<LeadView[]>('/leads?limit=100')).data.map(({ id }) => id);
  expect(seen).toContain(theirLead.id);
  expect(seen).not.toContain(myLead.id);
  expect((await theirs.api.get<{ leads: number }>('/metrics')).data.leads).toBe(seen.length);
});
