import type { AuditEntry } from '../../src/contract/audit';
import { appForAllTests, newAccount } from '../support/app';
import { HttpClient } from '../support/http-client';
import { leadCalls } from '../support/lead-calls';
import { forEachTest } from '../support/setup';

type Entry = Omit<AuditEntry, 'at'> & { readonly at: string };

const test = appForAllTests({ TRUST_PROXY: '1' });
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { nextPhone, submit, exportOf } = leadCalls(test, partner);

const page = (query = '', owner = partner.owner) => owner.get<Entry[]>(`/audit?limit=100${query}`);

describe('GET /audit', () => {
  /** Adds an entry at each of these moments. */
  const addAt = async (...moments: string[]) => {
    for (const moment of moments) {
      await partner.sql(
        `insert into audit_entries (account_id, id, at, actor_type, actor_id, action)
         values ($1, (lpad(to_hex((extract(epoch from $2::timestamptz) * 1000)::bigint), 12, '0') || '7000800000000000abcd')::uuid,
                 $2, 'job', 'test', 'account.changed')`,
        moment,
      );
    }
  };
  const momentsOf = async (query: string) =>
    (await page(query)).data.filter(({ actor }) => actor.id === 'test').map(({ at }) => at);

  it('is newest first, page by page, and only of the account', async () => {
    const chat = { channel: 'chat' };
    for (let n = 0; n < 5; n++) {
      await partner.staff.post('/conversations', { ...chat, phone: nextPhone.mobile() });
    }
    const { id } = await submit();
    for (let n = 0; n < 5; n++) await exportOf(id);
    const other = await test.partner('leads:read');
    const all = (await page()).data;
    expect(all.map(({ id: entry }) => entry)).toEqual(
      all
        .map(({ id: entry }) => entry)
        .sort()
        .reverse(),
    );
    const found: Entry[] = [];
    for (let cursor = ''; ;) {
      const { data, next_cursor } = (await partner.owner.get<Entry[]>(`/audit?limit=2${cursor}`)).body;
      found.push(...(data ?? []));
      if (!next_cursor) break;
      cursor = `&cursor=${next_cursor}`;
      expect((await page(`${cursor}&from=2026-01-01`)).fields).toEqual(['cursor']);
      expect((await page(cursor, other.owner)).fields).toEqual(['cursor']);
    }
    expect(found).toEqual(all);
    expect((await page('', other.owner)).data.filter(({ id: entry }) => all.some((one) => one.id === entry))).toEqual(
      [],
    );
  });

  it('takes days as they are in Brasília, both included', async () => {
    const [last, first, late, next] = [
      '2026-03-01T02:59:59.999Z',
      '2026-03-01T03:00:00.000Z',
      '2026-03-03T02:59:59.999Z',
      '2026-03-03T03:00:00.000Z',
    ];
    await addAt(last, first, late, next);
    expect(await momentsOf('&from=2026-03-01&to=2026-03-02')).toEqual([late, first]);
    expect(await momentsOf('&to=2026-02-28')).toEqual([last]);
    expect(await momentsOf('&from=2026-03-03')).toEqual([next]);
    expect(await momentsOf('&from=0001-01-01&to=9999-12-31')).toEqual([next, late, first, last]);
    expect((await page('&from=2026-03-02&to=2026-03-01')).fields).toEqual(['from']);
    expect((await page('&from=2026-02-30')).fields).toEqual(['from']);
  });

  it('is also for the operator, for any account, and for nobody without a session', async () => {
    const account = (await test.operator.post<{ id: string }>('/accounts', newAccount())).data;
    const { data } = await page('', test.operator.with({ 'X-Account-Id': account.id }));
    expect(data).toMatchObject([{ action: 'account.opened', actor: { type: 'operator', id: null } }]);
    expect((await new HttpClient(`${test.url}/admin/v1`, '').get('/audit')).status).toBe(401);
  });

  it('is exported as CSV, complete, also when it is long', async () => {
    await partner.sql(`insert into audit_entries (account_id, id, at, actor_type, actor_id, action)
       select $1, ('00000000-0001-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), 'job', '=1+1', 'account.changed'
       from generate_series(1, 2500) n`);
    const file = await partner.owner.get('/audit/export.csv');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toContain('auditoria.csv');
    const [header, ...lines] = file.text.trimEnd().split('\r\n');
    const readable = /^\d\d\/\d\d\/\d{4} \d\d:\d\d;/;
    expect(lines.every((line) => readable.test(line))).toBe(true);
    expect(header).toBe(
      'Quando;Quem;Identificador de quem;Endereço;Ação;Sobre o quê;Identificador;Registro;Lead;Detalhes',
    );
    const ids = lines.map((line) => line.split(';')[7] ?? '');
    const stored = await partner.sql<{ id: string }>(
      'select id from audit_entries where account_id = $1 order by id desc',
    );
    expect(ids).toEqual(stored.map(({ id }) => id));
    expect(lines.at(-1)).toContain(";job;'=1+1;;account.changed;;;");
    expect((await partner.owner.get('/audit/export.csv?from=2026-03-02&to=2026-03-01')).fields).toEqual(['from']);
    expect(
      (await partner.owner.get('/audit/export.csv?from=2026-03-01&to=2026-03-01')).text.split('\r\n'),
    ).toHaveLength(2);
  });
});
