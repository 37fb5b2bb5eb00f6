import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '../../src/contract/durations';
import { appForAllTests, type Partner } from '../support/app';
import { privateDatabase } from '../support/database';
import { endCalls, NAME } from '../support/ended-accounts';
import { addLeads } from '../support/many-leads';
import { phones } from '../support/phones';
import { until } from '../support/waiting';
import { rowsOf } from '../support/whole-account';

let url: string;
const test = appForAllTests(async () => ({ DATABASE_URL: (url = await privateDatabase('ended_under_load')) }));
const { command, end, restore, closeLongAgo, tablesWith } = endCalls(test, () => url);
const folder = mkdtempSync(join(tmpdir(), 'entrada-end-'));
const nextPhone = phones();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function withManyLeads(): Promise<Partner> {
  const partner = await test.partner();
  const [pipeline] = (await partner.owner.get<{ id: string }[]>('/pipelines')).data;
  const place = {
    accountId: partner.accountId,
    pipelineId: pipeline?.id ?? '',
    stageId: (await partner.stages()).Novo ?? '',
  };
  await addLeads(test, place, { count: 5_000, since: new Date(Date.now() - DAY_MS).toISOString() });
  return partner;
}

it('killed at any moment it leaves an account that cannot be restored, and completes when it runs again', async () => {
  const partner = await withManyLeads();
  await closeLongAgo(partner);
  const countRows = async () =>
    Object.values(await rowsOf(url, partner.accountId)).reduce((sum, rows) => sum + rows.length, 0);
  const file = join(folder, 'killed.jsonl');
  const killWhen = async (isThen: () => Promise<boolean>, ...args: string[]) => {
    const { child, ended } = command(['--account', partner.accountId, ...args]);
    await until(async () => (await isThen()) || child.exitCode !== null);
    child.kill('SIGKILL');
    await ended;
  };
  const all = await countRows();
  await killWhen(async () => existsSync(`${file}.part`), '--export', file);
  expect(existsSync(file)).toBe(false);
  expect(await countRows()).toBe(all);
  expect((await restore(partner)).status).toBe(404);
  for (let kills = 0, left = all; kills < 3 && left > 0; kills++) {
    const before = left;
    await killWhen(async () => (await countRows()) < before);
    left = await countRows();
  }
  expect((await end(partner, '--export', file)).code).toBe(1);
  expect((await end(partner)).code).toBe(0);
  expect(await tablesWith(partner.accountId)).toEqual(['ended_accounts']);
});

it('--now ends an account under load: calls get 201 or 401, and nothing is left', async () => {
  const partner = await test.partner();
  const statuses = new Set<number>();
  let isRunning = true;
  const callers = Array.from({ length: 60 }, async () => {
    while (isRunning) {
      const { status } = await partner.api.post('/leads', { phone: nextPhone.mobile() });
      statuses.add(status);
      if (status === 401) await sleep(100);
    }
  });
  await until(() => statuses.has(201));
  const { code } = await end(partner, '--now', '--name', NAME);
  isRunning = false;
  await Promise.all(callers);
  expect(code).toBe(0);
  // So many calls of one account may wait for too long.
  statuses.delete(429);
  expect([...statuses].sort()).toEqual([201, 401]);
  expect(await tablesWith(partner.accountId)).toEqual(['ended_accounts']);
});
