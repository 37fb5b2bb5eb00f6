import { createHash } from 'node:crypto';
import type { ImportView } from '../../src/contract/import';
import type { LeadDetail } from '../../src/contract/lead';
import { ImportsJob } from '../../src/imports/imports.job';
import { IntakeService } from '../../src/leads/intake/intake.service';
import { appForAllTests, startApp } from '../support/app';
import { HttpClient } from '../support/http-client';
import { CSV, importCalls, lines, type Report } from '../support/import-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests({});
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { nextPhone, send, reportOf, run, imported, count, manyRows } = importCalls(test, partner);

/** Does `work` before the runner submits a row that it has read. Returns a function that restores the runner. */
function beforeSubmissions(work: (body: { phone: string }) => Promise<void>): () => void {
  const intake = test.app.get(IntakeService);
  const submit = intake.submit.bind(intake);
  intake.submit = async (...args) => {
    await work(args[2]);
    return submit(...args);
  };
  return () => (intake.submit = submit);
}

const leadOf = async (phone: string) =>
  (await partner.owner.get<LeadDetail[]>(`/leads?phone=${encodeURIComponent(phone)}`)).data[0];

describe('a row', () => {
  it('is a POST /leads by a reader named importação, with every field, and takes nothing from the quota', async () => {
    const phone = nextPhone.mobile();
    const stages = (await partner.owner.get<{ id: string; stages: { id: string }[] }[]>('/pipelines')).data[0];
    const file = lines(
      'Phone;name;email;notes;tags;external_id;consent;utm_source;utm_medium;fbclid;deal.pipeline_id;deal.stage_id;deal.value',
      `"(${phone.slice(2, 4)}) ${phone.slice(4)}";" Ana ""Bia"" ";ana@example.com;"linha 1\nlinha 2";"vip; novo | VIP";p-1;VERDADEIRO;instagram;cpc;abcdefgh12;${stages?.id};${stages?.stages[1]?.id};1234,5`,
    );
    const report = await imported(file);
    expect(report).toMatchObject({ state: 'finished', rows: 1, created: 1, pending: 0, refused: 0, reported_rows: [] });
    const lead = await leadOf(phone);
    expect(lead).toMatchObject({
      phone,
      name: 'Ana "Bia"',
      email: 'ana@example.com',
      tags: ['novo', 'vip'],
      origin: 'network_a_ads',
      deals: [{ stage_id: stages?.stages[1]?.id, value: 1234.5 }],
      consent: { key_id: report.id, request_id: `${report.id}:2` },
    });
    expect(lead?.notes).toMatch(/^\[API · importação · \d{4}-\d\d-\d\d\] linha 1\n {2}linha 2$/);
    expect(await count('daily_submissions')).toBe(0);
    expect(await partner.sql('select external_id from submissions where account_id = $1')).toEqual([
      { external_id: 'p-1' },
    ]);
  });

  it('without an external_id gets one of the file and its row in the spreadsheet', async () => {
    const file = lines(
      'phone,external_id',
      nextPhone.mobile(),
      '',
      `${nextPhone.mobile()}, `,
      `${nextPhone.mobile()},x`,
    );
    await imported(file);
    const name = createHash('sha256').update(file).digest('hex').slice(0, 16);
    const ids = await partner.sql<{ id: string }>(
      'select external_id as id from submissions where account_id = $1 order by 1',
    );
    expect(ids.map(({ id }) => id)).toEqual([`import:${name}:2`, `import:${name}:4`, 'x']);
  });

  it('shares no external_id with partners: a partner who knows the file cannot claim one of it', async () => {
    const [first, second] = [nextPhone.mobile(), nextPhone.mobile()];
    const file = lines('phone,external_id,name', `${first},,Ana`, `${second},own-1,Bia`);
    const name = createHash('sha256').update(file).digest('hex').slice(0, 16);
    const writer = await partner.withKey('leads:write');
    const claims = [
      { phone: nextPhone.mobile(), external_id: `import:${name}:2` },
      { phone: second, external_id: 'own-1' },
    ];
    for (const claim of claims) expect((await writer.post('/leads', claim)).status).toBe(202);
    expect(await imported(file)).toMatchObject({ created: 1, updated: 1, refused: 0, duplicate: 0 });
    expect(await leadOf(second)).toMatchObject({ name: 'Bia' });
    expect(await imported(file)).toMatchObject({ created: 0, updated: 0, duplicate: 2 });
    // Imports do not claim external_ids of partners. The phone decides whether the lead is known.
    const answer = await partner.api.post<{ duplicate: boolean }>('/leads', { phone: first, external_id: 'own-1' });
    expect(answer.error.code).toBe('external_id_conflict');
    const other = await partner.api.post<{ duplicate: boolean }>('/leads', {
      phone: first,
      external_id: `import:${name}:3`,
    });
    expect([other.status, other.data.duplicate]).toEqual([200, false]);
  });

  it('is applied though the daily quota is used up', async () => {
    const strict = await startApp({ LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: '1' });
    const other = await strict.partner('leads:read', 'leads:write');
    await other.api.post('/leads', { phone: nextPhone.mobile() });
    const { id } = (await send(lines('phone', nextPhone.mobile(), nextPhone.mobile()), other)).data;
    await strict.app.get(ImportsJob).run();
    expect(await reportOf(id, '', other)).toMatchObject({ created: 2, refused: 0 });
    expect((await other.api.post('/leads', { phone: nextPhone.mobile() })).status).toBe(429);
    await strict.close();
  });

  it('is applied after an earlier row of the same phone: the first name and origin win', async () => {
    const phone = nextPhone.mobile();
    const rows = Array.from({ length: 6 }, (_, i) => `${phone},Nome ${i},${i === 0 ? 'google' : 'ig'}`);
    const report = await imported(lines('phone,name,utm_source', ...rows));
    expect(report).toMatchObject({ created: 1, updated: 5 });
    expect(await leadOf(phone)).toMatchObject({ name: 'Nome 0', origin: 'organic_network_b' });
  });
});

describe('rows that share an external_id', () => {
  it('are applied in their order, also when the first has to wait: the external_id is the first one’s', async () => {
    const [first, second] = [nextPhone.mobile(), nextPhone.mobile()];
    const others = Array.from({ length: 4 }, () => `${nextPhone.mobile()},`);
    const { id } = (await send(lines('phone,external_id', `${first},a`, `${second},a`, ...others))).data;
    const restore = beforeSubmissions(({ phone }) =>
      phone === `+${first}` ? Promise.reject(new Error('not now')) : Promise.resolve(),
    );
    await run().finally(restore);
    expect(await reportOf(id)).toMatchObject({ created: others.length, pending: 2 });
    await test.sql(`update imports set leased_until = created_at where id = $1`, [id]);
    await run();
    expect(await reportOf(id)).toMatchObject({
      created: 5,
      refused: 1,
      reported_rows: [{ row: 3, code: 'external_id_conflict' }],
    });
  });
});

describe('the report', () => {
  it('names row, column and reason of what was refused or left out, never a value', async () => {
    const [good, twice, noted] = [nextPhone.mobile(), nextPhone.mobile(), nextPhone.mobile()];
    for (let i = 0; i < 2; i++) await partner.staff.post('/leads', { phone: twice, allow_duplicate: true });
    for (let i = 0; i < 4; i++) await partner.api.post('/leads', { phone: noted, notes: 'n'.repeat(460) });
    const won = (
      await partner.owner.get<{ stages: { id: string; is_won: boolean }[] }[]>('/pipelines')
    ).data[0]?.stages.find((stage) => stage.is_won);
    const report = await imported(
      lines(
        'phone,name,email,notes,external_id,consent,gclid,deal.stage_id,deal.value',
        `123,canario,canario@,,,,,,`,
        `${twice},,,,,,,,`,
        `${good},,,,a,,,,`,
        `${nextPhone.mobile()},,,,a,,,,`,
        `${nextPhone.mobile()},,,,,talvez,,canario,"1,234"`,
        `${nextPhone.mobile()},,,,,,canário!,,`,
        `${noted},,,${'m'.repeat(400)},,,,,`,
        `${nextPhone.mobile()},,,,,,,${won?.id},`,
        `${nextPhone.mobile()},,,,,,,,,canario`,
      ),
    );
    expect(report).toMatchObject({ rows: 9, created: 4, updated: 1, refused: 4, pending: 0 });
    const shown = report.reported_rows.map(({ row, result, code, fields }) => [
      row,
      result,
      code,
      ...fields.map(({ field }) => field),
    ]);
    expect(shown).toEqual([
      [2, 'refused', 'validation_error', 'phone'],
      [3, 'refused', 'ambiguous_lead', 'phone'],
      [5, 'refused', 'external_id_conflict', 'external_id'],
      [6, 'created', null, 'deal.stage_id', 'consent', 'deal.value'],
      [7, 'created', null, 'gclid'],
      [8, 'updated', null, 'notes'],
      [9, 'refused', 'won_requires_closing', 'deal.stage_id'],
      [10, 'created', null, 'row'],
    ]);
    const kept = await partner.sql<{ text: string }>(
      `select r::text as text from import_rows r where account_id = $1 order by row_number`,
    );
    expect(kept.map(({ text }) => text).join('\n')).not.toMatch(/can[aá]rio|\d{9}[^-]*98\d{7}/i);
    expect(kept.every(({ text }) => !text.includes(good))).toBe(true);
    expect(
      await partner.sql(
        'select 1 from import_rows where account_id = $1 and (body is not null or phone_key is not null)',
      ),
    ).toEqual([]);
  });

  it('comes page by page, and imports newest first; another account sees neither', async () => {
    const report = await imported(lines('phone', '1', '2', '3', nextPhone.mobile()));
    const page = await partner.owner.get<Report>(`/imports/${report.id}?limit=2`);
    const rest = await partner.owner.get<Report>(`/imports/${report.id}?limit=2&cursor=${page.body.next_cursor}`);
    expect([page, rest].map(({ data }) => data.reported_rows.map(({ row }) => row))).toEqual([[2, 3], [4]]);
    expect(rest.body.next_cursor).toBeNull();
    const second = await imported(lines('phone', nextPhone.mobile()));
    const list = await partner.owner.get<ImportView[]>('/imports?limit=1');
    const older = await partner.owner.get<ImportView[]>(`/imports?cursor=${list.body.next_cursor}`);
    expect([...list.data, ...older.data].map(({ id }) => id)).toEqual([second.id, report.id]);
    const other = await test.partner('leads:read');
    expect((await other.owner.get(`/imports/${report.id}`)).error.code).toBe('not_found');
    expect((await other.owner.get<ImportView[]>('/imports')).data).toEqual([]);
    expect((await other.owner.get(`/imports?cursor=${list.body.next_cursor}`)).fields).toEqual(['cursor']);
  });
});

describe('a file', () => {
  const phone = nextPhone.mobile();
  const refusals: [string, string | Uint8Array, string[]][] = [
    ['no column of phones', lines('cidade,name', 'x,y'), ['phone']],
    ['no rows', 'phone\r\n', ['body']],
    ['nothing', '', ['body']],
    ['a quote that is not closed', lines('phone,name', `${phone},"Ana`, phone), ['body']],
    ['a zero in it', 'phone\n1\0\n2', ['body']],
    ['half a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), ['body']],
    ['too many rows', lines('phone', ...Array.from({ length: 20_001 }, () => '1')), ['body']],
  ];
  it.each(refusals)('with %s is refused whole with 422, and nothing is stored', async (_, file, fields) => {
    const answer = await send(file);
    expect([answer.status, answer.error.code, answer.fields]).toEqual([422, 'validation_error', fields]);
    expect([await count('imports'), await count('import_rows')]).toEqual([0, 0]);
  });

  it('may have 5 MB; it must be a file by its type, not compressed', async () => {
    const large = await send(`phone,name\n${phone},${'a'.repeat(5 * 1024 * 1024)}`);
    expect([large.status, large.error.message]).toEqual([413, 'O arquivo pode ter até 5 MB.']);
    expect((await partner.owner.post('/imports', { phone })).fields).toEqual(['Content-Type']);
    const zipped = partner.owner.with({ ...CSV, 'Content-Encoding': 'gzip' });
    expect((await zipped.post('/imports', `phone\n${phone}`)).fields).toEqual(['Content-Encoding']);
    expect((await partner.owner.with(CSV).post('/imports?x=1', `phone\n${phone}`)).fields).toEqual(['x']);
  });

  it.each([
    ['UTF-8 with BOM', Buffer.from(`\uFEFFphone,name\r\n${phone},João Ação\r\n`)],
    ['Windows-1252 with semicolons', Buffer.from(`phone;name\r\n${phone};João Ação\r\n`, 'latin1')],
  ])('in %s is read', async (_, bytes) => {
    expect(await imported(bytes)).toMatchObject({ rows: 1, created: 1, refused: 0 });
    expect((await leadOf(phone))?.name).toBe('João Ação');
  });

  it('is sent by an owner with a session token, or with the cookie from a page of the service only', async () => {
    const { token } = (await partner.staff.post<{ token: string }>('/owner-sessions')).data;
    const owner = new HttpClient(`${test.url}/admin/v1`, token, CSV);
    expect((await owner.post('/imports', `phone\n${phone}`)).status).toBe(202);
    const cookie = new HttpClient(`${test.url}/admin/v1`, '', { ...CSV, Cookie: `entrada_session=${token}` });
    expect((await cookie.post('/imports', `phone\n${phone}`)).error.code).toBe('forbidden');
    expect((await cookie.with({ Origin: test.url }).post('/imports', `phone\n${phone}`)).status).toBe(202);
  });

  it('that is being imported already is not stored again; afterwards it creates nothing twice', async () => {
    const file = manyRows(4);
    const [first, second] = await Promise.all([send(file), send(file)]);
    expect(first.data.id).toBe(second.data.id);
    await run();
    expect(await reportOf(first.data.id)).toMatchObject({ created: 4, duplicate: 0 });
    const again = await imported(file);
    expect(again).toMatchObject({ rows: 4, created: 0, updated: 0, duplicate: 4, reported_rows: [] });
    expect([again.id === first.data.id, await count('leads'), await count('imports')]).toEqual([false, 4, 2]);
  });
});

it('a person who is erased while rows of theirs are pending is not created again', async () => {
  const [phone, next] = [nextPhone.mobile(), nextPhone.mobile()];
  const { lead } = (await partner.api.post<{ lead: { id: string } }>('/leads', { phone })).data;
  const { id } = (await send(lines('phone,name', `${phone},Canário`, `${next},Bia`))).data;
  const exported = await partner.owner.get<{ import_rows: object[] }>(`/leads/${lead.id}/export`);
  expect(exported.data.import_rows).toMatchObject([
    { import_id: id, row: 2, body: { phone: `+${phone}`, name: 'Canário' } },
  ]);
  // Erases after the runner has read the rows.
  let erased = 0;
  const restore = beforeSubmissions(async () => {
    erased ||= (await partner.owner.post(`/leads/${lead.id}/erase`)).status;
  });
  await run().finally(restore);
  await test.sql(`update imports set leased_until = created_at where id = $1`, [id]);
  await run();
  expect(erased).toBe(200);
  expect(await reportOf(id)).toMatchObject({ state: 'finished', rows: 2, created: 1, erased: 1, pending: 0 });
  expect((await partner.api.get<{ phone: string }[]>('/leads')).data.map((one) => one.phone)).toEqual([next]);
  expect(await partner.sql(`select 1 from import_rows where account_id = $1 and body::text like '%Can%'`)).toEqual([]);
});
