import { Client } from 'pg';
import { AutomationsJob } from '../../src/automations/automations.job';
import { DAY_MS } from '../../src/contract/durations';
import { listAccountTables } from '../../src/database/schema/account-tables';
import type { Callers } from './day-callers';
import { ok } from './http-client';
import { memberCalls } from './member-calls';
import { wholeDay } from './whole-day';

/** Gives each account a row in every table of accounts, and work to every job. */
export async function fillWholeAccounts(all: readonly Callers[]): Promise<void> {
  // The jobs of a day do the work of all accounts.
  for (const callers of all) await wholeDay(callers);
  for (const callers of all) await addWork(callers);
}

async function addWork({ test, partner, writer, nextPhone }: Callers): Promise<void> {
  const { owner, api } = partner;
  const { Novo } = await partner.stages();
  const action = { type: 'add_tag', tag: 'parado' };
  await ok(owner.post(`/stages/${Novo}/automations`, { idle_days: 1, action }));
  await test.app.get(AutomationsJob).run(new Date(Date.now() + 2 * DAY_MS));
  const { join } = memberCalls(test);
  const [seller, leaving] = [await join(partner, 'seller'), await join(partner, 'seller')];
  const [pipeline] = await ok(owner.get<{ id: string }[]>('/pipelines'));
  await ok(owner.patch(`/pipelines/${pipeline?.id}`, { rota: [seller.id] }));
  await ok(seller.api.post('/saved-views', { name: 'Meus', query: { responsible: 'me' } }));
  await ok(writer.post('/leads', { phone: nextPhone.mobile() }));
  await ok(api.post('/leads', { phone: nextPhone.mobile(), deal: { stage_id: Novo } }));
  await ok(leaving.api.post('/leads', { phone: nextPhone.mobile() }));
  await ok(owner.patch(`/members/${leaving.id}`, { active: false, hand_over_to: seller.id }));
  await ok(owner.with({ 'Content-Type': 'text/csv' }).post('/imports', `phone\r\n${nextPhone.mobile()}`));
  await ok(owner.post('/bulk-jobs', { add_tags: ['lista'] }));
  await partner.sql('update sources set reread_at = now() where account_id = $1');
  await partner.sql(
    `update outbox set sent_at = '2024-01-01', dead_at = null
     where account_id = $1 and id in (select id from outbox where account_id = $1 limit 1)`,
  );
  await partner.sql('update accounts set has_first_names = false, has_search_words = false where id = $1');
}

/** The text of all rows of the account, by table. */
export async function rowsOf(databaseUrl: string, accountId: string): Promise<Record<string, string[]>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const rows: Record<string, string[]> = {};
    for (const { name } of await listAccountTables(client)) {
      const found = await client.query<{ row: string }>(
        `select t::text as row from ${name} t where account_id = $1 order by 1`,
        [accountId],
      );
      rows[name] = found.rows.map(({ row }) => row);
    }
    return rows;
  } finally {
    await client.end();
  }
}
