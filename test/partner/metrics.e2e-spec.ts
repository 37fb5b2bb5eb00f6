import fc from 'fast-check';
import type { LeadView } from '../../src/contract/lead';
import type { Metrics } from '../../src/contract/metrics';
import { shortOrLong } from '../support/long';
import { ORIGINS } from '../../src/contract/origin';
import { appForAllTests, RANDOM_ID } from '../support/app';
import type { Pipeline } from '../support/pipelines';
import { forEachTest } from '../support/setup';
import { leadCalls } from '../support/lead-calls';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read', 'metrics:read'));
const pipeline = forEachTest(async () => (await partner.api.get<Pipeline[]>('/pipelines')).data[0] as Pipeline);
const { nextPhone, staffLead } = leadCalls(test, partner);

const metrics = async (query = '') => (await partner.api.get<Metrics>(`/metrics${query}`)).data;
const stageId = (name: string) => pipeline.stages.find((stage) => stage.name === name)?.id ?? '';

const today = async () =>
  (await test.sql<{ day: string }>(`select to_char(now() at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day`))[0]
    ?.day ?? '';

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

it('has exactly the documented fields, and zeros for an empty account', async () => {
  const to = await today();
  expect(await metrics()).toEqual({
    period: { from: daysBefore(to, 29), to },
    leads: 0,
    scheduled: 0,
    closed: 0,
    attended: 0,
    daily: [],
    by_origin: [],
    pipeline: {
      id: pipeline.id,
      name: 'Funil de vendas',
      stages: pipeline.stages.map(({ id, name }) => ({ id, name, open_deals: 0 })),
    },
  });
});

it('counts conversations of every channel once, with the origin of their oldest lead', async () => {
  const day = await today();
  const chat = nextPhone.mobile();
  await partner.staff.post('/conversations', { phone: chat, channel: 'chat' });
  await partner.staff.post('/conversations', { phone: chat, channel: 'form' });
  const phone = nextPhone.mobile();
  await partner.api.post('/leads', { phone, attribution: { utm_source: 'x' } });
  await partner.api.post('/leads', { phone });
  const twice = nextPhone.mobile();
  await staffLead({ phone: twice, origin: 'social', created_at: `${daysBefore(day, 1)}T15:00:00Z` });
  await staffLead({ phone: twice, origin: 'referral', created_at: `${daysBefore(day, 2)}T15:00:00Z` });
  expect(await metrics()).toMatchObject({
    leads: 3,
    daily: [
      { date: daysBefore(day, 1), leads: 1 },
      { date: day, leads: 2 },
    ],
    by_origin: [
      { origin: 'organic', leads: 1 },
      { origin: 'referral', leads: 1 },
      { origin: 'untracked', leads: 1 },
    ],
  });
});

it('an origin that changes once changes the count of the period in which the lead was created', async () => {
  const phone = nextPhone.mobile();
  const created_at = '2026-01-15T12:00:00Z';
  await staffLead({ phone, created_at });
  const query = '?from=2026-01-01&to=2026-01-31';
  expect((await metrics(query)).by_origin).toEqual([{ origin: 'untracked', leads: 1 }]);
  await partner.api.post('/leads', { phone, attribution: { fbclid: 'abcdefgh' } });
  expect((await metrics(query)).by_origin).toEqual([{ origin: 'network_a_ads', leads: 1 }]);
});

it('counts Brasília days: 02:59:59.999Z of 1 March 2026 is 28 February, 03:00:00.000Z is 1 March', async () => {
  await staffLead({ created_at: '2026-03-01T02:59:59.999Z' });
  await staffLead({ created_at: '2026-03-01T03:00:00.000Z' });
  expect((await metrics('?from=2026-02-01&to=2026-03-31')).daily).toEqual([
    { date: '2026-02-28', leads: 1 },
    { date: '2026-03-01', leads: 1 },
  ]);
  expect((await metrics('?from=2026-02-28&to=2026-02-28')).leads).toBe(1);
});

it('knows the summer time that ended in 2019', async () => {
  // Summer time was UTC-2, so days ended at 02:00Z. 4 November 2018 began at 01:00. On 16 February 2019, 23:00 came twice.
  await staffLead({ created_at: '2019-01-10T01:59:59.999Z' });
  await staffLead({ created_at: '2019-01-10T02:00:00.000Z' });
  expect((await metrics('?from=2019-01-09&to=2019-01-10')).daily).toEqual([
    { date: '2019-01-09', leads: 1 },
    { date: '2019-01-10', leads: 1 },
  ]);
  const { id } = await staffLead();
  const attend = (starts_at: string) => partner.staff.post('/appointments', { lead_id: id, starts_at, attended: true });
  for (const moment of [
    '2018-11-04T02:59:59.999Z',
    '2018-11-04T03:00:00Z',
    '2019-02-17T02:59:59.999Z',
    '2019-02-17T03:00:00Z',
  ]) {
    expect((await attend(moment)).status).toBe(201);
  }
  const attended = async (day: string) => (await metrics(`?from=${day}&to=${day}`)).attended;
  expect(await Promise.all(['2018-11-03', '2018-11-04', '2019-02-16', '2019-02-17'].map(attended))).toEqual([
    1, 1, 1, 1,
  ]);
});

it('counts attended appointments that start in the period, as they are marked now', async () => {
  const { id } = await staffLead();
  const add = async (starts_at: string, attended: boolean) =>
    (await partner.staff.post<{ id: string }>('/appointments', { lead_id: id, starts_at, attended })).data;
  const first = await add('2026-03-01T02:59:59.999Z', true);
  expect(first).toEqual({ id: first.id, lead_id: id, starts_at: '2026-03-01T02:59:59.999Z', attended: true });
  await add('2026-03-01T03:00:00Z', true);
  const missed = await add('2026-03-01T12:00:00Z', false);
  const march = '?from=2026-03-01&to=2026-03-01';
  expect((await metrics(march)).attended).toBe(1);
  const set = await partner.staff.patch(`/appointments/${missed.id}`, { attended: true });
  expect(set.data).toEqual({ ...missed, attended: true });
  expect((await metrics(march)).attended).toBe(2);
  for (const path of [RANDOM_ID, 'x']) {
    expect((await partner.staff.patch(`/appointments/${path}`, { attended: true })).status).toBe(404);
  }
  const unknown = { lead_id: RANDOM_ID, starts_at: '2026-03-01T12:00:00Z', attended: true };
  expect((await partner.staff.post('/appointments', unknown)).status).toBe(404);
});

it('scheduled and closed count conversations of the period that are in such a stage now', async () => {
  const scheduled = { deals: [{ stage_id: stageId('Agendado') }] };
  await staffLead(scheduled);
  const lead = await staffLead({ deals: [{ stage_id: stageId('Agendado') }, { stage_id: stageId('Agendado') }] });
  await staffLead({ ...scheduled, created_at: '2026-01-15T12:00:00Z' });
  await staffLead({ deals: [{ stage_id: stageId('Ganho') }] });
  expect(await metrics()).toMatchObject({ leads: 3, scheduled: 2, closed: 1 });
  expect(await metrics('?from=2026-01-15&to=2026-01-15')).toMatchObject({ leads: 1, scheduled: 1, closed: 0 });
  for (const { id } of lead.deals) {
    await partner.staff.put(`/deals/${id}/stage`, { stage_id: stageId('Ganho') });
  }
  expect(await metrics()).toMatchObject({ scheduled: 1, closed: 2 });
});

it('counts a conversation once whose deals are made at the same time', async () => {
  const pipelines = [pipeline.id];
  for (const name of ['Retorno', 'Indicação']) {
    pipelines.push(
      (await partner.owner.post<Pipeline>('/pipelines', { name, stages: [{ name: 'Novo', is_entry: true }] })).data.id,
    );
  }
  await partner.sql('update stages set is_scheduling = true where account_id = $1');
  const ROUNDS = 10;
  for (let round = 0; round < ROUNDS; round++) {
    const phone = nextPhone.mobile();
    const posts = pipelines.map((pipeline_id) => () => partner.api.post('/leads', { phone, deal: { pipeline_id } }));
    const staff = () => staffLead({ phone, deals: [{ stage_id: stageId('Agendado') }] });
    await Promise.all((round % 2 === 0 ? posts : [...posts, staff]).map((make) => make()));
  }
  const [deals] = await partner.sql<{ n: number }>('select count(*)::int as n from deals where account_id = $1');
  expect(deals?.n).toBeGreaterThan(ROUNDS);
  expect(await metrics()).toMatchObject({ leads: ROUNDS, scheduled: ROUNDS });
});

it('scheduled and closed are null when no stage is configured for them; a stage with a value closes', async () => {
  await staffLead({ deals: [{ stage_id: stageId('Em contato') }] });
  await partner.sql('update stages set is_scheduling = false, is_sale = false where account_id = $1');
  expect(await metrics()).toMatchObject({ scheduled: null, closed: null });
  await test.sql('update stages set value = 0 where id = $1', [stageId('Em contato')]);
  expect(await metrics()).toMatchObject({ scheduled: null, closed: 1 });
});

it('open_deals is a snapshot of today, whatever the period, won and lost stages included', async () => {
  for (const name of ['Novo', 'Novo', 'Perdido', 'Ganho'])
    await staffLead({ deals: [{ stage_id: stageId(name) }], created_at: '2026-01-15T12:00:00Z' });
  const { pipeline } = await metrics('?from=2020-01-01&to=2020-01-02');
  expect(pipeline.stages.map(({ name, open_deals }) => [name, open_deals])).toEqual([
    ['Novo', 2],
    ['Em contato', 0],
    ['Agendado', 0],
    ['Ganho', 1],
    ['Perdido', 1],
  ]);
  expect((await metrics(`?pipeline_id=${pipeline.id.toUpperCase()}`)).pipeline.id).toBe(pipeline.id);
});

it('shows by_origin only if the plan includes the automatic origin', async () => {
  await test.operator.patch(`/accounts/${partner.accountId}`, { plan: { auto_origin: false } });
  const shown = ['attended', 'closed', 'daily', 'leads', 'period', 'pipeline', 'scheduled'];
  expect(Object.keys(await metrics()).sort()).toEqual(shown);
});

it.each([
  ['from=2026-02-30', ['from']],
  ['from=2026-2-3', ['from']],
  ['from=2026-03-02&to=2026-03-01', ['from']],
  ['from=2025-01-01&to=2026-01-02', ['from']],
  ['to=tomorrow', ['to']],
  ['from=&to=2026-01-01&x=1&pipeline_id=', ['from', 'x', 'pipeline_id']],
  ['from=2026-01-01&from=2026-01-01', ['from']],
  ['from=9999-12-31', ['from']],
])('refuses %s', async (query, fields) => {
  const answer = await partner.api.get(`/metrics?${query}`);
  expect([answer.status, answer.error.code, answer.fields]).toEqual([422, 'validation_error', fields]);
});

it('takes 366 days, both ends included, half-open periods and a future end', async () => {
  const day = await today();
  expect((await metrics('?from=2024-01-01&to=2024-12-31')).period).toEqual({ from: '2024-01-01', to: '2024-12-31' });
  expect((await metrics(`?from=${daysBefore(day, 3)}`)).period).toEqual({ from: daysBefore(day, 3), to: day });
  expect((await metrics('?to=2026-03-01')).period).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  expect((await metrics(`?to=${daysBefore(day, -10)}`)).period.to).toBe(daysBefore(day, -10));
});

it('is 404 for a pipeline that the account does not have, after validation', async () => {
  for (const id of [RANDOM_ID, 'x']) {
    expect((await partner.api.get(`/metrics?pipeline_id=${id}`)).error.code).toBe('not_found');
    expect((await partner.api.get(`/metrics?pipeline_id=${id}&from=x`)).status).toBe(422);
  }
});

it('daily and by_origin always add up to leads, over random histories', async () => {
  const history = fc.array(
    fc.record({
      phone: fc.integer({ min: 0, max: 9 }),
      kind: fc.constantFrom('chat', 'staff', 'api', 'origin'),
      hour: fc.integer({ min: 0, max: 24 * 20 }),
      origin: fc.constantFrom(...ORIGINS),
    }),
    { minLength: 1, maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const other = await test.partner('leads:read', 'leads:write', 'metrics:read');
      const numbers = Array.from({ length: 10 }, () => nextPhone.mobile());
      for (const { phone: index, kind, hour, origin } of events) {
        const phone = numbers[index];
        const created_at = new Date(Date.parse('2026-03-01T00:00:00Z') + hour * 3_600_000).toISOString();
        if (kind === 'chat') await other.staff.post('/conversations', { phone, channel: 'chat', created_at });
        if (kind === 'staff') await other.staff.post('/leads', { phone, origin, created_at, allow_duplicate: true });
        if (kind === 'api') await other.api.post('/leads', { phone, attribution: { utm_medium: origin } });
        if (kind === 'origin') {
          const [lead] = (await other.api.get<LeadView[]>('/leads?limit=1')).data;
          if (lead) await other.staff.patch(`/leads/${lead.id}`, { origin });
        }
      }
      const [counted] = await other.sql<{ n: number }>(
        'select count(*)::int as n from conversations where account_id = $1',
      );
      const day = await today();
      let sum = 0;
      for (const query of ['?from=2026-02-01&to=2026-04-30', `?from=${day}`]) {
        const { leads, daily, by_origin } = (await other.api.get<Metrics>(`/metrics${query}`)).data;
        expect(daily.reduce((total, one) => total + one.leads, 0)).toBe(leads);
        expect((by_origin ?? []).reduce((total, one) => total + one.leads, 0)).toBe(leads);
        sum += leads;
      }
      expect(sum).toBe(counted?.n);
      const stale =
        await other.sql(`select c.id from conversations c where c.account_id = $1 and c.origin <> coalesce((select l.origin from leads l
         where l.account_id = $1 and l.conversation_id = c.id order by l.created_at, l.id limit 1), 'untracked')`);
      expect(stale).toEqual([]);
    }),
    { numRuns: shortOrLong(4, 15) },
  );
});
