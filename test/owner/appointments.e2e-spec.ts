import type { AppointmentView } from '../../src/contract/appointment';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const { submit } = leadCalls(test, partner);

const make = async (lead_id: string, starts_at: string) =>
  (await partner.owner.post<AppointmentView>('/appointments', { lead_id, starts_at, attended: false })).data;
const list = (query = '') => partner.owner.get<AppointmentView[]>(`/appointments${query}`);

it('lists them by Brasília days, in the order of their beginning, page by page', async () => {
  const { id } = await submit();
  const moments = [
    '2026-03-03T02:59:59.999Z',
    '2026-03-02T03:00:00.000Z',
    '2026-03-03T03:00:00.000Z',
    '2026-03-02T02:59:59.999Z',
  ];
  const made = [];
  for (const moment of moments) made.push(await make(id, moment));
  const twin = await make(id, '2026-03-02T03:00:00.000Z');
  const [late, first, next, before] = made;
  expect((await list('?from=2026-03-02&to=2026-03-02')).data).toEqual([first, twin, late]);
  expect((await list('?to=2026-03-01')).data).toEqual([before]);
  expect((await list('?from=2026-03-03')).data).toEqual([next]);
  const pages = await partner.owner.pages<AppointmentView>('/appointments?limit=2');
  expect(pages).toEqual([[before, first], [twin, late], [next]]);
});

it('marks one as attended', async () => {
  const { id } = await submit();
  const made = await make(id, '2026-03-02T12:00:00Z');
  const { data } = await partner.owner.patch<AppointmentView>(`/appointments/${made.id}`, { attended: true });
  expect(data).toEqual({ ...made, attended: true });
  expect((await list()).data).toEqual([data]);
});

it('answers 404 for what is another account’s, and shows nothing of it', async () => {
  const other = await test.partner();
  const { id: lead_id } = await submit();
  const { id } = await make(lead_id, '2026-03-02T12:00:00Z');
  const body = { lead_id, starts_at: '2026-03-02T12:00:00Z', attended: true };
  expect((await other.owner.post('/appointments', body)).status).toBe(404);
  expect((await other.owner.patch(`/appointments/${id}`, { attended: true })).status).toBe(404);
  expect((await other.owner.patch(`/appointments/${RANDOM_ID}`, { attended: true })).status).toBe(404);
  expect((await other.owner.get('/appointments')).data).toEqual([]);
});

it.each([
  ['?from=2026-02-30', 'from'],
  ['?to=ontem', 'to'],
  ['?limit=0', 'limit'],
  ['?cursor=x', 'cursor'],
])('names the bad parameter of %s', async (query, field) => {
  const refused = await list(query);
  expect([refused.status, refused.fields]).toEqual([422, [field]]);
});
