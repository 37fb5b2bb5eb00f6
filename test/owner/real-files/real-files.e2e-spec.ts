import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportPreview } from '../../../src/contract/import';
import type { LeadDetail } from '../../../src/contract/lead';
import { appForAllTests, OPERATOR_TOKEN, type Partner } from '../../support/app';
import { CSV, importCalls, type Report } from '../../support/import-calls';
import { shortOrLong } from '../../support/long';
import { forEachTest } from '../../support/setup';
import { type ExpectedLead, REAL_FILES } from './expected';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { run, imported, reportOf } = importCalls(test, partner);

const FILES = join(__dirname, 'files');
const CASES = Object.entries(REAL_FILES).map(([name, expected]) => [name, expected.what, expected] as const);
/** Files for the command. One suffices, because it calls the routes of the other tests. */
const COMMANDED = shortOrLong(CASES.slice(0, 1), CASES).map(([name]) => name);
const bytesOf = (name: string): Buffer => readFileSync(join(FILES, name));

it('every file is tried', () => {
  expect(readdirSync(FILES).sort()).toEqual(Object.keys(REAL_FILES).sort());
});

/** Returns the leads of the account in the form of `ExpectedLead`. */
async function leadsOf(of: Partner): Promise<ExpectedLead[]> {
  const names = new Map(Object.entries(await of.stages()).map(([name, id]) => [id, name]));
  const leads = (await of.api.get<{ id: string; created_at: string }[]>('/leads?limit=100')).data;
  const details = await Promise.all(leads.map(async ({ id }) => (await of.owner.get<LeadDetail>(`/leads/${id}`)).data));
  const begun = (await of.sql<{ at: Date }>('select min(created_at) as at from imports where account_id = $1'))[0]?.at;
  return details
    .map(({ phone, name, email, tags, notes, origin, created_at: createdAt, deals: [deal] }) => ({
      phone,
      name: name ?? '',
      ...(email !== null && { email }),
      ...(tags.length > 0 && { tags }),
      ...(notes && { note: notes.replace(/^\[.*?\] /, '') }),
      ...(origin !== 'untracked' && { origin }),
      ...(begun && new Date(createdAt) < begun && { created_at: createdAt }),
      ...(deal && names.get(deal.stage_id) !== 'Novo' && { stage: names.get(deal.stage_id) }),
      ...(deal && deal.value !== null && { value: deal.value }),
    }))
    .sort((one, other) => one.phone.localeCompare(other.phone));
}

const rowsOf = (report: Report) =>
  report.reported_rows.map(({ row, result, fields }) => [row, result, ...fields.map(({ field }) => field)]);

const sorted = (leads: readonly ExpectedLead[]): ExpectedLead[] =>
  [...leads].sort((one, other) => one.phone.localeCompare(other.phone));

describe.each(CASES)('%s: %s', (name, _, expected) => {
  it('is shown by the preview as it will be read', async () => {
    const answer = await partner.owner.with(CSV).post<ImportPreview>('/imports/preview', bytesOf(name));
    expect(answer.status).toBe(200);
    const { columns, delimiter, encoding, ignored, sample, refused } = answer.data;
    const read = columns.flatMap(({ header, field }) => (field ? [`${header}=${field}`] : []));
    expect({ read, delimiter, encoding }).toEqual({
      read: expected.read,
      delimiter: expected.delimiter,
      encoding: expected.encoding,
    });
    expect(ignored.map(({ header }) => header)).toEqual(
      columns.flatMap(({ header, field }) => (field ? [] : [header])),
    );
    const told = sample.filter(({ fields }) => fields.length > 0);
    expect(
      told.map((row) => [row.row, row.refused ? 'refused' : 'created', ...row.fields.map((one) => one.field)]),
    ).toEqual(expected.reported);
    expect(refused).toBe(expected.reported.filter(([, result]) => result === 'refused').length);
  });

  it('makes exactly these leads by the route; again it changes nothing', async () => {
    const report = await imported(bytesOf(name));
    expect(report).toMatchObject({ created: expected.leads.length, updated: 0 });
    expect(rowsOf(report)).toEqual(expected.reported);
    expect(await leadsOf(partner)).toEqual(sorted(expected.leads));
    expect(await imported(bytesOf(name))).toMatchObject({ created: 0, updated: 0, duplicate: expected.leads.length });
    expect(await leadsOf(partner)).toEqual(sorted(expected.leads));
  });

  if (!COMMANDED.includes(name)) return;

  it('makes the same leads by the command, which prints what it understood', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'entrada-real-file-'));
    const { OPERATOR_TOKEN: _token, ...inherited } = process.env;
    const child = spawn(process.execPath, ['dist/src/import.js', join(FILES, name), '--account', partner.accountId], {
      env: { ...inherited, PUBLIC_URL: test.url, DATA_DIR: folder, OPERATOR_TOKEN },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const running = setInterval(() => void run(), 200);
    const code = await ended.finally(() => clearInterval(running));
    rmSync(folder, { recursive: true, force: true });
    expect([code, output]).toEqual([
      expected.reported.some(([, result]) => result === 'refused') ? 2 : 0,
      expect.stringContaining('Linhas no arquivo: '),
    ]);
    for (const column of expected.read) expect(output).toContain(`  ${column.replace(/=.*/, '')} → `);
    const { data: imports } = await partner.owner.get<{ id: string; file_name: string }[]>('/imports');
    expect(imports.map(({ file_name: named }) => named)).toEqual([name]);
    expect(rowsOf(await reportOf(imports[0]?.id ?? ''))).toEqual(expected.reported);
    expect(await leadsOf(partner)).toEqual(sorted(expected.leads));
  });
});
