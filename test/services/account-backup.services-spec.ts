import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance } from '../fault/support/instance';
import { HttpClient } from '../support/http-client';
import { commandsOf } from './documented-commands';
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

const [FROM_BACKUP = ''] = commandsOf('docs/operations.md', 'One account from a backup');
const [DUMP = '', RESTORE = ''] = commandsOf('docs/operations.md', 'A copy');

const under = installationsForAllTests();

/** The names of the tables in which any row has the text. */
async function tablesWith(database: string, text: string): Promise<string[]> {
  return under.cluster.as(database, async (client) => {
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

describe('from a backup', () => {
  const ERASED = ['11987650001', '11987650002', '11987650003', '11987650004', '11987650005'];
  const KEPT = ['11987650011', '11987650012'];
  let shop: Installation;
  let service: Instance;
  let account: Account;
  let env: Record<string, string>;
  let ended: Account['key'];
  let later: Account['key'];
  let session: HttpClient;

  const makeKey = async (name: string): Promise<{ id: string; key: string }> =>
    (await owner().post<{ id: string; key: string }>('/api-keys', { name, permissions: ['leads:read'] })).data;
  const owner = (): HttpClient => operatorOf(service).with({ 'X-Account-Id': account.id });
  const submit = async (phone: string) =>
    (await apiOf(service, account.key).post<{ id: string }>('/leads', { phone, name: `Nome\u2028${phone}` })).data.id;

  beforeAll(async () => {
    shop = await under.installation('shop');
    service = await under.serve(shop);
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
    const agenda = await makeKey('agenda');
    ended = agenda.key;
    const seller = { name: 'Vera', email: 'vera@example.com', role: 'seller' };
    const { id: memberId } = (await owner().post<{ id: string }>('/members', seller)).data;
    const { token } = (await operatorOf(service).post<{ token: string }>(`/accounts/${account.id}/owner-sessions`))
      .data;
    session = new HttpClient(`${service.url}/admin/v1`, token);
    env = {
      ...{ ACCOUNT_ID: account.id, ACCOUNT_NAME: account.name, BACKUP: under.folder },
      ...{
        DATABASE_URL: shop.owner,
        OWNER_URL: shop.owner,
        RESTORED_URL: under.cluster.url('yesterday', 'entrada_owner'),
      },
    };
    expect(await follow(DUMP, env)).toEqual({ code: 0, output: '' });
    // What comes after the backup.
    const late = await submit('11987650021');
    await owner().post(`/leads/${await submit(second)}/erase`);
    for (const phone of [first, third, fourth, fifth])
      expect((await owner().post('/people/erase', { phone })).status).toBe(200);
    expect((await owner().get(`/leads/${late}`)).status).toBe(200);
    expect((await owner().delete(`/api-keys/${agenda.id}`)).status).toBe(200);
    expect((await owner().patch(`/members/${memberId}`, { active: false })).status).toBe(200);
    const heir = { name: 'Herdeira', email: 'herdeira@example.com' };
    expect((await operatorOf(service).put(`/accounts/${account.id}/owner`, heir)).status).toBe(200);
    // The change has ended all keys.
    later = (await makeKey('agenda nova')).key;
    await under.cluster.createDatabase('yesterday');
    expect(await follow(RESTORE, env)).toEqual({ code: 0, output: '' });
  });

  it('comes back as it was, without the people who were erased since', async () => {
    const [close = '', comesBack = ''] = FROM_BACKUP.trim().split('\n');
    expect(await follow(comesBack.replace(/--erasures.*/, ''), env)).toEqual({
      code: 1,
      output: '--to: the account is there already, and nothing was changed.\n',
    });
    const ended = await follow(close, env);
    expect([ended.code, existsSync(join(under.folder, 'last-state.jsonl'))]).toEqual([0, true]);
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
    expect(await under.cluster.sql('select from ended_accounts', 'shop')).toEqual([]);
    const page = await apiOf(service, later).get<{ phone: string }[]>('/leads');
    expect(page.data.map(({ phone }) => phone).sort()).toEqual(KEPT.map((phone) => `55${phone}`));
  });

  it('has the keys, members and owner of its last state, and nobody is signed in', async () => {
    const statusOf = async (key: string): Promise<number> => (await apiOf(service, key).get('/leads')).status;
    expect([await statusOf(ended), await statusOf(later), (await session.get('/me')).status]).toEqual([401, 200, 401]);
    const members = (await owner().get<{ email: string; role: string; active: boolean }[]>('/members')).data;
    expect(members.map(({ email, role, active }) => `${email} ${role} ${active}`)).toEqual(
      expect.arrayContaining(['herdeira@example.com owner true', 'vera@example.com seller false']),
    );
    expect((await operatorOf(service).get(`/accounts/${account.id}`)).data).toMatchObject({
      owner: { name: 'Herdeira', email: 'herdeira@example.com' },
    });
  });
});
