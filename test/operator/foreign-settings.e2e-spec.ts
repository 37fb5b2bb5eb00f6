import { appStarter, type Partner, type TestApp } from '../support/app';
import { privateDatabase } from '../support/database';

/** Settings that a database may have for other programs. */
const FOREIGN = {
  datestyle: `'SQL, DMY'`,
  intervalstyle: `'sql_standard'`,
  timezone: `'America/Sao_Paulo'`,
  bytea_output: `'escape'`,
  extra_float_digits: '-10',
  standard_conforming_strings: 'off',
  transform_null_equals: 'on',
  default_transaction_isolation: `'serializable'`,
  statement_timeout: '0',
  jit: 'on',
};

const start = appStarter();
let test: TestApp;
let partner: Partner;

beforeAll(async () => {
  const url = await privateDatabase('foreign_settings');
  test = await start({ DATABASE_URL: url });
  const name = new URL(url).pathname.slice(1);
  for (const [setting, value] of Object.entries(FOREIGN)) {
    await test.sql(`alter database ${name} set ${setting} = ${value}`);
  }
  // Connects after the settings. A role's settings take precedence over a database's.
  test = await start({ DATABASE_URL: url });
  partner = await test.partner();
});

interface Lead {
  readonly id: string;
  readonly created_at: string;
  readonly deals: { readonly value: number; readonly entered_stage_at: string }[];
}

const isNow = (moment: string): boolean => Math.abs(Date.parse(moment) - Date.now()) < 600_000;

it('a lead is taken, read, listed, changed and counted as with the settings of PostgreSQL', async () => {
  const [pipeline] = (await partner.api.get<{ id: string }[]>('/pipelines')).data;
  const sent = await partner.api.post<{ lead: Lead }>('/leads', {
    phone: '11987654321',
    name: String.raw`Ana \ "O'Neil"`,
    tags: ['vip'],
    notes: 'ligou',
    deal: { pipeline_id: pipeline?.id, value: 1234.56 },
  });
  expect(sent.status).toBe(201);
  const { id } = sent.data.lead;
  const { data: lead } = await partner.api.get<Lead>(`/leads/${id}`);
  expect(lead).toMatchObject({ id, name: String.raw`Ana \ "O'Neil"`, deals: [{ value: 1234.56 }] });
  expect([lead.created_at, lead.deals[0]?.entered_stage_at].map((at) => isNow(at ?? ''))).toEqual([true, true]);
  expect((await partner.api.patch(`/leads/${id}`, { email: 'ana@example.com' })).status).toBe(200);
  const minuteAgo = new Date(Date.now() - 60_000).toISOString();
  const { data: listed } = await partner.api.get<Lead[]>(`/leads?updated_since=${minuteAgo}`);
  expect(listed.map((one) => one.id)).toEqual([id]);
  expect((await partner.api.get('/metrics')).status).toBe(200);
});

it('an owner reads lists, board, timeline, audit trail and files', async () => {
  const { data: leads } = await partner.owner.get<Lead[]>('/leads');
  const [lead] = leads;
  expect(leads.map(({ created_at }) => isNow(created_at))).toEqual([true]);
  const [pipeline] = (await partner.owner.get<{ id: string }[]>('/pipelines')).data;
  const paths = [
    `/pipelines/${pipeline?.id}/board`,
    `/leads/${lead?.id}/timeline`,
    `/leads/${lead?.id}/export`,
    '/audit',
    '/metrics',
    '/notifications',
    '/api-keys',
    '/appointments',
    '/leads?order=changed&q=ana',
  ];
  for (const path of paths) expect([path, (await partner.owner.get(path)).status]).toEqual([path, 200]);
  const today = new Date().toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
  const file = await partner.owner.get('/leads/export.csv');
  expect(file.text).toContain(today);
});
