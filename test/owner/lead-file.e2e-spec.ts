import { parse } from 'csv-parse/sync';
import type { AuditEntry } from '../../src/contract/audit';
import { SIGNALS } from '../../src/contract/origin';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { addLeads } from '../support/many-leads';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { submit, staffLead, erase } = leadCalls(test, partner);

/** The rows of the file, by their columns. */
async function rowsOf(query = ''): Promise<Record<string, string>[]> {
  const { text } = await partner.owner.get(`/leads/export.csv${query}`);
  expect(text).toMatch(/^phone,name,/);
  return parse(text, { bom: true, columns: true });
}

it('has the columns of an import, when the lead came, its origin and its stage', async () => {
  const lead = await submit({
    name: '=cmd|calc',
    email: 'ana@example.com',
    notes: 'primeira, "segunda"\nterceira',
    tags: ['Feira', 'VIP'],
    consent: true,
    attribution: { utm_source: 'google', utm_medium: 'cpc', gclid: 'abcdefgh12345' },
    deal: { stage_id: stage.Novo, value: 1234.5 },
  });
  const [row, ...others] = await rowsOf();
  expect(others).toEqual([]);
  const { created_at } = lead;
  const [deal] = lead.deals;
  const record = await partner.owner.get<{ notes: string; attribution: Record<string, string | null> }>(
    `/leads/${lead.id}`,
  );
  expect(row).toEqual({
    phone: lead.phone,
    name: "'=cmd|calc",
    email: 'ana@example.com',
    notes: record.data.notes,
    tags: 'Feira|VIP',
    consent: 'true',
    ...Object.fromEntries(SIGNALS.map((signal) => [signal, record.data.attribution[signal] ?? ''])),
    'deal.pipeline_id': deal?.pipeline_id,
    'deal.stage_id': stage.Novo,
    'deal.value': '1234.5',
    created_at,
    origin: lead.origin,
    stage: 'Novo',
  });
});

it('has a row for each deal of a lead, and none of those who are gone', async () => {
  await staffLead({ name: 'Duas', deals: [{ stage_id: stage.Novo }, { stage_id: stage.Perdido }] });
  await staffLead({ name: 'Nenhuma' });
  await erase((await staffLead({ name: 'Apagada' })).id);
  const rows = await rowsOf();
  expect(rows.map(({ name, stage: in_ }) => [name, in_])).toEqual([
    ['Nenhuma', ''],
    ['Duas', 'Novo'],
    ['Duas', 'Perdido'],
  ]);
});

it.each(['created', 'changed'])(
  'has every lead of the filters once, in the order %s, over many readings',
  async (order) => {
    const [pipeline] = (await partner.api.get<{ id: string }[]>('/pipelines')).data;
    const place = { accountId: partner.accountId, pipelineId: pipeline?.id ?? '', stageId: stage.Novo ?? '' };
    await addLeads(test, place, { count: 701, since: '2025-01-01T00:00:00Z' });
    await submit();
    const rows = await rowsOf(`?order=${order}&origin=organic`);
    expect(new Set(rows.map(({ phone }) => phone)).size).toBe(701);
    expect(rows).toHaveLength(701);
  },
);

it('is in the audit trail, and refuses what the list refuses', async () => {
  await rowsOf();
  const [entry] = (await partner.owner.get<AuditEntry[]>('/audit?limit=1')).data;
  expect([entry?.action, entry?.subject]).toEqual(['leads.exported', null]);
  const answer = await partner.owner.get('/leads/export.csv?q=a&from=2026-02-30&limit=5');
  expect([answer.status, [...(answer.fields ?? [])].sort()]).toEqual([422, ['from', 'limit', 'q']]);
});
