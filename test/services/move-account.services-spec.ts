import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listAccountTables } from '../../src/database/schema/account-tables';
import { revertLatest } from '../../src/database/schema/migrations';
import { Cluster } from '../fault/support/cluster';
import { Instance } from '../fault/support/instance';
import { type Finished, finished, run } from '../fault/support/processes';
import { migrateDatabase, OPERATOR_TOKEN } from '../fault/support/stack';
import { newAccount } from '../support/app';
import { HttpClient } from '../support/http-client';
import { commandsOf } from './documented-commands';
import { fillTables } from './support/filled-source';

const [MOVE = ''] = commandsOf('docs/operations.md', 'Moving one account');
const [FROM_BACKUP = ''] = commandsOf('docs/operations.md', 'One account from a backup');
const [DUMP = '', RESTORE = ''] = commandsOf('docs/operations.md', 'A copy');
const BIN = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
const LEADS = 100;

let folder: string;
let cluster: Cluster;
const services: Instance[] = [];

/** An installation with its database. */
interface Installation {
  readonly name: string;
  readonly owner: string;
  readonly app: string;
}

async function installation(name: string): Promise<Installation> {
  const { owner, app } = await cluster.createDatabase(name);
  await migrateDatabase(owner);
  return { name, owner, app };
}

async function serve({ name, app }: Installation): Promise<Instance> {
  const service = await Instance.start(folder, name, { DATABASE_URL: app, OPERATOR_TOKEN });
  services.push(service);
  return service;
}

const operatorOf = ({ url }: Instance): HttpClient => new HttpClient(`${url}/admin/v1`, OPERATOR_TOKEN);
const apiOf = ({ url }: Instance, key: string): HttpClient => new HttpClient(`${url}/api/v1`, key);

interface Account {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  /** Path of the address of a webhook. */
  readonly webhook: string;
}

async function openAccount(service: Instance, name: string): Promise<Account> {
  const { id } = (await operatorOf(service).post<{ id: string }>('/accounts', newAccount({ name }))).data;
  const owner = operatorOf(service).with({ 'X-Account-Id': id });
  const permissions = ['leads:read', 'leads:write'];
  const { key } = (await owner.post<{ key: string }>('/api-keys', { name: 'site', permissions })).data;
  const { address } = (await owner.post<{ address: string }>('/sources', { kind: 'webhook', name: 'site' })).data;
  return { id, name, key, webhook: new URL(address).pathname };
}

const deliver = async (service: Instance, { webhook }: Account, body: object): Promise<number> =>
  (
    await fetch(service.url + webhook, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).status;

/** Runs documented commands on this build. */
const follow = (commands: string, env: Record<string, string>): Promise<Finished> => {
  const built = commands.replace(/npm run (\S+) --/g, 'node dist/src/$1.js');
  return run('bash', ['-euo', 'pipefail', '-c', built], { ...env, PATH: `${BIN}:${process.env.PATH}` });
};

const move = (from: string, to: string, id: string, ...more: string[]): Promise<Finished> =>
  follow(`${MOVE.trim()} ${more.join(' ')}`, { ACCOUNT_ID: id, OWNER_URL: from, OTHER_OWNER_URL: to });

/** Kills a move when it prints a line that begins so. */
async function killAt(line: string, from: string, to: string, id: string): Promise<void> {
  const args = ['dist/src/move-account.js', '--account', id, '--from', from, '--to', to];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout?.on('data', (text: Buffer) => {
    output += text.toString();
    if (new RegExp(`^${line}`, 'm').test(output)) child.kill('SIGKILL');
  });
  const { code } = await finished(child);
  expect([line, code, output]).toEqual([line, null, expect.stringMatching(new RegExp(`^${line}`, 'm'))]);
}

/**
 * Number and digest of an account's rows in each table, or of all other accounts with `isNot`, in another way than the move makes them: without
 * what says whether the account is closed, the entry of its opening, and the uses of keys, which are written a moment after the call.
 */
async function digestsOf(database: string, id: string, isNot = false): Promise<Record<string, string>> {
  return cluster.as(database, async (client) => {
    await client.query(`set timezone = 'UTC'`);
    const digests: Record<string, string> = {};
    const tables = (await listAccountTables(client)).map(({ name }) => ({ name, key: 'account_id', row: 't::text' }));
    const accounts = { name: 'accounts', key: 'id', row: `(to_jsonb(t) - 'closes_at' - 'ended_at')::text` };
    for (const { name, key, row } of [accounts, ...tables]) {
      const condition = name === 'audit_entries' ? `and action <> 'account.restored'` : '';
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5, '' order by md5)), '') as digest
         from (select md5(${row}) from ${name} t where ${isNot ? 'not' : ''} t.${key} = $1 ${condition}) hashed`,
        [id],
      );
      if (!isNot || name !== 'api_key_uses') digests[name] = rows[0]?.digest ?? '';
    }
    return digests;
  });
}

/** The names of the tables in which any row has the text. */
async function tablesWith(database: string, text: string): Promise<string[]> {
  return cluster.as(database, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rowCount } = await client.query(
        `select from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0 limit 1`,
        [text],
      );
      if (rowCount !== 0) found.push(name);
    }
    return found;
  });
}

const openIn = (database: string) => cluster.sql('select from accounts where ended_at is null', database);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-move-account-'));
  chmodSync(folder, 0o755);
  cluster = await Cluster.create(join(folder, 'postgres'));
});
afterAll(async () => {
  for (const service of services) await service.stop('SIGKILL');
  await cluster?.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
});

/** Rows of tables that stay empty without calls. $1 is the account. */
const FURTHER = [
  `insert into daily_submissions values ($1, current_date, 1, 100)`,
  `insert into sign_in_links (account_id, id, token_hash, created_at, expires_at)
   values ($1, gen_random_uuid(), '\\x02', now(), now() + interval '1 day')`,
];

describe('between two installations', () => {
  let here: Installation;
  let there: Installation;
  let source: Instance;
  let account: Account;
  /** Has rows in every table. */
  let full: string;
  let token: string;
  let lead: { id: string };
  let before: Record<string, string>;
  let neighbours: Record<string, string>[];

  async function close(id: string): Promise<void> {
    const [found] = await cluster.sql<{ name: string }>('select name from accounts where id = $1', 'here', [id]);
    const { status } = await operatorOf(source).post(`/accounts/${id}/close`, { name: found?.name });
    expect(status).toBe(202);
  }

  beforeAll(async () => {
    [here, there] = [await installation('here'), await installation('there')];
    source = await serve(here);
    account = await openAccount(source, 'Loja que muda');
    full = (await operatorOf(source).post<{ id: string }>('/accounts', newAccount())).data.id;
    await openAccount(source, 'Loja que fica');
    const target = await serve(there);
    await openAccount(target, 'Loja de lá');
    await target.stop();
    lead = (await apiOf(source, account.key).post<{ id: string }>('/leads', { phone: '11987654321', name: 'Ana' }))
      .data;
    expect(await deliver(source, account, { telefone: '11 98765-4322', nome: 'Bia' })).toBe(200);
    expect(await deliver(source, account, { palavra: 'sem telefone' })).toBe(200);
    const { token: link } = (await operatorOf(source).post<{ token: string }>(`/accounts/${account.id}/owner-sessions`))
      .data;
    token = link;
    const open = await move(here.owner, there.owner, full);
    expect([open.code, open.output]).toEqual([
      1,
      expect.stringMatching(/^--from: the account is open, and others are connected/),
    ]);
    for (const id of [account.id, full]) await close(id);
    // The jobs of the service leave a closed account as it is.
    await cluster.as('here', async (client) => {
      await fillTables(client, full, LEADS);
      for (const text of FURTHER) await client.query(text, [full]);
    });
    before = await digestsOf('here', full);
    expect(Object.entries(before).filter(([, digest]) => digest.startsWith('0 '))).toEqual([]);
    neighbours = [await digestsOf('here', full, true), await digestsOf('there', full, true)];
  });

  it.each(['accounts ', 'leads ', 'automation_runs ', 'Copied '])(
    'leaves no open account when it is killed at “%s”',
    async (line) => {
      await killAt(line, here.owner, there.owner, full);
      expect(await openIn('there')).toHaveLength(1);
      expect(await digestsOf('here', full)).toEqual(before);
    },
  );

  it('moves everything when it runs again, and nothing else', async () => {
    const { code, output } = await move(here.owner, there.owner, full);
    expect([code, output]).toEqual([0, expect.stringContaining('The account is open at --to.')]);
    expect(await digestsOf('there', full)).toEqual(before);
    const closed = 'select from accounts where closes_at is not null or ended_at is not null';
    expect(await cluster.sql(closed, 'there')).toEqual([]);
    const opened = `select from audit_entries where account_id = $1 and action = 'account.restored'`;
    expect(await cluster.sql(opened, 'there', [full])).toHaveLength(1);
    expect(await digestsOf('here', full)).toEqual(before);
    expect([await digestsOf('here', full, true), await digestsOf('there', full, true)]).toEqual(neighbours);
    expect(await move(here.owner, there.owner, full)).toEqual({
      code: 1,
      output: '--to: the account is there already, and nothing was changed.\n',
    });
  });

  it('lets keys, sessions and sources go on there, and only there', async () => {
    const { code, output } = await move(here.owner, there.owner, account.id);
    expect([code, output]).toEqual([0, expect.stringContaining('The account is open at --to.')]);
    const target = await serve(there);
    const session = ({ url }: Instance): HttpClient => new HttpClient(`${url}/admin/v1`, token);
    const asked = async (service: Instance) => [
      (await apiOf(service, account.key).get(`/leads/${lead.id}`)).status,
      (await apiOf(service, account.key).post('/leads', { phone: '11987654399' })).status,
      (await session(service).get('/me')).status,
      await deliver(service, account, { telefone: '11 98765-4388', nome: 'Caio' }),
    ];
    expect(await asked(source)).toEqual([401, 401, 401, 503]);
    expect(await asked(target)).toEqual([200, 201, 200, 200]);
    await target.stop();
  });
});

describe('from a backup', () => {
  const ERASED = ['11987650001', '11987650002', '11987650003', '11987650004', '11987650005'];
  const KEPT = ['11987650011', '11987650012'];
  let shop: Installation;
  let service: Instance;
  let account: Account;
  let env: Record<string, string>;

  const owner = (): HttpClient => operatorOf(service).with({ 'X-Account-Id': account.id });
  const submit = async (phone: string) =>
    (await apiOf(service, account.key).post<{ id: string }>('/leads', { phone, name: `Nome\u2028${phone}` })).data.id;

  beforeAll(async () => {
    shop = await installation('shop');
    service = await serve(shop);
    account = await openAccount(service, 'Loja de ontem');
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = ERASED;
    for (const phone of [first, second, ...KEPT]) await submit(phone);
    // Somebody without a lead, and what waits of two whose leads come later.
    await operatorOf(service).post(`/accounts/${account.id}/conversations`, {
      phone: third,
      channel: 'chat',
      name: 'Nome 3',
    });
    for (const phone of [fourth, fifth])
      expect(await deliver(service, account, { recado: `ligue para ${phone}` })).toBe(200);
    env = {
      ...{ ACCOUNT_ID: account.id, ACCOUNT_NAME: account.name, BACKUP: folder },
      ...{ DATABASE_URL: shop.owner, RESTORED_URL: cluster.url('yesterday', 'entrada_owner') },
    };
    expect(await follow(DUMP, env)).toEqual({ code: 0, output: '' });
    // What comes after the backup.
    const late = await submit('11987650021');
    await owner().post(`/leads/${await submit(second)}/erase`);
    for (const phone of [first, third, fourth, fifth])
      expect((await owner().post('/people/erase', { phone })).status).toBe(200);
    expect((await owner().get(`/leads/${late}`)).status).toBe(200);
    await cluster.createDatabase('yesterday');
    expect(await follow(RESTORE, env)).toEqual({ code: 0, output: '' });
  });

  it('comes back as it was, without the people who were erased since', async () => {
    const [close = '', comesBack = ''] = FROM_BACKUP.trim().split('\n');
    expect(await follow(comesBack.replace(/--erasures.*/, ''), env)).toEqual({
      code: 1,
      output: '--to: the account is there already, and nothing was changed.\n',
    });
    const ended = await follow(close, env);
    expect([ended.code, existsSync(join(folder, 'last-state.jsonl'))]).toEqual([0, true]);
    expect(await tablesWith('shop', account.id)).toEqual(['ended_accounts']);
    const bare = await follow(comesBack.replace(/--erasures.*/, ''), env);
    expect([bare.code, bare.output]).toEqual([1, expect.stringMatching(/^--from: this is a backup of the account/)]);
    const { code, output } = await follow(comesBack, env);
    expect([code, output]).toEqual([0, expect.stringMatching(/^Erasures after the backup: 5\./m)]);
    for (const phone of ERASED) {
      expect([phone, await tablesWith('yesterday', phone)]).toEqual([
        phone,
        expect.arrayContaining([expect.any(String)]),
      ]);
      expect([phone, await tablesWith('shop', phone)]).toEqual([phone, []]);
    }
    expect(await tablesWith('shop', 'Nome 3')).toEqual([]);
    for (const phone of KEPT) expect(await tablesWith('shop', phone)).toContain('leads');
    expect(await tablesWith('shop', '11987650021')).toEqual([]);
    expect(await cluster.sql('select from ended_accounts', 'shop')).toEqual([]);
    const page = await apiOf(service, account.key).get<{ phone: string }[]>('/leads');
    expect(page.data.map(({ phone }) => phone).sort()).toEqual(KEPT.map((phone) => `55${phone}`));
  });
});

const BEGINS = 'insert into accounts select (r).* from (select jsonb_populate_record(null::accounts, $1) r) f';

describe('refuses', () => {
  let from: Installation;
  let to: Installation;
  const id = '019a0000-0000-7000-8000-000000000001';
  const other = '019a0000-0000-7000-8000-000000000002';
  const add = (database: string, account: string): Promise<unknown> =>
    cluster.as(database, async (client) => {
      const row = { id: account, name: 'Conta', owner_name: 'D', owner_email: 'd@example.com', owner_email_key: 'd' };
      const rest = {
        owner_since: 'now',
        plan_api: true,
        plan_auto_origin: true,
        licence_active: true,
        comercial_enabled: true,
        cursor_secret: '',
        created_at: 'now',
      };
      const defaults = {
        site_domains: [],
        sellers_see: 'all',
        sellers_export: false,
        loss_reasons: [],
        idle_days: 7,
        has_first_names: true,
      };
      await client.query(BEGINS, [{ ...row, ...rest, ...defaults }]);
      await client.query(
        `insert into api_keys (account_id, id, hash, name, permissions, hint, slot, created_at) values ($1, gen_random_uuid(), '\\x01', 'n', '{leads:read}', 'h', 1, now())`,
        [account],
      );
    });

  beforeAll(async () => {
    [from, to] = [await installation('source'), await installation('target')];
    await add('source', id);
  });

  const refusal = async (source: string, target: string, account = id): Promise<string> => {
    const { code, output } = await move(source, target, account, '--erasures', 'none');
    expect(code).toBe(1);
    return output.trim().split('\n').at(-1) ?? '';
  };

  it('an unknown account, the wrong roles and another release', async () => {
    expect(await refusal(from.owner, to.owner, other)).toBe(`--from: there is no account ${other}.`);
    expect(await refusal(from.app, to.owner)).toContain('--from: the role entrada_app does not own the tables');
    expect(await refusal(from.owner, to.app)).toContain('--to: the role entrada_app does not own the tables');
    await revertLatest(to.owner);
    expect(await refusal(from.owner, to.owner)).toBe(
      '--to: the database is of an earlier release: run npm run migrate there.',
    );
    expect(await refusal(to.owner, from.owner)).toBe(
      '--from: the database is of an earlier release: run npm run migrate there.',
    );
    await migrateDatabase(to.owner);
  });

  it('a target that has a row of the account, or the same key in another one', async () => {
    await cluster.sql(`insert into lead_words values ('${id}', gen_random_uuid(), 'ana')`, 'target');
    expect(await refusal(from.owner, to.owner)).toBe('--to: there are rows of the account already: lead_words');
    await cluster.sql('delete from lead_words', 'target');
    await add('target', other);
    expect(await refusal(from.owner, to.owner)).toBe(
      '--to: there is such a row already, perhaps of another account (api_keys_hash)',
    );
    expect(await openIn('target')).toHaveLength(1);
  });

  it('an account that is being deleted on either side', async () => {
    await cluster.sql(`update accounts set closes_at = now(), ended_at = now()`, 'source');
    expect(await refusal(from.owner, to.owner)).toBe('--from: the account is being deleted there.');
    await cluster.sql(`update accounts set closes_at = null, ended_at = null`, 'source');
    await cluster.sql(`delete from api_keys`, 'target');
    await cluster.sql(`update accounts set id = '${id}', closes_at = now(), ended_at = now()`, 'target');
    expect(await refusal(from.owner, to.owner)).toBe(
      '--to: the account is being deleted there. Run `npm run close-account` to its end first.',
    );
  });
});
