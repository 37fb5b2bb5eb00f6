import { parse } from 'csv-parse/sync';
import type { AuditEntry } from '../../src/contract/audit';
import { EXPORT_COLUMNS, headerOf } from '../../src/contract/import-columns';
import { SIGNALS } from '../../src/contract/origin';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { addLeads } from '../support/many-leads';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { submit, staffLead, erase } = leadCalls(test, partner);

const HEADER = headerOf(EXPORT_COLUMNS);

/** Exports the file and returns its rows by column name. */
async function rowsOf(query = ''): Promise<Record<string, string>[]> {
  const { text } = await partner.owner.get(`/leads/export.csv${query}`);
  expect(text.startsWith(`${HEADER.join(';')}\r\n`)).toBe(true);
  return parse(text, { bom: true, columns: true, delimiter: ';' });
}

it('has the columns of an import, when the lead came, its origin and its stage', async () => {
  const lead = await submit({
    phone: '11987654321',
    name: '=cmd|calc',
    email: 'ana@example.com',
    notes: 'primeira, "segunda"\nterceira',
    tags: ['Feira', 'São Paulo, SP'],
    consent: true,
    attribution: {
      utm_source: 'google',
      utm_medium: 'cpc',
      gclid: 'abcdefgh12345',
      referrer: 'https://blog.example/post?a=b',
    },
    deal: { stage_id: stage.Novo, value: 1234.5 },
  });
  const [row, ...others] = await rowsOf();
  expect(others).toEqual([]);
  const record = await partner.owner.get<{ notes: string; attribution: Record<string, string | null> }>(
    `/leads/${lead.id}`,
  );
  expect(row).toEqual({
    ...Object.fromEntries(SIGNALS.slice(0, -1).map((signal) => [signal, record.data.attribution[signal] ?? ''])),
    Telefone: '(11) 98765-4321',
    Nome: "'=cmd|calc",
    'E-mail': 'ana@example.com',
    Etiquetas: 'Feira, "São Paulo, SP"',
    Observações: record.data.notes,
    Origem: 'Google Ads',
    'Criado em': new Date(lead.created_at)
      .toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'short', timeStyle: 'short' })
      .replace(',', ''),
    Funil: 'Funil de vendas',
    Etapa: 'Novo',
    Valor: '1234,50',
    Consentimento: 'Sim',
    Responsável: '',
    'Página de referência': 'https://blog.example/post',
  });
});

it('has phones as people write them', async () => {
  const sent = ['1133331001', '1187654321', '+351912345678'];
  for (const phone of sent) await submit({ phone });
  const phones = (await rowsOf()).map(({ Telefone }) => Telefone);
  expect(phones).toEqual(["'+351912345678", '(11) 8765-4321', '(11) 3333-1001']);
});

it('has a row for each deal of a lead, and none of those who are gone', async () => {
  await staffLead({ name: 'Duas', deals: [{ stage_id: stage.Novo }, { stage_id: stage.Perdido }] });
  await staffLead({ name: 'Nenhuma' });
  await erase((await staffLead({ name: 'Apagada' })).id);
  const rows = await rowsOf();
  expect(rows.map(({ Nome, Etapa }) => [Nome, Etapa])).toEqual([
    ['Nenhuma', ''],
    ['Duas', 'Novo'],
    ['Duas', 'Perdido'],
  ]);
});

it('has every lead of the filters once, in either order, over many readings', async () => {
  const [pipeline] = (await partner.api.get<{ id: string }[]>('/pipelines')).data;
  const place = { accountId: partner.accountId, pipelineId: pipeline?.id ?? '', stageId: stage.Novo ?? '' };
  await addLeads(test, place, { count: 501, since: '2025-01-01T00:00:00Z' });
  await submit();
  for (const order of ['created', 'changed']) {
    const rows = await rowsOf(`?order=${order}&origin=organic`);
    expect(new Set(rows.map(({ Telefone }) => Telefone)).size).toBe(501);
    expect(rows).toHaveLength(501);
  }
});

it('is in the audit trail, and refuses what the list refuses', async () => {
  await rowsOf();
  const [entry] = (await partner.owner.get<AuditEntry[]>('/audit?limit=1')).data;
  expect([entry?.action, entry?.subject]).toEqual(['leads.exported', null]);
  const answer = await partner.owner.get('/leads/export.csv?q=a&from=2026-02-30&limit=5');
  expect([answer.status, [...(answer.fields ?? [])].sort()]).toEqual([422, ['from', 'limit', 'q']]);
});

it('has the leads that were lost for a reason', async () => {
  const { deals } = await staffLead({ name: 'Cara', deals: [{ stage_id: stage.Novo }] });
  await staffLead({ name: 'Outra', deals: [{ stage_id: stage.Perdido }] });
  await partner.owner.put(`/deals/${deals[0]?.id}/stage`, { stage_id: stage.Perdido, reason: 'Preço' });
  const names = async (query: string) => (await rowsOf(query)).map(({ Nome }) => Nome);
  expect(await names('?loss_reason=Pre%C3%A7o&closed_from=2026-01-01')).toEqual(['Cara']);
  expect(await names('?loss_reason=Pre%C3%A7o&closed_to=2026-01-01')).toEqual([]);
});
