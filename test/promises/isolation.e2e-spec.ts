import type { LeadView } from '../../src/contract/lead';
import { appForAllTests, type Partner, RANDOM_ID } from '../support/app';
import { type Answer, masked } from '../support/http-client';
import { phones } from '../support/phones';
import { forAllTests } from '../support/setup';
import { everythingOf } from '../support/lead-calls';

const test = appForAllTests();
const mine = forAllTests(() => test.partner());
const theirs = forAllTests(() => test.partner());
const nextPhone = phones();

const submit = async (partner: Partner, body: object = {}) =>
  (await partner.api.post<{ lead: LeadView }>('/leads', { phone: nextPhone.mobile(), ...body })).data.lead;
const THEIRS = { tags: ['deles'], email: 'deles@example.com', external_id: 'deles', name: 'Deles' };
const myLead = forAllTests(() => submit(mine, { tags: ['minha'] }));
const theirLead = forAllTests(() => submit(theirs, THEIRS));
const dealOf = ({ deals }: LeadView) => ({ id: '', pipeline_id: '', stage_id: '', ...deals[0] });

const made = async (partner: Partner, path: string, body: object): Promise<{ readonly id: string }> =>
  (await partner.owner.post<{ id: string }>(path, body)).data;
const STARTS_AT = '2030-03-02T12:00:00Z';
const note = { type: 'note', text: 'deles' };
const theirActivity = forAllTests(() => made(theirs, `/leads/${theirLead.id}/activities`, note));
const theirAppointment = forAllTests(() =>
  made(theirs, '/appointments', { lead_id: theirLead.id, starts_at: STARTS_AT }),
);
const theirOwner = forAllTests(async () => ({
  id: '',
  ...(await theirs.owner.get<{ id: string }[]>('/members')).data[0],
}));
const theirSource = forAllTests(() => made(theirs, '/sources', { kind: 'webhook', name: 'deles' }));
const theirDelivery = forAllTests(() => made(theirs, `/sources/${theirSource.id}/test`, {}));
const plan = (body: object) => mine.owner.post('/appointments', { lead_id: myLead.id, starts_at: STARTS_AT, ...body });

/** All rows of the other account, with the transaction that wrote each. */
const everything = () => everythingOf(test, theirs.accountId, 't::text || t.xmin');

const slots: [string, (id: string) => Promise<Answer<unknown>>, () => string][] = [
  ['GET /leads/{id}', (id) => mine.api.get(`/leads/${id}`), () => theirLead.id],
  ['PATCH /leads/{id}', (id) => mine.api.patch(`/leads/${id}`, { name: 'x' }), () => theirLead.id],
  [
    'POST /leads/{id}/stage',
    (id) => mine.api.post(`/leads/${id}/stage`, { stage_id: dealOf(myLead).stage_id }),
    () => theirLead.id,
  ],
  [
    'stage_id of a move',
    (id) => mine.api.post(`/leads/${myLead.id}/stage`, { stage_id: id }),
    () => dealOf(theirLead).stage_id,
  ],
  [
    'deal_id of a move',
    (id) => mine.api.post(`/leads/${myLead.id}/stage`, { stage_id: dealOf(myLead).stage_id, deal_id: id }),
    () => dealOf(theirLead).id,
  ],
  [
    'deal.pipeline_id of POST',
    (id) => mine.api.post('/leads', { phone: myLead.phone, deal: { pipeline_id: id } }),
    () => dealOf(theirLead).pipeline_id,
  ],
  [
    'deal.stage_id of POST',
    (id) => mine.api.post('/leads', { phone: myLead.phone, deal: { stage_id: id } }),
    () => dealOf(theirLead).stage_id,
  ],
  ['pipeline_id of the list', (id) => mine.api.get(`/leads?pipeline_id=${id}`), () => dealOf(theirLead).pipeline_id],
  ['stage_id of the list', (id) => mine.api.get(`/leads?stage_id=${id}`), () => dealOf(theirLead).stage_id],
  [
    'pipeline_id of the metrics',
    (id) => mine.api.get(`/metrics?pipeline_id=${id}`),
    () => dealOf(theirLead).pipeline_id,
  ],
  ['a new activity', (id) => mine.owner.post(`/leads/${id}/activities`, note), () => theirLead.id],
  ['PATCH /activities/{id}', (id) => mine.owner.patch(`/activities/${id}`, { text: 'x' }), () => theirActivity.id],
  ['DELETE /activities/{id}', (id) => mine.owner.delete(`/activities/${id}`), () => theirActivity.id],
  ['the timeline', (id) => mine.owner.get(`/leads/${id}/timeline`), () => theirLead.id],
  ['lead_id of an appointment', (id) => plan({ lead_id: id }), () => theirLead.id],
  ['member_id of an appointment', (id) => plan({ member_id: id }), () => theirOwner.id],
  [
    'PATCH /appointments/{id}',
    (id) => mine.owner.patch(`/appointments/${id}`, { missed: true }),
    () => theirAppointment.id,
  ],
  ['DELETE /appointments/{id}', (id) => mine.owner.delete(`/appointments/${id}`), () => theirAppointment.id],
  [
    'a new deal',
    (id) => mine.owner.post(`/leads/${id}/deals`, { stage_id: dealOf(myLead).stage_id }),
    () => theirLead.id,
  ],
  ['PATCH /deals/{id}', (id) => mine.owner.patch(`/deals/${id}`, { value: 1 }), () => dealOf(theirLead).id],
  [
    'PUT /deals/{id}/stage',
    (id) => mine.owner.put(`/deals/${id}/stage`, { stage_id: dealOf(myLead).stage_id }),
    () => dealOf(theirLead).id,
  ],
  ['into of a merge', (id) => mine.owner.post(`/leads/${myLead.id}/merge`, { into: id }), () => theirLead.id],
  ['responsible of the day', (id) => mine.owner.get(`/today?responsible=${id}`), () => theirOwner.id],
  ['responsible of the agenda', (id) => mine.owner.get(`/appointments?responsible=${id}`), () => theirOwner.id],
  ['responsible of the tasks', (id) => mine.owner.get(`/tasks?responsible=${id}`), () => theirOwner.id],
  ['the export of a member', (id) => mine.owner.get(`/members/${id}/export`), () => theirOwner.id],
  ['another invitation', (id) => mine.owner.post(`/members/${id}/invitation`), () => theirOwner.id],
  ['the link of a member', (id) => mine.owner.post(`/members/${id}/link`), () => theirOwner.id],
  ['GET /sources/{id}', (id) => mine.owner.get(`/sources/${id}`), () => theirSource.id],
  ['PATCH /sources/{id}', (id) => mine.owner.patch(`/sources/${id}`, { name: 'x' }), () => theirSource.id],
  ['DELETE /sources/{id}', (id) => mine.owner.delete(`/sources/${id}`), () => theirSource.id],
  ['a new address of a source', (id) => mine.owner.post(`/sources/${id}/address`), () => theirSource.id],
  ['a test of a source', (id) => mine.owner.post(`/sources/${id}/test`), () => theirSource.id],
  ['the deliveries of a source', (id) => mine.owner.get(`/sources/${id}/deliveries`), () => theirSource.id],
  ['source of the list', (id) => mine.owner.get(`/leads?source=${id}`), () => theirSource.id],
  ['GET /deliveries/{id}', (id) => mine.owner.get(`/deliveries/${id}`), () => theirDelivery.id],
  ['reading a delivery again', (id) => mine.owner.post(`/deliveries/${id}/read-again`), () => theirDelivery.id],
  ['dismissing a delivery', (id) => mine.owner.post(`/deliveries/${id}/dismiss`), () => theirDelivery.id],
  ['key id', (id) => mine.owner.delete(`/api-keys/${id}`), () => theirs.keyId],
];

it.each(slots)(
  'in %s the id of another account, a random and a malformed one give the same bytes',
  async (_, call, theirId) => {
    const before = await everything();
    const foreign = masked(await call(theirId()));
    expect((foreign as { status: number }).status).not.toBe(500);
    expect(masked(await call(RANDOM_ID))).toEqual(foreign);
    expect(masked(await call('not-an-id'))).toEqual(foreign);
    expect(await everything()).toEqual(before);
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
  const before = await everything();
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
  expect(await everything()).toEqual(before);
});

it('each key sees only its own account', async () => {
  const seen = (await theirs.api.get<LeadView[]>('/leads?limit=100')).data.map(({ id }) => id);
  expect(seen).toContain(theirLead.id);
  expect(seen).not.toContain(myLead.id);
  expect((await theirs.api.get<{ leads: number }>('/metrics')).data.leads).toBe(seen.length);
});
