import type { LeadView } from '../../src/contract/lead';
import type { Partner, TestApp } from './app';
import { HttpClient } from './http-client';
import type { Submitted } from './lead-calls';
import { phones } from './phones';

export interface World {
  readonly partner: Partner;
  /** A key with leads:write only. */
  readonly writer: HttpClient;
  readonly session: HttpClient;
  /** Ids by the path segment before them. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly values: Readonly<Record<string, readonly string[]>>;
}

interface Row {
  readonly id: string;
}

const PARKING = { name: 'Espera', stages: [{ name: 'Parado' }, { name: 'Fim', is_lost: true }] };
const nextPhone = phones();

/** Makes two leads of one phone and another lead, each with a deal. Makes at least one object of every other kind. */
export async function smallWorld(test: TestApp): Promise<World> {
  const partner = await test.partner();
  const { owner, accountId } = partner;
  const account = `/accounts/${accountId}`;
  const [phone, other] = [nextPhone.mobile(), nextPhone.landline()];
  const submit = async (body: object) => (await partner.api.post<Submitted>('/leads', body)).data.lead;
  const lead = await submit({ phone, name: 'Ana', external_id: 'world-1', tags: ['Site'] });
  const stageId = lead.deals[0]?.stage_id ?? '';
  const double = { phone, allow_duplicate: true, deals: [{ stage_id: stageId }] };
  const leads: LeadView[] = [
    lead,
    await submit({ phone: other, email: 'bruno@example.com', notes: 'Oi' }),
    (await test.operator.post<LeadView>(`${account}/leads`, double)).data,
  ];
  const writer = await partner.withKey('leads:write');
  await writer.post('/leads', { phone, external_id: 'world-2' });
  const parking = (await owner.post<{ stages: Row[] }>('/pipelines', PARKING)).data.stages.map(({ id }) => id);
  await owner.post(`/stages/${stageId}/automations`, { idle_days: 3, action: { type: 'notify' } });
  await owner.with({ 'Content-Type': 'text/csv' }).post('/imports', `phone\n${nextPhone.mobile()}\n`);
  const starts = { lead_id: lead.id, starts_at: '2026-03-01T12:00:00Z', attended: false };
  const appointment = (await test.operator.post<Row>(`${account}/appointments`, starts)).data;
  const task = { type: 'task', text: 'Ligar', due_at: new Date().toISOString() };
  const activity = (await owner.post<Row>(`/leads/${lead.id}/activities`, task)).data;
  const begun = await test.operator.post<{ token: string; console_url: string }>(`${account}/owner-sessions`);
  const { token, console_url } = begun.data;
  await test.sql('update outbox set dead_at = now() where account_id = $1', [accountId]);

  const listed = async (path: string) => (await owner.get<Row[]>(path)).data.map(({ id }) => id);
  const leadIds = leads.map(({ id }) => id);
  const dealIds = leads.flatMap(({ deals }) => deals.map(({ id }) => id));
  const [stages, pipelines] = [[...Object.values(await partner.stages()), ...parking], await listed('/pipelines')];
  const ids = {
    ...{ accounts: [accountId], 'my-accounts': [accountId], leads: leadIds, deals: dealIds, stages, pipelines },
    automations: await listed(`/stages/${stageId}/automations`),
    'api-keys': await listed('/api-keys'),
    sessions: await listed('/sessions'),
    notifications: await listed('/notifications'),
    'held-submissions': await listed('/held-submissions'),
    imports: await listed('/imports'),
    appointments: [appointment.id],
    activities: [activity.id],
    outbox: (await test.sql<Row>('select id from outbox where account_id = $1', [accountId])).map(({ id }) => id),
  };
  const values = {
    ...{ stage_id: stages, pipeline_id: pipelines, deal_id: dealIds, lead_id: leadIds, into: leadIds },
    phone: [phone, other, `+${phone}`, ` ${phone.slice(2)}`, nextPhone.mobile(), '+1 (212) 555-0142'],
    email: ['bruno@example.com', ' joão@exemplo.com.br '],
    token: [console_url.replace(/^.*#link=/, '')],
    external_id: ['world-1', 'world-2'],
    tag: ['site'],
    at: [new Date().toISOString()],
    due_at: [task.due_at],
    closed_at: [new Date().toISOString()],
  };
  return { partner, writer, session: new HttpClient(`${test.url}/admin/v1`, token), ids, values };
}
