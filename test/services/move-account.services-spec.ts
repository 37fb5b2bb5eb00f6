import { type ChildProcess, spawn } from 'node:child_process';
import { listAccountTables } from '../../src/database/schema/account-tables';
import { revertLatest } from '../../src/database/schema/migrations';
import type { Instance } from '../fault/support/instance';
import { type Finished, finished } from '../fault/support/processes';
import { migrateDatabase } from '../fault/support/stack';
import { newAccount } from '../support/app';
import { HttpClient } from '../support/http-client';
import { commandsOf } from './documented-commands';
import { fillTables } from './support/filled-source';
import {
  type Account,
  apiOf,
  deliver,
  follow,
  type Installation,
  installationsForAllTests,
  openAccount,
  operatorOf,
} from './support/installations';

const [MOVE = ''] = commandsOf('docs/operations.md', 'Moving one account');
const LEADS = 100;

const under = installationsForAllTests();

const move = (from: string, to: string, id: string, ...more: string[]): Promise<Finished> =>
  follow(`${MOVE.trim()} ${more.join(' ')}`, { ACCOUNT_ID: id, OWNER_URL: from, OTHER_OWNER_URL: to });

/** Sends a signal to a move when it prints a line that begins so, and then does something. */
async function signalAt(
  line: string,
  signal: NodeJS.Signals,
  args: readonly string[],
  then?: () => Promise<unknown>,
): Promise<Finished> {
  const child: ChildProcess = spawn(process.execPath, ['dist/src/move-account.js', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = finished(child);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`ended before ${line}: ${output}`)));
    const onData = (text: Buffer): void => {
      output += text.toString();
      if (!new RegExp(`^${line}`, 'm').test(output)) return;
      child.stdout?.off('data', onData);
      child.kill(signal);
      resolve();
    };
    child.stdout?.on('data', onData);
  });
  await then?.();
  child.kill('SIGCONT');
  return ended;
}

const killAt = async (line: string, from: string, to: string, id: string): Promise<void> =>
  expect((await signalAt(line, 'SIGKILL', ['--account', id, '--from', from, '--to', to])).code).toBeNull();

/**
 * Number and digest of an account's rows in each table, or of all other accounts with `isNot`, in another way than the move makes them: without
 * what says whether the account is closed, the entry of its opening, and the uses of keys, which are written a moment after the call.
 */
async function digestsOf(database: string, id: string, isNot = false): Promise<Record<string, string>> {
  return under.cluster.as(database, async (client) => {
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

const openIn = (database: string) => under.cluster.sql('select from accounts where ended_at is null', database);

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
    const [found] = await under.cluster.sql<{ name: string }>('select name from accounts where id = $1', 'here', [id]);
    const { status } = await operatorOf(source).post(`/accounts/${id}/close`, { name: found?.name });
    expect(status).toBe(202);
  }

  beforeAll(async () => {
    [here, there] = [await under.installation('here'), await under.installation('there')];
    source = await under.serve(here);
    account = await openAccount(source, 'Loja que muda');
    full = (await operatorOf(source).post<{ id: string }>('/accounts', newAccount())).data.id;
    await openAccount(source, 'Loja que fica');
    const target = await under.serve(there);
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
    await under.cluster.as('here', async (client) => {
      await fillTables(client, full, LEADS);
      for (const text of FURTHER) await client.query(text, [full]);
    });
    before = await digestsOf('here', full);
    expect(Object.entries(before).filter(([, digest]) => digest.startsWith('0 '))).toEqual([]);
    neighbours = [await digestsOf('here', full, true), await digestsOf('there', full, true)];
  });

  it.each(['Copying', 'accounts ', 'leads ', 'automation_runs ', 'Copied '])(
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
    const open = 'select from accounts where id = $1 and closes_at is null and ended_at is null';
    expect(await under.cluster.sql(open, 'there', [full])).toHaveLength(1);
    const opened = `select from audit_entries where account_id = $1 and action = 'account.restored'`;
    expect(await under.cluster.sql(opened, 'there', [full])).toHaveLength(1);
    expect(await digestsOf('here', full)).toEqual(before);
    expect([await digestsOf('here', full, true), await digestsOf('there', full, true)]).toEqual(neighbours);
    expect(await move(here.owner, there.owner, full)).toEqual({
      code: 1,
      output: '--to: the account is there already, and nothing was changed.\n',
    });
  });

  it('opens nothing when the account was changed at the source meanwhile, or another run has begun', async () => {
    const args = ['--account', account.id, '--from', here.owner, '--to', there.owner];
    const restore = async () => {
      expect((await operatorOf(source).post(`/accounts/${account.id}/restore`)).status).toBe(200);
      expect((await apiOf(source, account.key).post('/leads', { phone: '11987654300' })).status).toBe(201);
      await close(account.id);
    };
    const restored = await signalAt('Copying', 'SIGSTOP', args, restore);
    expect([restored.code, restored.output]).toEqual([1, expect.stringContaining('was restored meanwhile')]);
    const erase = async () => {
      const owner = operatorOf(source).with({ 'X-Account-Id': account.id });
      expect((await owner.post('/people/erase', { phone: '11987654300' })).status).toBe(200);
    };
    const erased = await signalAt('Copying', 'SIGSTOP', args, erase);
    expect([erased.code, erased.output]).toEqual([1, expect.stringMatching(/^--from: \w+ was changed meanwhile/m)]);
    let other: Finished | undefined;
    const first = await signalAt('leads ', 'SIGSTOP', args, async () => {
      other = await move(here.owner, there.owner, account.id);
    });
    expect([other?.code, other?.output]).toEqual([1, expect.stringContaining('another run of this command')]);
    expect([first.code, first.output]).toEqual([1, expect.stringContaining('another run of this command')]);
    expect(await openIn('there')).toHaveLength(2);
  });

  it('lets keys, sessions and sources go on there, and only there', async () => {
    const { code, output } = await move(here.owner, there.owner, account.id);
    expect([code, output]).toEqual([0, expect.stringContaining('The account is open at --to.')]);
    const target = await under.serve(there);
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

const BEGINS = 'insert into accounts select (r).* from (select jsonb_populate_record(null::accounts, $1) r) f';

describe('refuses', () => {
  let from: Installation;
  let to: Installation;
  const id = '019a0000-0000-7000-8000-000000000001';
  const other = '019a0000-0000-7000-8000-000000000002';
  const add = (database: string, account: string): Promise<unknown> =>
    under.cluster.as(database, async (client) => {
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
        message_templates: [],
        idle_days: 7,
        has_first_names: true,
        has_search_words: true,
      };
      await client.query(BEGINS, [{ ...row, ...rest, ...defaults }]);
      await client.query(
        `insert into api_keys (account_id, id, hash, name, permissions, hint, slot, created_at) values ($1, gen_random_uuid(), '\\x01', 'n', '{leads:read}', 'h', 1, now())`,
        [account],
      );
    });

  beforeAll(async () => {
    [from, to] = [await under.installation('source'), await under.installation('target')];
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
    await under.cluster.sql(`insert into lead_words values ('${id}', gen_random_uuid(), 'ana')`, 'target');
    expect(await refusal(from.owner, to.owner)).toBe('--to: there are rows of the account already: lead_words');
    await under.cluster.sql('delete from lead_words', 'target');
    await add('target', other);
    expect(await refusal(from.owner, to.owner)).toBe(
      '--to: there is such a row already, perhaps of another account (api_keys_hash)',
    );
    expect(await openIn('target')).toHaveLength(1);
  });

  it('an account that is being deleted on either side', async () => {
    await under.cluster.sql(`update accounts set closes_at = now(), ended_at = now()`, 'source');
    expect(await refusal(from.owner, to.owner)).toBe('--from: the account is being deleted there.');
    await under.cluster.sql(`update accounts set closes_at = null, ended_at = null`, 'source');
    await under.cluster.sql(`delete from api_keys`, 'target');
    await under.cluster.sql(`update accounts set id = '${id}', closes_at = now(), ended_at = now()`, 'target');
    expect(await refusal(from.owner, to.owner)).toBe(
      '--to: the account is being deleted there. Run `npm run close-account` to its end first.',
    );
  });
});
