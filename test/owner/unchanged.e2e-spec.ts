import type { OwnerLead } from '../../src/contract/lead';
import type { OwnerPipelineView } from '../../src/contract/pipeline';
import { appForAllTests } from '../support/app';
import { EventStream } from '../support/event-stream';
import { everythingOf, leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { forEachTest } from '../support/setup';

/** A change to what is there already is none: it leaves no trace, and nobody is told. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { nextPhone } = leadCalls(test, partner);
const { join } = memberCalls(test);

interface World {
  readonly lead: OwnerLead;
  readonly dealId: string;
  readonly pipelineId: string;
  readonly ids: Readonly<Record<'note' | 'call' | 'task' | 'appointment' | 'member' | 'source' | 'key', string>>;
}

async function world(): Promise<World> {
  const { owner } = partner;
  const made = async (path: string, body: object) => (await owner.post<{ id: string }>(path, body)).data.id;
  const member = await join(partner, 'seller', 'Bruno');
  const deals = [{ stage_id: stage.Novo, value: 10 }];
  const { data: lead } = await owner.post<OwnerLead>('/leads', { phone: nextPhone.mobile(), name: 'Ana', deals });
  const due_at = '2026-12-24T12:00:00.000Z';
  const ids = {
    note: await made(`/leads/${lead.id}/activities`, { type: 'note', text: 'Oi' }),
    call: await made(`/leads/${lead.id}/activities`, { type: 'call', text: 'Ligou', reached: true }),
    task: await made(`/leads/${lead.id}/activities`, { type: 'task', text: 'Ligar', due_at }),
    appointment: await made('/appointments', { lead_id: lead.id, starts_at: due_at }),
    member: member.id,
    source: await made('/sources', { kind: 'webhook', name: 'Site' }),
    key: await made('/api-keys', { name: 'CRM', permissions: ['leads:read'] }),
  };
  const [pipeline] = (await owner.get<OwnerPipelineView[]>('/pipelines')).data;
  return { lead, dealId: lead.deals[0]?.id ?? '', pipelineId: pipeline?.id ?? '', ids };
}

type Call = readonly ['patch' | 'put' | 'post', path: string, body: object];

/** Each is sent twice. */
const CHANGES: Readonly<Record<string, (of: World) => Call>> = {
  'the value of a deal': ({ dealId }) => ['patch', `/deals/${dealId}`, { value: 12.345 }],
  'no value of a deal': ({ dealId }) => ['patch', `/deals/${dealId}`, { value: null }],
  'a won stage, with the sale': ({ dealId }) => [
    'put',
    `/deals/${dealId}/stage`,
    { stage_id: stage.Ganho, closed_value: 12.345, closed_at: '2026-03-02T12:00:00Z' },
  ],
  'a won stage': ({ dealId }) => ['put', `/deals/${dealId}/stage`, { stage_id: stage.Ganho }],
  'a lost stage, with the reason': ({ dealId }) => [
    'put',
    `/deals/${dealId}/stage`,
    { stage_id: stage.Perdido, reason: 'caro', closed_at: '2026-03-02T12:00:00Z' },
  ],
  'an open stage': ({ dealId }) => ['put', `/deals/${dealId}/stage`, { stage_id: stage.Agendado }],
  'the stage of several leads': ({ lead }) => [
    'post',
    '/leads/bulk',
    { lead_ids: [lead.id], stage_id: stage.Agendado },
  ],
  'a text and a tag of a lead': ({ lead, ids }) => [
    'patch',
    `/leads/${lead.id}`,
    { name: 'Bia', email: 'bia@example.com', add_tags: ['a'], responsible_id: ids.member, origin: 'referral' },
  ],
  'the notes of a lead': ({ lead }) => ['patch', `/leads/${lead.id}`, { notes: 'x' }],
  'the phone of a lead': ({ lead }) => ['patch', `/leads/${lead.id}`, { phone: lead.phone }],
  'a note': ({ ids }) => ['patch', `/activities/${ids.note}`, { text: 'Olá' }],
  'a call': ({ ids }) => ['patch', `/activities/${ids.call}`, { text: null, reached: false }],
  'a task': ({ ids }) => ['patch', `/activities/${ids.task}`, { due_at: '2026-12-25T12:00:00Z' }],
  'a done task': ({ ids }) => ['patch', `/activities/${ids.task}`, { done: true }],
  'an appointment': ({ ids }) => [
    'patch',
    `/appointments/${ids.appointment}`,
    { starts_at: '2026-12-25T12:00:00Z', attended: true, member_id: ids.member, text: 'Sala 2', minutes: 45 },
  ],
  'a pipeline': ({ pipelineId, ids }) => ['patch', `/pipelines/${pipelineId}`, { name: 'Vendas', rota: [ids.member] }],
  'a stage': () => ['patch', `/stages/${stage.Agendado}`, { name: 'Visita', value: 5, is_entry: true, position: 2 }],
  'a member': ({ ids }) => ['patch', `/members/${ids.member}`, { name: 'Caio', away_until: '2030-01-01' }],
  'a source': ({ ids }) => ['patch', `/sources/${ids.source}`, { name: 'Loja' }],
  'the account': () => [
    'patch',
    '/account',
    {
      ...{ site_domains: ['a.example'], sellers_see: 'own', loss_reasons: ['Preço'], idle_days: 9 },
      message_templates: [{ name: 'Oi', text: 'Oi {nome}' }],
    },
  ],
  'the name of a key': ({ ids }) => ['patch', `/api-keys/${ids.key}`, { name: 'ERP' }],
};

const ownersHeaders = async () => {
  const { data } = await test.operator.post<{ token: string }>(`/accounts/${partner.accountId}/owner-sessions`);
  return { Authorization: `Bearer ${data.token}` };
};

it.each(Object.keys(CHANGES))('%s', async (name) => {
  const of = await world();
  const [method, path, body] = CHANGES[name]?.(of) as Call;
  const change = async () => {
    const { status, text } = await partner.owner[method]<unknown>(path, body);
    if (status !== 200) throw new Error(text);
  };
  const stream = await EventStream.open(test.url, await ownersHeaders());
  /** Tells that everything before has been told. */
  const told = async () => {
    const { id } = (await partner.owner.post<{ id: string }>('/leads', { phone: nextPhone.mobile() })).data;
    await stream.heard('lead', id);
    return stream.events.splice(0).filter((event) => event.id !== id);
  };
  await change();
  await told();
  const before = await everythingOf(test, partner.accountId);
  await change();
  expect(await everythingOf(test, partner.accountId)).toEqual(before);
  expect(await told()).toEqual([]);
  stream.close();
});
