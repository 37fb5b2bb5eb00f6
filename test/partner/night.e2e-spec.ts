import type { Metrics } from '../../src/contract/metrics';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { forAllTests, forEachTest } from '../support/setup';
import { stoppedClock } from '../support/stopped-clock';
import { leadCalls } from '../support/lead-calls';

/**
 * The day in Brasília counts. From 00:00 to 03:00 UTC it is still the previous day there. The tests set the database's clock, so that
 * they always run at night.
 */
const LIMIT = 3;
const clock = forAllTests(() => stoppedClock('night'));
const test = appForAllTests(() => ({ DATABASE_URL: clock.url, LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: `${LIMIT}` }));
const partner = forEachTest(() => test.partner());
const { nextPhone, post, notesOf } = leadCalls(test, partner);

const metrics = async (query = '') => (await partner.api.get<Metrics>(`/metrics${query}`)).data;

/** Times of the database, with the day in Brasília and its remaining seconds. */
const NIGHTS = [
  ['2026-03-01T02:59:59Z', '2026-02-28', 1],
  ['2026-03-01T03:00:00Z', '2026-03-01', 86_400],
  // The last summer time: UTC-2.
  ['2019-01-10T02:30:00Z', '2019-01-10', 84_600],
] as const;

describe.each(NIGHTS)('at %s it is %s', (moment, day, left) => {
  beforeEach(() => clock.set(moment));

  it('for a lead, its deal and its note', async () => {
    const { Agendado } = await partner.stages();
    const { data } = await post({ notes: 'ligar', deal: { stage_id: Agendado } });
    expect(data.lead.created_at).toBe(moment.replace('Z', '.000Z'));
    expect(await metrics(`?from=${day}&to=${day}`)).toMatchObject({
      leads: 1,
      scheduled: 1,
      daily: [{ date: day, leads: 1 }],
    });
    expect(await notesOf(data.lead.id)).toBe(`[API · site · ${day}] ligar`);
    expect((await partner.api.patch(`/leads/${data.lead.id}`, { notes: 'de novo' })).status).toBe(200);
    expect(await notesOf(data.lead.id)).toMatch(new RegExp(`\\n\\[API · site · ${day}\\] de novo$`));
  });

  it('for a conversation that staff enter, and its deals', async () => {
    const { Agendado } = await partner.stages();
    await partner.staff.post('/conversations', { phone: nextPhone.mobile(), channel: 'chat' });
    await partner.staff.post('/leads', { phone: nextPhone.mobile(), deals: [{ stage_id: Agendado }] });
    expect(await metrics(`?from=${day}&to=${day}`)).toMatchObject({ leads: 2, scheduled: 1 });
  });

  it('for the period that ends today', async () => {
    const { period } = await metrics();
    expect(period.to).toBe(day);
    expect(Date.parse(period.to) - Date.parse(period.from)).toBe(29 * 86_400_000);
  });

  it('for the submissions of a day, which are free again when it ends', async () => {
    for (let sent = 0; sent < LIMIT; sent++) expect((await post({})).status).toBe(201);
    const refused = await post({});
    expect([refused.status, refused.error.details]).toEqual([429, { limit: 'daily' }]);
    expect(refused.headers.get('retry-after')).toBe(`${left}`);
    // The daily count is checked before the deal.
    expect((await post({ deal: { stage_id: RANDOM_ID } })).status).toBe(429);
    const counts = await partner.sql('select day::text, used from daily_submissions where account_id = $1');
    expect(counts).toEqual([{ day, used: LIMIT }]);

    await clock.set(new Date(Date.parse(moment) + left * 1_000).toISOString());
    expect((await post({})).status).toBe(201);
  });
});
