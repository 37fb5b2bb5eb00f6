import { setTimeout as sleep } from 'node:timers/promises';
import { makeRoles } from '../../src/database/schema/roles';
import { HttpClient } from '../../test/support/http-client';
import type { MailServer } from '../../test/support/mail-server';
import { type BenchCluster, SETTINGS, sharedBuffers } from '../cluster';
import { digits } from '../requests';
import { makeDatabase, seededAccounts, type SeededAccount } from '../seed';
import { MEMORY_PROBE, OPERATOR_TOKEN, ServerProcess } from '../servers';
import { randomFrom } from '../statistics';

export const DATABASE = 'bench_soak';

/** An account for the load: its keys, its owner's session, and a part of its seeded data. */
export interface SoakAccount extends Pick<SeededAccount, 'id' | 'role' | 'key' | 'leads'> {
  readonly email: string;
  /** Key that may only write: the answer is always 202. */
  readonly unreadKey: string;
  readonly session: string;
  readonly ids: readonly string[];
  /** Three stages of the default pipeline, none of them won. */
  readonly stages: readonly string[];
}

/**
 * Data of a service that has run for a year. An account that starts nearly empty would have four times as many leads at the end as
 * at the tenth minute. The times would show this growth, and not the effects of an hour.
 */
const SIZES = { small: 100, big: 10_000, many: 10_000, moved: true } as const;

/** Number of accounts with rules, and of their deals that become due in a minute. */
const RULED = 20;
const DUE_PER_MINUTE = 60;

/**
 * Settings of production: vacuum and checkpoints run by themselves. The log of a minute stays, so that it can be read afterwards.
 * All data fits into shared memory at the end too. An hour adds three quarters to it, which a real week does not. Otherwise the
 * times would show the size of the memory.
 */
export const SOAK_SETTINGS = [
  ...SETTINGS.filter((setting) => !/^(autovacuum|checkpoint_timeout|max_wal_size|shared_buffers)=/.test(setting)),
  sharedBuffers(3 / 8),
  'max_wal_size=4GB',
  'wal_keep_size=1GB',
];

/** Starts the service on a database. It sends its mails to this server and reports its memory on request. */
export const startService = (serviceUrl: string, mail: MailServer): Promise<ServerProcess> =>
  ServerProcess.service(serviceUrl, {
    settings: { SMTP_URL: mail.url, MAIL_FROM: 'Entrada <entrada@example.com>' },
    ...MEMORY_PROBE,
  });

/** Makes a new database with its accounts. Returns the service's address. */
export async function makeWorld(cluster: BenchCluster): Promise<string> {
  await makeDatabase(cluster, DATABASE, SIZES);
  const { app } = await makeRoles(cluster.url(DATABASE), { owner: 'of-the-tables', app: 'of-the-service' });
  await cluster.sql('create extension pg_walinspect', DATABASE);
  await cluster.sql('vacuum analyze', DATABASE);
  await cluster.sql('checkpoint');
  return app;
}

/** Adds a session and a second key to each account through the service. Reads a sample of its leads, which are never erased. */
export async function openAccounts(cluster: BenchCluster, port: number): Promise<SoakAccount[]> {
  const operator = new HttpClient(`http://127.0.0.1:${port}/admin/v1`, OPERATOR_TOKEN);
  const opened: SoakAccount[] = [];
  for (const { id, role, key, leads, stages } of await seededAccounts(cluster, DATABASE)) {
    const session = (await operator.post<{ token: string }>(`/accounts/${id}/owner-sessions`)).data.token;
    const body = { name: 'formulário', permissions: ['leads:write'] };
    const unreadKey = (await ownerOf(port, session).post<{ key: string }>('/api-keys', body)).data.key;
    const sql = `select id from leads where account_id = $1 and erased_at is null order by md5(id::text) limit 400`;
    const ids = (await cluster.sql<{ id: string }>(sql, DATABASE, [id])).map((row) => row.id);
    const email = `${role}-${id}@example.com`;
    const others = [stages.rare, stages.onePercent, stages.late];
    opened.push({ id, role, email, key, unreadKey, session, leads, ids, stages: others });
  }
  return opened;
}

/**
 * Adds rules of every kind in a separate pipeline, and deals whose idle day ends during the run, one after the other. No setting
 * makes a day shorter, so their times are moved back.
 */
export async function addRules(
  cluster: BenchCluster,
  port: number,
  accounts: readonly SoakAccount[],
  minutes: number,
): Promise<void> {
  const ruled = accounts.filter(({ role }) => role === 'many').slice(0, RULED);
  const rows = Math.ceil((DUE_PER_MINUTE * minutes) / RULED);
  const stages = await Promise.all(ruled.map(({ session }, n) => addRulesTo(ownerOf(port, session), rows, n)));
  await cluster.sql(
    `with idle as (
       select account_id, id, lead_id, date_trunc('milliseconds', now() - interval '24 hours' + interval '1 minute' *
                $2::float * row_number() over (order by md5(id::text)) / count(*) over ()) as since
       from deals where stage_id = any($1::uuid[])),
     moved as (update deals d set entered_stage_at = i.since from idle i where d.account_id = i.account_id and d.id = i.id)
     update leads l set touched_at = i.since from idle i where l.account_id = i.account_id and l.id = i.lead_id`,
    DATABASE,
    [stages, minutes],
  );
}

/** Returns the stage of the idle deals. */
async function addRulesTo(owner: HttpClient, rows: number, n: number): Promise<string> {
  const pipeline = { name: 'Retomada', stages: [{ name: 'Novo', is_entry: true }, { name: 'Parado' }] };
  type Made = { readonly id: string; readonly stages: readonly { readonly id: string; readonly is_entry: boolean }[] };
  const made = (await owner.post<Made>('/pipelines', pipeline)).data;
  const entry = made.stages.find((stage) => stage.is_entry)?.id ?? '';
  const target = made.stages.find((stage) => !stage.is_entry)?.id;
  const actions = [{ type: 'add_tag', tag: 'parado' }, { type: 'notify' }, { type: 'move', stage_id: target }];
  for (const action of actions) await owner.post(`/stages/${entry}/automations`, { idle_days: 1, action });

  const random = randomFrom(n);
  const lines = Array.from({ length: rows }, () => `55118${digits(7, random)},Caio,${made.id}`);
  const file = ['phone,name,deal.pipeline_id', ...lines].join('\r\n');
  const { id } = (await owner.with({ 'Content-Type': 'text/csv' }).post<{ id: string }>('/imports', file)).data;
  while ((await owner.get<{ state: string }>(`/imports/${id}`)).data.state === 'running') await sleep(200);
  return entry;
}

const ownerOf = (port: number, session: string): HttpClient =>
  new HttpClient(`http://127.0.0.1:${port}/admin/v1`, session);
