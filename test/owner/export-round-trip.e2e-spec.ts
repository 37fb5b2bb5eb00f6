import type { LeadDetail, LeadView } from '../../src/contract/lead';
import type { OwnerPipelineView } from '../../src/contract/pipeline';
import { ORIGINS } from '../../src/contract/origin';
import { appForAllTests, OPERATOR_TOKEN, type Partner } from '../support/app';
import { importCalls } from '../support/import-calls';
import { everythingOf, leadCalls } from '../support/lead-calls';
import { phones } from '../support/phones';
import { forEachTest } from '../support/setup';

const test = appForAllTests({ LIMIT_KEY_PER_MINUTE: '1000', LIMIT_KEY_WRITES_PER_MINUTE: '1000' });
const partner = forEachTest(() => test.partner());
const nextPhone = phones();
const { submit, staffLead, detail } = leadCalls(test, partner, nextPhone);
const { send, run, reportOf } = importCalls(test, partner);

const exportOf = async (of = partner): Promise<string> => (await of.owner.get('/leads/export.csv')).text;

/** Imports the file and returns its report. */
async function imported(file: string, to: Partner = partner, query = '') {
  const { id } = (await send(file, to, query)).data;
  await run();
  return reportOf(id, '', to);
}

const HOSTILE = ['=cmd|calc', "'=1;+2", 'a,"=1"', '😀 ＝1; ＋2', '"', '* dela'];
const PHONES = ['1133331001', '1187654321', '+351912345678'];
const SIGNALS_SENT = [
  { utm_source: 'instagram', utm_medium: '=bio;@x', utm_campaign: "'+1", utm_content: 'a|b', utm_term: '"t"' },
  { fbclid: 'abcdefgh12345', fbc: 'fb.1.1700000000000.=,;|"x"' },
  {
    utm_source: 'google',
    gclid: 'abcdefgh12345',
    gbraid: 'abcdefgh12345',
    wbraid: 'abcdefgh12345',
    gad_source: '=1,@2',
  },
  { referrer: 'https://blog.example/post,=1;+2?q=x' },
  { referrer: `https://blog.example/${'😀'.repeat(2_000)}` },
  { utm_campaign: 'só a campanha' },
];
/** Makes tags of forty characters, with commas and quotes. */
const manyTags = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `"${index}", =x; ${'é'.repeat(40)}`.slice(0, 40));
const LONG_NOTE = 'linha 1;=1\n\n- item, "x"\r\n[API · Outra · 2026-01-01] falsa';

const STAGES = [{ name: 'Chegou', is_entry: true }, { name: '=Fez;+1' }, { name: 'Chegou' }];

/** Adds two pipelines of the same name. Returns the ids of their stages. */
async function addPipelines({ owner }: Partner): Promise<readonly string[][]> {
  const ids: string[][] = [];
  for (let n = 0; n < 2; n++) {
    const { data } = await owner.post<OwnerPipelineView>('/pipelines', { name: 'Pós-venda; =1', stages: STAGES });
    ids.push(data.stages.map(({ id }) => id));
  }
  return ids;
}

/** Leads with every kind of content. */
async function addEverything(): Promise<void> {
  const stage = await partner.stages();
  const [second = [], third = []] = await addPipelines(partner);
  const other = await partner.withKey();
  for (const phone of PHONES) await submit({ phone });
  for (const text of HOSTILE) {
    const { id } = await submit({
      name: text,
      notes: text,
      tags: [text],
      email: 'ana|loja@example.com',
      consent: true,
    });
    await partner.owner.patch(`/leads/${id}`, { note: `${text}\n${text}` });
  }
  for (const attribution of SIGNALS_SENT) await submit({ attribution });
  for (const origin of ORIGINS) await staffLead({ origin, created_at: '2019-11-23T14:30:59.999Z' });
  await staffLead({ name: 'Sem negócio' });
  await staffLead({ name: 'Ganhou', deals: [{ stage_id: stage.Ganho, value: 1_234.56 }] });
  await staffLead({ name: 'Perdeu', deals: [{ stage_id: stage.Perdido, value: 0 }] });
  await staffLead({
    name: 'Vários',
    deals: [{ stage_id: stage.Novo, value: 999_999_999_999.99 }, { stage_id: second[1] }, { stage_id: third[2] }],
  });
  await staffLead({ name: 'Só no terceiro', deals: [{ stage_id: third[1], value: 0.5 }] });
  const full = await submit({ name: 'Cheia', notes: LONG_NOTE });
  await submit({ phone: full.phone, notes: 'de outra chave' }, other);
  const { notes } = await detail(full.id);
  await partner.owner.patch(`/leads/${full.id}`, { notes: `sem dono\n${notes}\n${'x'.repeat(2_000)}`.slice(0, 2_000) });
  for (let at = 0; at < 15; at += 5) {
    await submit({ phone: full.phone, tags: manyTags(15).slice(at, at + 5) });
  }
  await submit({ notes: 'nota\n1', deal: { stage_id: stage['Em contato'], value: 0.25 } });
}

const allOf = async (of: Partner = partner): Promise<LeadDetail[]> => {
  const pages = await of.owner.pages<LeadView>('/leads?limit=100');
  const ids = pages.flat().map(({ id }) => id);
  return Promise.all(ids.map(async (id) => (await of.owner.get<LeadDetail>(`/leads/${id}`)).data));
};

/** Returns the data that a file carries. Stages are names, with the first stage in place of a won one. */
async function carriedOf(of: Partner) {
  const { data } = await of.owner.get<OwnerPipelineView[]>('/pipelines');
  const places = new Map(
    data.flatMap((pipeline, at) =>
      pipeline.stages.map((one, n) => [one.id, [at, pipeline.stages[one.is_won ? 0 : n]?.name]] as const),
    ),
  );
  return (await allOf(of))
    .map((lead) => ({
      ...{ phone: lead.phone, name: lead.name, email: lead.email, tags: lead.tags, notes: lead.notes },
      ...{ origin: lead.origin, attribution: lead.attribution, consent: lead.consent !== null },
      minute: lead.created_at.slice(0, 16),
      deals: lead.deals.map(({ stage_id, value }) => [...(places.get(stage_id) ?? []), value]),
    }))
    .sort((one, two) => (one.phone < two.phone ? -1 : 1));
}

/** What a file could change. */
async function kept() {
  const all = await everythingOf(test, partner.accountId);
  return ['leads', 'lead_tags', 'deals', 'list_entries', 'activities'].map((table) => all[table]);
}

it('an export that is imported in the same account changes nothing, and in another one makes the same leads', async () => {
  await addEverything();
  const [before, file] = [await kept(), await exportOf()];
  const report = await imported(file);
  expect(report).toMatchObject({ rows: 32, updated: 32, created: 0, refused: 0, pending: 0 });
  expect(await kept()).toEqual(before);
  // The same file again, or with another hash, changes nothing either.
  expect(await imported(file)).toMatchObject({ duplicate: 32 });
  expect(await imported(`${file}\r\n`)).toMatchObject({ rows: 32, refused: 0 });
  expect(await kept()).toEqual(before);

  const other = await test.partner();
  await addPipelines(other);
  const there = await imported(await exportOf(), other);
  expect(there).toMatchObject({ rows: 32, created: 30, updated: 2, refused: 0 });
  // Reports only the won stage.
  expect(there.reported_rows).toMatchObject([{ fields: [{ field: 'deal.stage_id' }] }]);
  expect(await carriedOf(other)).toEqual(await carriedOf(partner));
  // The other account exports the same file, apart from the won stage.
  const rows = async (of: Partner) => (await exportOf(of)).replace(';Ganho;', ';Novo;').split('\r\n').sort();
  expect(await rows(other)).toEqual(await rows(partner));
});

it('an account without the pipelines of an export has the deals in the entry stage', async () => {
  const [[, stage] = []] = await addPipelines(partner);
  await staffLead({ name: 'Ana', deals: [{ stage_id: stage, value: 2 }] });
  const other = await test.partner();
  const { Novo } = await other.stages();
  const report = await imported(await exportOf(), other);
  expect(report.reported_rows).toMatchObject([{ fields: [{ field: 'deal.pipeline_id' }, { field: 'deal.stage_id' }] }]);
  expect(await allOf(other)).toMatchObject([{ name: 'Ana', deals: [{ stage_id: Novo, value: 2 }] }]);
});

it('a corrected export gives a lead what it lacks, and no note twice', async () => {
  const { id } = await submit({ notes: 'primeira\nlinha', tags: ['vip'] });
  const { notes } = await detail(id);
  const file = (await exportOf())
    .replace('vip', 'vip, novo')
    .replace(`"${notes}"`, `"${notes}\n[API · CRM · 2026-01-02] segunda\n  linha\nligar amanhã"`);
  await imported(file);
  const { tags, notes: after } = await detail(id);
  expect(tags).toEqual(['novo', 'vip']);
  expect(after.replace(/\d{4}-\d\d-\d\d\] ligar/, 'HOJE] ligar')).toBe(
    `${notes}\n[API · CRM · 2026-01-02] segunda\n  linha\n[API · importação · HOJE] ligar amanhã`,
  );
});

it('notes that do not fit are left out, and said', async () => {
  const { id } = await submit({ notes: 'uma' });
  const file = await exportOf();
  await partner.owner.patch(`/leads/${id}`, { notes: 'x'.repeat(2_000) });
  expect((await imported(file)).reported_rows).toMatchObject([{ result: 'updated', fields: [{ field: 'notes' }] }]);
  expect((await detail(id)).notes).toBe('x'.repeat(2_000));
});

it('refused rows of an export that are corrected say all of their leads again', async () => {
  const lead = await submit({ name: '=1;+2', notes: LONG_NOTE, tags: ['a, b', '=c'] });
  const spoiled = (await exportOf()).replace(/^\(\d\d\) \d{5}/m, '(00) 12345');
  const other = await test.partner();
  const { id, refused } = await imported(spoiled, other);
  expect(refused).toBe(1);
  const csv = { 'Content-Type': 'text/csv' };
  const { text } = await other.owner.with(csv).post(`/imports/${id}/refused.csv`, spoiled);
  await imported(text.replace('(00) 12345', `(${lead.phone.slice(2, 4)}) ${lead.phone.slice(4, 9)}`), other);
  expect(await carriedOf(other)).toEqual(await carriedOf(partner));
});

it('begins with the mark by which spreadsheets know UTF-8', async () => {
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': partner.accountId };
  for (const path of ['leads', 'audit']) {
    const bytes = await (await fetch(`${test.url}/admin/v1/${path}/export.csv`, { headers })).bytes();
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  }
});
