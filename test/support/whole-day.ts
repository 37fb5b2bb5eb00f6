import { randomUUID } from 'node:crypto';
import { ModulesContainer } from '@nestjs/core';
import { DAY_MS } from '../../src/contract/durations';
import { AutomationsJob } from '../../src/automations/automations.job';
import { KeyRefusalsService } from '../../src/auth/keys/key-refusals.service';
import { ExpiredSecretsJob } from '../../src/auth/sessions/expired-secrets.job';
import { OutboxJob } from '../../src/notices/outbox.job';
import { SignInRequestsJob } from '../../src/auth/sessions/sign-in-requests.job';
import type { HeldSubmissionView } from '../../src/contract/held-submission';
import { BROKEN_DOWN_BY } from '../../src/contract/metrics';
import type { SessionView } from '../../src/contract/session';
import { ImportsJob } from '../../src/imports/imports.job';
import { BulkJobsJob } from '../../src/leads/people/bulk-jobs.job';
import { OPERATOR_TOKEN, type Partner, type TestApp } from './app';
import { HttpClient, ok } from './http-client';
import { retentionDay } from './retention-day';
import { leadCalls } from './lead-calls';
import { SOURCE_OF_LEADS } from './many-leads';
import type { Pipeline } from './pipelines';
import { membersDay } from './members-day';
import { sourcesDay } from './sources-day';
import type { Callers } from './day-callers';

const CSV = { 'Content-Type': 'text/csv' };

/** Calls every route and runs every job once, so that every statement of the service is sent. */
export async function wholeDay(callers: Callers): Promise<void> {
  await partnersDay(callers);
  await heldDay(callers);
  await staffDay(callers);
  await ownersDay(callers);
  await ownersWork(callers);
  await pipelineDay(callers);
  await peopleDay(callers);
  await sourcesDay(callers);
  await membersDay(callers);
  await signInDay(callers);
  await retentionDay(callers);
  await everyJob(callers);
}

async function partnersDay({ test, partner, writer, nextPhone }: Callers): Promise<void> {
  const { api } = partner;
  const { submit } = callsOf(test, partner, nextPhone);
  const stage = await partner.stages();
  const [pipeline] = await ok(api.get<{ id: string }[]>('/pipelines'));
  const whole = { name: 'Ana', email: `${nextPhone.mobile()}@example.com`, notes: 'n', tags: ['comum', 'raro'] };
  const externalId = nextPhone.mobile();
  const lead = await submit({ ...whole, external_id: externalId, deal: { stage_id: stage['Em contato'], value: 10 } });
  await ok(api.post('/leads', { phone: lead.phone, external_id: externalId }));
  await ok(api.post('/leads', { phone: lead.phone, notes: 'mais', tags: [nextPhone.mobile()] }));
  await ok(api.post('/leads', { phone: lead.phone, attribution: { gclid: 'abcdefgh12345' } }));
  await api.post('/leads', { phone: nextPhone.mobile(), external_id: externalId });
  await ok(writer.post('/leads', { phone: nextPhone.mobile(), external_id: nextPhone.mobile(), tags: ['comum'] }));
  await ok(writer.post('/leads', { phone: lead.phone, external_id: externalId }));
  await ok(api.patch(`/leads/${lead.id}`, { name: 'Bia', add_tags: ['novo'], remove_tags: ['raro'], notes: 'n' }));
  await ok(api.post(`/leads/${lead.id}/stage`, { stage_id: stage.Agendado }));
  for (const autoOrigin of [true, false]) {
    await ok(test.operator.patch(`/accounts/${partner.accountId}`, { plan: { auto_origin: autoOrigin } }));
    await ok(api.get(`/leads/${lead.id}`));
    await ok(api.post('/leads/lookup', { phone: lead.phone }));
    await ok(api.post('/leads/lookup', { email: whole.email }));
    await api.post('/leads/lookup', { phone: nextPhone.mobile() });
    for (const filters of combinationsOf([
      `stage_id=${stage.Novo}`,
      `pipeline_id=${pipeline?.id}`,
      'tag=comum',
      'updated_since=2026-01-08T00:00:00Z',
    ])) {
      await ok(api.get(`/leads?${['limit=50', ...filters].join('&')}`));
    }
  }
  await ok(test.operator.patch(`/accounts/${partner.accountId}`, { plan: { auto_origin: true } }));
  await ok(api.get(`/leads?limit=50&stage_id=${stage.Novo}&tag=longe`));
  await ok(api.get(`/leads?limit=50&stage_id=${stage.Novo}&pipeline_id=${pipeline?.id}&tag=longe`));
  await ok(api.get('/metrics'));
  await ok(api.get(`/metrics?from=2026-01-01&to=2026-12-31&pipeline_id=${pipeline?.id}`));
}

async function heldDay({ test, partner, writer, nextPhone }: Callers): Promise<void> {
  const { owner } = partner;
  const { submit, pair } = callsOf(test, partner, nextPhone);
  const newest = async () => (await ok(owner.get<HeldSubmissionView[]>('/held-submissions')))[0]?.id;
  const [one] = await pair();
  await ok(writer.post('/leads', { phone: one.phone, external_id: nextPhone.mobile() }));
  await ok(owner.post(`/held-submissions/${await newest()}/apply`, { lead_id: one.id }));
  await ok(writer.post('/leads', { phone: one.phone, external_id: nextPhone.mobile() }));
  await ok(owner.post(`/held-submissions/${await newest()}/dismiss`));
  const externalId = nextPhone.mobile();
  await submit({ external_id: externalId });
  await ok(writer.post('/leads', { phone: nextPhone.mobile(), external_id: externalId }));
  await ok(owner.post(`/held-submissions/${await newest()}/apply`, { new_lead: true }));
  await ok(owner.get('/held-submissions?state=applied'));
  const full = await submit();
  for (let n = 0; n < 4; n++) await ok(writer.post('/leads', { phone: full.phone, notes: 'n'.repeat(470) }));
  await ok(writer.post('/leads', { phone: full.phone, notes: 'n'.repeat(470) }));
}

async function staffDay({ test, partner, nextPhone }: Callers): Promise<void> {
  const { operator } = test;
  const stage = await partner.stages();
  const account = `/accounts/${partner.accountId}`;
  const phone = nextPhone.mobile();
  await ok(operator.post(`${account}/conversations`, { phone, channel: 'chat', name: 'Ana' }));
  await ok(operator.post(`${account}/conversations`, { phone, channel: 'chat' }));
  const deals = [{ stage_id: stage.Novo }, { stage_id: stage.Novo, value: 5 }];
  const lead = await ok(
    operator.post<{ id: string; deals: { id: string }[] }>(`${account}/leads`, { phone, tags: ['comum'], deals }),
  );
  await ok(operator.patch(`${account}/leads/${lead.id}`, { origin: 'referral' }));
  await ok(operator.put(`${account}/deals/${lead.deals[0]?.id}/stage`, { stage_id: stage.Ganho }));
  const appointment = { lead_id: lead.id, starts_at: '2026-05-05T12:00:00Z', attended: false };
  const { id } = await ok(operator.post<{ id: string }>(`${account}/appointments`, appointment));
  await ok(operator.patch(`${account}/appointments/${id}`, { attended: true }));
  const { name } = await ok(operator.get<{ name: string }>(account));
  await ok(operator.post(`${account}/close`, { name }));
  await ok(operator.post(`${account}/restore`));
}

async function ownersDay({ test, partner, nextPhone }: Callers): Promise<void> {
  const { owner } = partner;
  await ok(owner.get('/account'));
  await ok(owner.get('/metrics'));
  await ok(owner.get('/metrics/breakdown'));
  await ok(owner.get('/metrics?without_spam=true'));
  await ok(owner.get('/tags'));
  await ok(owner.get('/campaigns'));
  const [notification] = await ok(owner.get<{ id: string }[]>('/notifications?limit=10'));
  await ok(owner.post(`/notifications/${notification?.id}/read`));
  await ok(owner.post('/notifications/read'));
  const key = await ok(owner.post<{ id: string }>('/api-keys', { name: 'n', permissions: ['leads:read'] }));
  await ok(owner.get('/api-keys'));
  const [entry] = await ok(owner.get<{ lead_id: string | null }[]>('/audit?limit=50&action=deal.value_changed'));
  const filters = [`person=${entry?.lead_id}`, 'action=person.exported', `lead_id=${entry?.lead_id}`];
  for (const some of [['person=operator'], ...combinationsOf(filters)])
    await ok(owner.get(`/audit?${['limit=50', ...some].join('&')}`));
  await owner.get('/audit/export.csv?from=2026-01-01&to=2026-01-02');
  await ok(owner.patch(`/api-keys/${key.id}`, { name: 'm' }));
  const other = await ok(owner.post<{ id: string }>(`/api-keys/${key.id}/replace`, { ends_in_hours: 1 }));
  for (const { id } of [key, other]) await ok(owner.delete(`/api-keys/${id}`));
  const phone = nextPhone.mobile();
  const csv = owner.with(CSV);
  const rows = [`${phone},Ana,`, `${nextPhone.mobile()},Bia,23/11/2019`, `${phone},Caio,`, 'x,y,'];
  const file = ['phone,name,data', ...rows].join('\r\n');
  const { id } = await ok(csv.post<{ id: string }>('/imports', file));
  await csv.post('/imports', file);
  await test.app.get(ImportsJob).run();
  await ok(owner.get('/imports?limit=10'));
  await ok(csv.post('/imports/preview?mapping=phone,name,created_at', file));
  await csv.post(`/imports/${id}/refused.csv`, file);
  await ok(owner.get(`/imports/${id}`));
  await test.app.get(OutboxJob).deliverDue();
  await fetch(`${test.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
  await test.app.get(ExpiredSecretsJob).run();
}

async function bulkJob(test: Callers['test'], owner: HttpClient): Promise<void> {
  for (const change of [{ add_tags: ['lista'] }, { responsible_id: null }]) {
    const { id } = await ok(owner.post<{ id: string }>('/bulk-jobs?tag=comum', change));
    await test.app.get(BulkJobsJob).run();
    for (const path of ['', `/${id}`]) await ok(owner.get(`/bulk-jobs${path}`));
    await ok(owner.post(`/bulk-jobs/${id}/undo`));
    await test.app.get(BulkJobsJob).run();
  }
}

async function ownersWork({ test, partner, nextPhone }: Callers): Promise<void> {
  const { owner } = partner;
  const stage = await partner.stages();
  type Made = { readonly id: string; readonly deals: readonly { readonly id: string }[] };
  const lead = { phone: nextPhone.mobile(), name: 'Ana', tags: ['comum'], deals: [{ stage_id: stage.Novo }] };
  const { id, deals } = await ok(owner.post<Made>('/leads', lead));
  await ok(owner.post('/leads', { phone: lead.phone }));
  await ok(owner.patch(`/leads/${id}`, { name: 'Bia', add_tags: ['b'], note: 'n', origin: 'referral' }));
  await ok(owner.patch(`/leads/${id}`, { remove_tags: ['b'], notes: 'm' }));
  await ok(owner.post('/leads/bulk', { lead_ids: [id], add_tags: ['c'] }));
  for (const move of [{ stage_id: stage.Agendado }, { undo: true }])
    await ok(owner.post('/leads/bulk', { lead_ids: [id], ...move }));
  await bulkJob(test, owner);
  await ok(owner.put(`/deals/${deals[0]?.id}/stage`, { stage_id: stage.Perdido, reason: 'caro' }));
  const appointment = { lead_id: id, starts_at: '2026-05-05T12:00:00Z', attended: false };
  const made = await ok(owner.post<{ id: string }>('/appointments', appointment));
  await ok(owner.patch(`/appointments/${made.id}`, { attended: true }));
  await day(owner, id, deals[0]?.id ?? '', stage);
  expect((await owner.get('/events')).status).toBe(200);
  expect((await partner.api.post('/leads', {})).status).toBe(422);
  await test.app.get(KeyRefusalsService).write();
  await ok(owner.get(`/api-keys/${partner.keyId}/refusals`));
  await ok(owner.get(`/api-keys/${partner.keyId}/refusal-days`));
  await ok(owner.get(`/leads/${id}/timeline?limit=10`));
  await ok(owner.get('/appointments?from=2026-05-01&to=2026-05-31&limit=50'));
}

/** What is written down of a lead, and how its deal ends. */
async function day(owner: HttpClient, id: string, dealId: string, stage: Record<string, string>): Promise<void> {
  const task = { type: 'task', text: 'Ligar', due_at: new Date().toISOString() };
  const { id: taskId } = await ok(owner.post<{ id: string }>(`/leads/${id}/activities`, task));
  await ok(owner.patch(`/activities/${taskId}`, { done: true }));
  await ok(owner.get(`/activities/${taskId}`));
  await ok(owner.delete(`/activities/${taskId}`));
  await ok(owner.post(`/leads/${id}/activities`, { type: 'call', reached: true }));
  const planned = await ok(
    owner.post<{ id: string }>('/appointments', { lead_id: id, starts_at: '2026-05-06T12:00:00Z' }),
  );
  await ok(owner.delete(`/appointments/${planned.id}`));
  await ok(owner.patch(`/deals/${dealId}`, { value: 7 }));
  await ok(owner.put(`/deals/${dealId}/stage`, { stage_id: stage.Ganho, closed_value: 8 }));
  for (const undo of [undefined, true, undefined])
    await ok(owner.put(`/deals/${dealId}/stage`, { stage_id: undo ? stage.Ganho : stage.Novo, undo }));
  const other = { name: 'Pós-venda', stages: [{ name: 'A', is_entry: true }] };
  const pipeline = await ok(owner.post<{ stages: { id: string }[] }>('/pipelines', other));
  await ok(owner.post(`/leads/${id}/deals`, { stage_id: pipeline.stages[0]?.id }));
  await ok(owner.get('/today'));
  for (const list of ['new', 'returned', 'due', 'idle']) await ok(owner.get(`/leads?today=${list}`));
  for (const by of BROKEN_DOWN_BY)
    for (const more of ['', '&without_spam=true']) await ok(owner.get(`/metrics/breakdown?by=${by}${more}`));
  for (const filters of LISTS_OF_FIGURES)
    for (const order of ['created', 'changed']) await ok(owner.get(`/leads?${filters}&order=${order}`));
}

/** The filters of the lists that figures have. */
const DAYS_OF_CONTACT = 'first_of_contact=true&contact_from=2026-01-01&contact_to=2026-12-31';
const DAYS_OF_CLOSING = 'closed_from=2026-01-01&closed_to=2026-12-31';
const LISTS_OF_FIGURES = [
  DAYS_OF_CONTACT,
  `${DAYS_OF_CONTACT}&origin=social&contact_outcome=lost`,
  `${DAYS_OF_CONTACT}&of_campaign=true&without_utm_source=true&without_utm_medium=true`,
  'attended_from=2026-01-01&attended_to=2026-12-31',
  `${DAYS_OF_CONTACT}&without_campaign=true&source=none&stage_id=none&responsible=none`,
  `${DAYS_OF_CLOSING}&closed_as=won&closed_by=none`,
  `${DAYS_OF_CLOSING}&closed_as=lost&closed_by=${randomUUID()}`,
  `${DAYS_OF_CLOSING}&without_loss_reason=true&closed_stage_id=${randomUUID()}`,
  `closed_by=${randomUUID()}`,
];

async function pipelineDay({ test, partner, nextPhone }: Callers): Promise<void> {
  const { owner } = partner;
  const { submit } = callsOf(test, partner, nextPhone);
  const stages = [{ name: 'A', is_entry: true }, { name: 'B' }, { name: 'C' }];
  const pipeline = await ok(owner.post<Pipeline>('/pipelines', { name: 'Outro', stages }));
  const [a, b, c] = pipeline.stages.map(({ id }) => id);
  await ok(owner.patch(`/pipelines/${pipeline.id}`, { name: 'Mais um' }));
  const added = await ok(owner.post<{ id: string }>(`/pipelines/${pipeline.id}/stages`, { name: 'D', position: 1 }));
  await ok(owner.patch(`/stages/${added.id}`, { position: 2, name: 'E' }));
  await ok(owner.post('/leads', { phone: nextPhone.mobile(), deals: [{ stage_id: added.id }] }));
  await ok(owner.post(`/stages/${added.id}/move-deals`, { to_stage_id: a }));
  await ok(owner.delete(`/stages/${added.id}`));
  const leads = [];
  for (const stage of [a, a, b, c]) leads.push(await submit({ deal: { pipeline_id: pipeline.id, stage_id: stage } }));
  await submit({ phone: (await submit()).phone, deal: { pipeline_id: pipeline.id } });
  const addRule = (stage: string | undefined, action: object, idle_days = 1) =>
    ok(owner.post<{ id: string }>(`/stages/${stage}/automations`, { idle_days, action }));
  const rules = [
    await addRule(a, { type: 'add_tag', tag: nextPhone.mobile() }),
    await addRule(b, { type: 'notify' }),
    await addRule(c, { type: 'move', stage_id: b }),
  ];
  await ok(owner.get(`/stages/${a}/automations`));
  await ok(owner.get(`/pipelines/${pipeline.id}/board?limit=5`));
  await ok(owner.get(`/pipelines/${pipeline.id}/board?q=ana&tag=vip&origin=organic`));
  for (const query of ['', '?q=ana&tag=vip&origin=organic'])
    for (const path of [`/pipelines/${pipeline.id}/board/totals`, '/leads/count']) await ok(owner.get(path + query));
  await test.app.get(AutomationsJob).run(new Date(Date.now() + 2 * DAY_MS));
  for (const { id } of rules) await ok(owner.delete(`/automations/${id}`));
  const spare = await ok(
    owner.post<Pipeline>('/pipelines', { name: 'Vazio', stages: [{ name: 'A', is_entry: true }] }),
  );
  await ok(owner.get('/pipelines'));
  await ok(owner.delete(`/pipelines/${spare.id}`));
  expect((await owner.delete(`/stages/${b}`)).status).toBe(409);
}

async function peopleDay({ test, partner, writer, nextPhone }: Callers): Promise<void> {
  const { owner } = partner;
  const csv = owner.with(CSV);
  const { pair, duplicate, move, merge, erase, search, detail } = callsOf(test, partner, nextPhone);
  const stage = await partner.stages();
  const email = `${nextPhone.mobile()}@example.com`;
  const [one, other] = await pair(
    { email, tags: ['comum'], external_id: nextPhone.mobile() },
    { tags: ['raro'], deals: [{ stage_id: stage.Novo }, { stage_id: stage.Novo }] },
  );
  await ok(move(one.id, { stage_id: stage['Em contato'] }));
  const spam = await ok(owner.post<{ id: string }>('/leads', { phone: nextPhone.mobile() }));
  await ok(owner.post('/leads/bulk', { lead_ids: [spam.id], origin: 'social' }));
  await ok(owner.post('/leads/bulk', { lead_ids: [spam.id], erase: true, reason: 'spam' }));
  await ok(writer.post('/leads', { phone: one.phone, notes: 'n', external_id: nextPhone.mobile() }));
  const [held] = await ok(owner.get<HeldSubmissionView[]>('/held-submissions'));
  await ok(csv.post('/imports', `phone,name\r\n${one.phone},Ana`));
  await ok(owner.post(`/held-submissions/${held?.id}/apply`, { lead_id: other.id }));
  const appointment = { lead_id: other.id, starts_at: '2026-05-05T12:00:00Z', attended: false };
  await ok(partner.staff.post('/appointments', appointment));
  await search(`?phone=${one.phone}`);
  await search(`?email=${encodeURIComponent(email)}`);
  await ok(owner.post('/people/lookup', { phone: one.phone }));
  for (const order of ['created', 'changed']) {
    await ok(owner.get(`/leads?order=${order}&q=ana&tag=comum&stage_id=${stage.Novo}&from=2026-01-01`));
    await ok(
      owner.get(
        `/leads?order=${order}&origin=organic&pipeline_id=${one.deals[0]?.pipeline_id}&without_name=true&without_next_step=true`,
      ),
    );
    await ok(owner.get(`/leads?order=${order}&source=${SOURCE_OF_LEADS}`));
    await ok(owner.get(`/leads?order=${order}&source=${SOURCE_OF_LEADS}&tag=longe`));
    await ok(owner.get(`/leads?order=${order}&limit=1`));
    await ok(owner.get(`/leads?order=${order}&direction=asc&tag=comum`));
  }
  for (const order of ['name', 'value', 'next_contact'])
    for (const direction of ['asc', 'desc'])
      await owner.pages(`/leads?order=${order}&direction=${direction}&tag=longe&limit=50`);
  await owner.get('/leads/export.csv?limit=');
  await owner.get('/leads/export.csv?tag=raro');
  await ok(owner.get('/leads/duplicates'));
  await detail(one.id);
  const twin = await duplicate(one.phone, { deals: [{ stage_id: stage.Novo }] });
  const ended = { into: one.id, close_deal_ids: twin.deals.map((deal) => deal.id) };
  await ok(owner.post(`/leads/${twin.id}/merge`, ended));
  await ok(merge(other.id, one.id));
  await ok(owner.get(`/leads/${one.id}/export`));
  const further = await duplicate(one.phone, { deals: [{ stage_id: stage.Novo }] });
  const taken = nextPhone.mobile();
  await ok(partner.staff.post('/conversations', { phone: taken, channel: 'chat' }));
  for (const [id, phone] of [
    [further.id, nextPhone.mobile()],
    [one.id, taken],
  ] as const)
    await ok(owner.patch(`/leads/${id}`, { phone }));
  await ok(erase(one.id));
  const phone = nextPhone.mobile();
  await ok(partner.staff.post('/conversations', { phone, channel: 'chat' }));
  await ok(owner.post('/people/export', { phone }));
  await ok(owner.post('/people/erase', { phone }));
}

async function signInDay({ test, partner }: Callers): Promise<void> {
  const { operator } = test;
  const account = `/accounts/${partner.accountId}`;
  const { owner } = await ok(operator.get<{ owner: { email: string } }>(account));
  await ok(operator.get('/accounts?limit=5'));
  for (const q of ['padaria', owner.email, partner.accountId]) await ok(operator.get(`/accounts?q=${q}`));
  for (const calls_per_minute of [500, null]) await ok(operator.patch(account, { limits: { calls_per_minute } }));
  const anyone = new HttpClient(`${test.url}/admin/v1`, '');
  for (const email of [owner.email, `nobody-${owner.email}`]) await ok(anyone.post('/sign-in-links', { email }));
  await test.app.get(SignInRequestsJob).run();
  await ok(operator.post(`${account}/sign-in-links`, { email: owner.email }));
  const { console_url: url } = await ok(operator.post<{ console_url: string }>(`${account}/owner-sessions`));
  const link = { token: url.split('link=')[1] };
  await ok(anyone.post('/sign-in-links/look', link));
  const begun = await ok(anyone.post<{ token: string }>('/sessions', link));
  await partner.sql('update sessions set last_used_at = $2 where account_id = $1', new Date(Date.now() - 120_000));
  const first = new HttpClient(`${test.url}/admin/v1`, begun.token);
  await ok(first.get('/my-accounts'));
  const { token } = await ok(first.post<{ token: string }>(`/my-accounts/${partner.accountId}/switch`));
  const session = new HttpClient(`${test.url}/admin/v1`, token);
  await ok(session.get('/account'));
  const sessions = await ok(session.get<SessionView[]>('/sessions'));
  const other = sessions.find(({ current }) => !current);
  await ok(session.delete(`/sessions/${other?.id}`));
  await ok(session.delete('/sessions'));
  await ok(session.delete('/sessions/current'));
  for (const state of ['dead', 'pending', 'sent']) await ok(operator.get(`/outbox?state=${state}&limit=5`));
  await partner.sql('update outbox set dead_at = now() where account_id = $1 and sent_at is null');
  const [mail] = await ok(operator.get<{ id: string }[]>('/outbox?limit=5'));
  await ok(operator.post(`/outbox/${mail?.id}/retry`));
}

/** Runs every job once more, those without work of their own in this day too. */
export async function everyJob({ test }: Pick<Callers, 'test'>): Promise<void> {
  const providers = [...test.app.get(ModulesContainer).values()].flatMap((module) => [...module.providers.values()]);
  const jobs = new Set(providers.map(({ instance }) => instance as Partial<Job> | null).filter(isJob));
  expect(jobs.size).toBeGreaterThan(0);
  for (const job of jobs) await job.run();
}

interface Job {
  tick(): Promise<void>;
  run(): Promise<unknown>;
}

const isJob = (provider: Partial<Job> | null): provider is Job =>
  typeof provider?.tick === 'function' && typeof provider.run === 'function';

const callsOf = (test: TestApp, partner: Partner, nextPhone: Callers['nextPhone']) =>
  leadCalls(test, partner, nextPhone);

const combinationsOf = <T>([first, ...rest]: readonly T[]): T[][] =>
  first === undefined ? [[]] : combinationsOf(rest).flatMap((some) => [some, [first, ...some]]);
