import { DAY_MS } from '../../../src/contract/durations';
import type { Pipeline, Stage } from '../../support/pipelines';
import type { HttpClient } from '../../support/http-client';
import type { ConsoleUnderTest } from './console';

/** An account with data for every page of the console. */
export interface World {
  readonly accountId: string;
  readonly leadId: string;
  readonly formId: string;
  readonly webhookId: string;
}

const CAMPAIGNS = [
  { utm_source: 'instagram', utm_medium: 'cpc', fbclid: 'IwAR0abcdefgh1234' },
  { utm_source: 'google', utm_medium: 'cpc', gclid: 'CjwKCAjw_abcdefgh' },
  { referrer: 'https://www.google.com/search' },
  { utm_source: 'newsletter', utm_medium: 'email' },
  { referrer: 'https://blog.example.com/artigo' },
  {},
];

const NAMES = ['Ana Souza', 'Bruno Lima', 'Carla Dias', 'Davi Rocha', 'Elisa Prado', 'Fábio Nunes', 'Gabi Melo'];

/** Fills an account: leads of the last weeks, a held submission, duplicates, keys, automations, sources. */
export async function fillAccount(under: ConsoleUnderTest): Promise<World> {
  const { id, owner } = await under.openAccount({
    name: 'Clínica Sorriso',
    owner: { name: 'Helena', email: 'helena@example.com' },
  });
  const key = async (name: string, ...permissions: string[]) =>
    (await owner.post<{ key: string }>('/api-keys', { name, permissions })).data.key;
  const site = under.partner(await key('Site', 'leads:write'));
  const crm = under.partner(await key('Planilha', 'leads:read', 'leads:write', 'pipeline:read', 'pipeline:write'));
  await key('Painel da agência', 'metrics:read');
  const stages = (await owner.get<Pipeline[]>('/pipelines')).data[0]?.stages ?? [];
  const leadId = await submitLeads(crm, stages);
  await backDate(under, id);
  await holdOne(under, site, id);
  await owner.post(`/stages/${stages[1]?.id}/automations`, { idle_days: 3, action: { type: 'notify' } });
  return { accountId: id, leadId, ...(await addSources(under, owner)) };
}

async function submitLeads(crm: HttpClient, stages: readonly Stage[]): Promise<string> {
  const ids: string[] = [];
  for (const [index, name] of NAMES.entries()) {
    const attribution = CAMPAIGNS[index % CAMPAIGNS.length];
    const body = { phone: `1198765430${index}`, name, email: `${index}@example.com`, tags: ['site'], attribution };
    const extra = index === 0 ? { notes: 'Prefere contato à tarde.', consent: true } : {};
    ids.push((await crm.post<{ id: string }>('/leads', { ...body, ...extra })).data.id);
  }
  for (const [index, stage] of [1, 1, 2, 1].entries()) {
    await crm.post(`/leads/${ids[index]}/stage`, { stage_id: stages[stage]?.id });
  }
  return ids[0] ?? '';
}

/** Adds conversations of the last weeks for the charts. */
async function backDate({ operator }: ConsoleUnderTest, accountId: string): Promise<void> {
  const origins = [
    'network_a_ads',
    'network_a_ads',
    'network_a_ads',
    'network_b_ads',
    'organic_network_b',
    'social',
    'referral',
  ];
  for (let day = 1; day < 30; day++) {
    for (let one = 0; one < (day * 7) % 5; one++) {
      await operator.post(`/accounts/${accountId}/leads`, {
        phone: `21${String(970000000 + day * 100 + one)}`,
        name: NAMES[(day + one) % NAMES.length],
        origin: origins[(day * 3 + one) % origins.length],
        created_at: new Date(Date.now() - day * DAY_MS).toISOString(),
      });
    }
  }
}

/** Adds a form, and a webhook with a delivery that is held. */
async function addSources(under: ConsoleUnderTest, owner: HttpClient): Promise<Pick<World, 'formId' | 'webhookId'>> {
  const source = async (kind: string, name: string) =>
    (await owner.post<{ id: string; address: string }>('/sources', { kind, name })).data;
  const [form, webhook] = [await source('form', 'Site'), await source('webhook', 'Agência')];
  const body = JSON.stringify({ nome: 'Rita Alves', codigo: 'A-12', mensagem: 'Quero um orçamento.' });
  await fetch(under.here(webhook.address), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return { formId: form.id, webhookId: webhook.id };
}

/** Adds two leads of one phone, and a submission of a write-only key, which is held. */
async function holdOne({ operator }: ConsoleUnderTest, site: HttpClient, accountId: string): Promise<void> {
  for (const [name, email] of [
    ['Paula Reis', 'paula@example.com'],
    ['Paula R.', 'pr@example.com'],
  ]) {
    const body = { phone: '31988887777', name, email, allow_duplicate: true };
    await operator.post(`/accounts/${accountId}/leads`, body);
  }
  await site.post('/leads', { phone: '31988887777', name: 'Paula', notes: 'Quer remarcar.', tags: ['retorno'] });
}
