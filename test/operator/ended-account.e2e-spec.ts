import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AutomationsJob } from '../../src/automations/automations.job';
import { SignInRequestsJob } from '../../src/auth/sessions/sign-in-requests.job';
import { DAY_MS } from '../../src/contract/durations';
import { appForAllTests, type Partner, RANDOM_ID } from '../support/app';
import { asService, privateDatabase } from '../support/database';
import type { Callers } from '../support/day-callers';
import { endCalls, NAME } from '../support/ended-accounts';
import { HttpClient, ok } from '../support/http-client';
import { memberCalls } from '../support/member-calls';
import { phones } from '../support/phones';
import { everyJob } from '../support/whole-day';
import { fillWholeAccounts, rowsOf } from '../support/whole-account';

const folder = mkdtempSync(join(tmpdir(), 'entrada-end-'));
const nextPhone = phones();

let url: string;
const test = appForAllTests(async () => ({ DATABASE_URL: (url = await privateDatabase('ended_account')) }));
const { command, close, end, restore, tablesWith } = endCalls(test, () => url);
let neighbour: Partner;
let ending: Partner;

beforeAll(async () => {
  neighbour = await test.partner();
  ending = await test.partner();
  const callersOf = async (partner: Partner): Promise<Callers> => ({
    test,
    partner,
    writer: await partner.withKey('leads:write'),
    nextPhone,
  });
  await fillWholeAccounts([await callersOf(neighbour), await callersOf(ending)]);
  const { address } = await memberCalls(test).join(neighbour, 'manager');
  await ok(ending.owner.post('/members', { name: 'Bruno', email: address, role: 'manager' }));
  await new HttpClient(`${test.url}/admin/v1`, '').post('/sign-in-links', { email: address });
  await test.app.get(SignInRequestsJob).run();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const differing = (before: Record<string, string[]>, after: Record<string, string[]>): string[] =>
  Object.keys(before).filter((name) => before[name]?.join('\n') !== after[name]?.join('\n'));

/** Tables in which the work of jobs shows. */
const TABLES_OF_WORK = [
  'outbox',
  'imports',
  'bulk_jobs',
  'bulk_job_leads',
  'hand_overs',
  'rota_members',
  'automation_runs',
  'lead_assignments',
  'sources',
];

describe('an account with everything in it', () => {
  it('has a row in every table of accounts, and its neighbour too: fill a new table in whole-account.ts', async () => {
    for (const partner of [neighbour, ending]) {
      const rows = await rowsOf(url, partner.accountId);
      expect(Object.keys(rows).filter((name) => rows[name]?.length === 0)).toEqual([]);
    }
    expect(await tablesWith(ending.accountId)).toEqual(
      expect.arrayContaining(['accounts', ...Object.keys(await rowsOf(url, ending.accountId))]),
    );
  });

  it('closed, is left alone by every job; restored, it has what it had, and the jobs go on', async () => {
    const before = await rowsOf(url, ending.accountId);
    await ok(close(ending));
    const closed = await rowsOf(url, ending.accountId);
    expect(differing(before, closed)).toEqual(['audit_entries']);
    const { data } = await test.operator.get<{ owner: { email: string } }>(`/accounts/${ending.accountId}`);
    await new HttpClient(`${test.url}/admin/v1`, '').post('/sign-in-links', { email: data.owner.email });
    const runAll = async () => {
      await everyJob({ test });
      await test.app.get(AutomationsJob).run(new Date(Date.now() + 2 * DAY_MS));
    };
    await runAll();
    expect(differing(closed, await rowsOf(url, ending.accountId))).toEqual([]);
    await ok(restore(ending));
    expect(differing(closed, await rowsOf(url, ending.accountId))).toEqual(['audit_entries']);
    await runAll();
    const worked = differing(closed, await rowsOf(url, ending.accountId));
    expect(TABLES_OF_WORK.filter((name) => !worked.includes(name))).toEqual([]);
    expect((await ending.api.get('/leads')).status).toBe(200);
  });

  it('is emptied only by the role that owns the tables, when it is due, and by its id', async () => {
    const service = command(['--account', ending.accountId], asService(url)).ended;
    expect(await service).toMatchObject({ code: 1, output: expect.stringContaining('use entrada_owner') as string });
    expect(await end(ending)).toMatchObject({ code: 1, output: expect.stringContaining('is not closed') as string });
    await ok(close(ending));
    expect(await end(ending)).toMatchObject({ code: 1, output: expect.stringContaining('until 20') as string });
    for (const args of [['--now'], ['--name', NAME], ['--now', '--name', 'Outra'], ['--export', 'package.json']])
      expect((await end(ending, ...args)).code).toBe(2);
    expect((await command(['--account', 'x']).ended).code).toBe(2);
    expect(await command(['--account', RANDOM_ID]).ended).toEqual({
      code: 1,
      output: `There is no account ${RANDOM_ID}.\n`,
    });
    const nowhere = await end(ending, '--now', '--name', NAME, '--export', join(folder, 'no/where.jsonl'));
    expect([nowhere.code, nowhere.output]).toEqual([1, expect.stringMatching(/^--export: ENOENT/)]);
    await ok(restore(ending));
    await ok(close(ending));
  });

  it('is written down and emptied; others stay equal in bytes', async () => {
    await ending.sql(
      'insert into hand_overs select account_id, id, null, now() from member_names where account_id = $1 limit 1',
    );
    const before = await rowsOf(url, ending.accountId);
    expect(Object.keys(before).filter((name) => before[name]?.length === 0)).toEqual([]);
    const neighbours = await rowsOf(url, neighbour.accountId);
    await ending.sql(`update accounts set closes_at = now() - interval '1 minute' where id = $1`);
    const file = join(folder, 'account.jsonl');
    const { code, output } = await end(ending, '--export', file);
    expect([code, output]).toEqual([0, expect.stringContaining('Nothing is left')]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.part`)).toBe(false);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const written: Record<string, number> = {};
    for (const line of lines) {
      const { table, row } = JSON.parse(line) as { table: string; row: { account_id?: string; id: string } };
      expect(row.account_id ?? row.id).toBe(ending.accountId);
      written[table] = (written[table] ?? 0) + 1;
    }
    const counts = Object.entries(before).map(([name, rows]) => [name, rows.length] as const);
    expect(written).toEqual(Object.fromEntries([['accounts', 1], ...counts]));
    for (const [name, count] of counts) expect(output).toMatch(new RegExp(`^${name} +${count}$`, 'm'));

    expect(await rowsOf(url, ending.accountId)).toEqual(Object.fromEntries(counts.map(([name]) => [name, []])));
    expect(await tablesWith(ending.accountId)).toEqual(['ended_accounts']);
    const after = await rowsOf(url, neighbour.accountId);
    expect(differing(neighbours, after)).toEqual(['outbox']);
    const changed = neighbours.outbox?.filter((row) => !after.outbox?.includes(row)) ?? [];
    expect(changed).toEqual([expect.stringContaining(ending.accountId)]);
    expect(after.outbox).toHaveLength(neighbours.outbox?.length ?? 0);

    for (const path of ['', '/restore', '/close'])
      expect(
        (await test.operator[path ? 'post' : 'get'](`/accounts/${ending.accountId}${path}`, { name: NAME })).status,
      ).toBe(404);
    expect((await ending.api.get('/leads')).status).toBe(401);
    const again = await end(ending);
    expect([again.code, again.output.split('\n').length]).toEqual([0, 2]);
    expect((await end(ending, '--export', join(folder, 'late.jsonl'))).code).toBe(1);
  });
});
