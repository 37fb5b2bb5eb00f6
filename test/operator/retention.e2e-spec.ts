import { readFileSync } from 'node:fs';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { RetentionJob } from '../../src/admin/retention.job';
import { log } from '../../src/common/log';
import { Config, type RetentionDays } from '../../src/config';
import type { ImportView } from '../../src/contract/import';
import type { LeadView, TombstoneView } from '../../src/contract/lead';
import { Database } from '../../src/database/database';
import { planned, write } from '../../src/database/query';
import { ImportRunner } from '../../src/imports/import-runner';
import { OPERATOR_TOKEN, type Partner, startApp, type TestApp } from '../support/app';
import { databaseUrl } from '../support/database';
import { watchTraffic } from '../support/traffic';
import { heldCalls } from '../support/held-calls';
import type { HttpClient } from '../support/http-client';
import { times } from '../support/race';

type Kind = keyof RetentionDays;

const DAY = 24 * 60 * 60 * 1000;
const DAYS: RetentionDays = { mail: 90, held: 90, imports: 30, merges: 365, audit: 185 };
const KINDS = Object.keys(DAYS) as Kind[];
const SETTINGS = KINDS.map((kind) => `RETENTION_DAYS_${kind.toUpperCase()}`);
const CSV = { 'Content-Type': 'text/csv' };

let test: TestApp;
let partner: Partner;
let writer: HttpClient;
const calls = heldCalls(() => ({ test, partner, writer }));
const { submit, pair, merge, detail, exportOf, search, erase, nextPhone } = calls;
const { ambiguous, conflicting, full, apply, dismiss, list, count, everything } = calls;

beforeAll(async () => {
  test = await startApp();
});
beforeEach(async () => {
  partner = await test.partner('leads:read', 'leads:write');
  writer = await partner.withKey('leads:write');
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => test.close());

const runAt = (moment: Date) => test.app.get(RetentionJob).runAccount(partner.accountId, moment);
const afterDays = (days: number) => runAt(new Date(Date.now() + days * DAY));
/** The job as it is with other settings. */
const jobWith = (settings: Record<string, string>): RetentionJob =>
  new RetentionJob(test.app.get(Database), Config.from({ DATABASE_URL: databaseUrl(), OPERATOR_TOKEN, ...settings }));

const importFile = (rows: readonly string[]) =>
  partner.owner.with(CSV).post<ImportView>('/imports', ['phone,consent', ...rows].join('\n'));
async function imported(...rows: string[]): Promise<ImportView> {
  const { id } = (await importFile(rows)).data;
  await test.app.get(ImportRunner).run();
  return (await partner.owner.get<ImportView>(`/imports/${id}`)).data;
}

const sendMails = () =>
  test.sql(`update outbox set sent_at = date_trunc('milliseconds', now()) where account_id = $1`, [partner.accountId]);

/** Entries of the audit trail are kept: those of today are too old where the clock is years ahead. */
const KEEPS_TRAIL = { RETENTION_DAYS_AUDIT: '0' };

/** Half a year ago and more: row level security keeps younger entries from the service, whatever moment it is told. */
const LONG_AGO = new Date(Date.now() - 200 * DAY);
const addAuditEntry = (at: Date) =>
  test.app
    .get(Database)
    .write(
      write(planned(`insert into audit_entries values ($1, $2, $3, 'key', 'k', '127.0.0.1', 'import.started')`), [
        partner.accountId,
        uuidv7({ msecs: at.getTime() }),
        at,
      ]),
    );

/** Makes one of each kind, and tells how to count what of it is kept. */
const MAKE: Readonly<Record<Kind, { of: () => Promise<unknown>; kept: [table: string, where?: string]; at: string }>> =
  {
    mail: { of: sendMails, kept: ['outbox'], at: 'outbox.sent_at' },
    held: {
      of: async () => {
        const { held, leads } = await ambiguous();
        await apply(held.id, leads[0].id);
        await dismiss((await conflicting()).held.id);
      },
      kept: ['held_submissions', 'body is not null'],
      at: 'held_submissions.resolved_at',
    },
    imports: {
      of: () => imported(nextPhone.mobile(), 'x'),
      kept: ['import_rows'],
      at: 'imports.finished_at',
    },
    merges: {
      of: async () => {
        const [one, other] = await pair();
        await merge(one.id, other.id);
      },
      kept: ['lead_merges', 'merged_lead is not null'],
      at: 'lead_merges.merged_at',
    },
    audit: {
      of: () => addAuditEntry(LONG_AGO),
      // What else is done here is done by the owner or the operator.
      kept: ['audit_entries', `actor_type = 'key'`],
      at: 'audit_entries.at',
    },
  };

/** The kinds of which anything is kept. */
async function kindsLeft(): Promise<Kind[]> {
  const left: Kind[] = [];
  for (const kind of KINDS) if ((await count(...MAKE[kind].kept)) > 0) left.push(kind);
  return left;
}

/** The moment from which on what `MAKE` made of this kind is too old. */
async function endOf(kind: Kind): Promise<number> {
  const {
    at,
    kept: [kept, where = 'true'],
  } = MAKE[kind];
  const [table] = at.split('.');
  const sql = `select max(${at}) as at from ${table} where account_id = $1 and ${table === kept ? where : 'true'}`;
  const [row] = await test.sql<{ at: Date | null }>(sql, [partner.accountId]);
  if (!row?.at) throw new Error('nothing was made');
  return row.at.getTime() + DAYS[kind] * DAY;
}

describe('what was kept for its days', () => {
  it.each(KINDS)('goes then and not a millisecond before: %s', async (kind) => {
    await MAKE[kind].of();
    const made = await count(...MAKE[kind].kept);
    expect(made).toBeGreaterThan(0);
    const end = await endOf(kind);
    await runAt(new Date(end - 1));
    // Of several that were made the first may have gone a moment earlier.
    expect(await count(...MAKE[kind].kept)).toBeGreaterThan(0);
    await runAt(new Date(end));
    expect(await count(...MAKE[kind].kept)).toBe(0);
  });

  it('goes in any number of batches', async () => {
    await test.sql(
      `insert into outbox (account_id, id, kind, recipient, params, created_at, next_attempt_at)
       select $1, gen_random_uuid(), 'api_key.created', 'r', '{}', now(), now() from generate_series(1, 50)`,
      [partner.accountId],
    );
    await sendMails();
    for (let n = 0; n < 3; n++) await dismiss((await conflicting()).held.id);
    await imported(nextPhone.mobile());
    await imported(nextPhone.mobile());
    const job = jobWith({});
    job.batch = 2;
    await job.runAccount(partner.accountId, new Date(Date.now() + 400 * DAY));
    expect(await kindsLeft()).toEqual([]);
    expect([await count('imports'), await count('held_submissions')]).toEqual([0, 3]);
  });

  it('stays for ever where its setting is 0', async () => {
    for (const kind of KINDS) await MAKE[kind].of();
    const before = await everything();
    const job = jobWith(Object.fromEntries(SETTINGS.map((name) => [name, '0'])));
    await job.runAccount(partner.accountId, new Date(Date.now() + 36_000 * DAY));
    expect(await everything()).toEqual(before);
  });

  it('goes by the setting of its own kind', async () => {
    for (const kind of KINDS) await MAKE[kind].of();
    const job = jobWith({ RETENTION_DAYS_HELD: '7' });
    await job.runAccount(partner.accountId, new Date(Date.now() + 8 * DAY));
    // The entry of the audit trail was made too old already.
    expect(await kindsLeft()).toEqual(['mail', 'imports', 'merges']);
  });
});

it('a setting may be a century', async () => {
  for (const kind of KINDS) await MAKE[kind].of();
  const before = await everything();
  await jobWith(Object.fromEntries(SETTINGS.map((name) => [name, '36500']))).runAccount(partner.accountId, new Date());
  expect(await everything()).toEqual(before);
});

describe('what nobody has done with yet stays', () => {
  it('a submission that waits for its decision can be applied years later', async () => {
    const { held, leads } = await ambiguous({ name: 'Ana', notes: 'importante' });
    const { held: note, lead } = await full();
    await afterDays(3_000);
    expect((await list()).data.map(({ id, body }) => [id, body !== null])).toEqual([
      [note.id, true],
      [held.id, true],
    ]);
    expect((await apply(held.id, leads[0].id)).status).toBe(200);
    expect((await detail(leads[0].id)).notes).toContain('importante');
    await test.sql(`update leads set notes = '' where account_id = $1 and id = $2`, [partner.accountId, lead.id]);
    expect((await apply(note.id, lead.id)).status).toBe(200);
  });

  it('a mail that waits, and one that was given up: the operator can still send it', async () => {
    await test.sql(
      `update outbox set dead_at = now() where account_id = $1
         and id = (select id from outbox where account_id = $1 order by id limit 1)`,
      [partner.accountId],
    );
    expect([await count('outbox', 'dead_at is null'), await count('outbox', 'dead_at is not null')]).toEqual([1, 1]);
    await afterDays(3_000);
    expect([await count('outbox', 'dead_at is null'), await count('outbox', 'dead_at is not null')]).toEqual([1, 1]);
  });

  it('an import that runs', async () => {
    const { id } = (await importFile([nextPhone.mobile()])).data;
    await afterDays(3_000);
    await test.app.get(ImportRunner).run();
    expect((await partner.owner.get(`/imports/${id}`)).data).toMatchObject({ state: 'finished', created: 1 });
  });
});

describe('what was promised holds years later', () => {
  const LATER = 3_000;

  it('the external_id of a held submission that was applied is a replay, and of a conflict that was settled is not held again', async () => {
    const sent = { external_id: `a-${nextPhone.mobile()}`, name: 'Ana' };
    const { held, leads } = await ambiguous(sent);
    await apply(held.id, leads[0].id);
    const { held: conflict, lead } = await conflicting();
    await apply(conflict.id, lead.id);
    await afterDays(LATER);

    const again = await partner.api.post<{ duplicate: boolean; lead: LeadView }>('/leads', {
      phone: leads[0].phone,
      ...sent,
    });
    expect([again.status, again.data.duplicate, again.data.lead.id]).toEqual([200, true, leads[0].id]);
    const settled = await writer.post('/leads', { phone: lead.phone, external_id: conflict.external_id });
    expect([settled.status, (await list()).data]).toEqual([202, []]);
    const elsewhere = await partner.api.post('/leads', { phone: nextPhone.mobile(), ...sent });
    expect([elsewhere.status, elsewhere.error.code]).toEqual([409, 'external_id_conflict']);
  });

  it('a decided submission is listed, without what was sent, and its person can be found, exported and erased', async () => {
    const { held, leads } = await ambiguous({ name: 'Ana' });
    await apply(held.id, leads[0].id);
    await afterDays(LATER);
    const [shown] = (await list('?state=applied')).data;
    expect(shown).toEqual({
      ...held,
      state: 'applied',
      body: null,
      lead_id: leads[0].id,
      resolved_at: shown?.resolved_at,
    });
    const exported = (await exportOf(leads[0].id)).data;
    expect(exported.held_submissions).toEqual([shown]);
    expect((await erase(leads[0].id)).status).toBe(200);
    expect((await list('?state=applied')).data[0]).toMatchObject({ phone: null, external_id: null });
  });

  it('a merged lead lives on in its survivor: for replays, for syncs, and with its consent', async () => {
    const external_id = `m-${nextPhone.mobile()}`;
    const [merged, survivor] = await pair({ external_id, consent: true, name: 'Bia' });
    const { consent } = await detail(merged.id);
    await merge(merged.id, survivor.id);
    await afterDays(LATER);

    const replayed = await partner.api.post<{ lead: LeadView }>('/leads', { phone: merged.phone, external_id });
    expect([replayed.status, replayed.data.lead.id]).toEqual([200, survivor.id]);
    const rows = (await partner.api.get<(LeadView | TombstoneView)[]>('/leads?updated_since=2000-01-01T00:00:00Z'))
      .data;
    expect(rows.find(({ id }) => id === merged.id)).toMatchObject({ gone: { reason: 'merged', into: survivor.id } });
    const { leads } = (await exportOf(survivor.id)).data;
    expect(consent).not.toBeNull();
    expect(leads).toMatchObject([{ consent, merged_leads: [{ id: merged.id, lead: null }] }]);
  });

  it('an imported file creates nothing twice, and the consent that it brought is kept', async () => {
    const rows = [`${nextPhone.mobile()},true`, `${nextPhone.mobile()},`];
    const { id } = await imported(...rows);
    await afterDays(LATER);
    expect((await partner.owner.get(`/imports/${id}`)).status).toBe(404);
    expect((await partner.owner.get('/imports')).data).toEqual([]);
    expect(await imported(...rows)).toMatchObject({ state: 'finished', duplicate: 2, created: 0 });
    const phone = rows[0]?.split(',')[0] ?? '';
    expect((await search(`?phone=${phone}`)).data).toMatchObject([{ consent: { key_id: id, request_id: `${id}:2` } }]);
  });

  it('nothing else of the account changes', async () => {
    await submit({ name: 'Ana', notes: 'n', tags: ['x'], consent: true, external_id: 'x' });
    const [one, other] = await pair({ tags: ['y'] });
    await merge(one.id, other.id);
    await dismiss((await conflicting()).held.id);
    await sendMails();
    const aging = ['audit_entries', 'held_submissions', 'lead_merges', 'outbox'];
    const others = async () => Object.entries(await everything()).filter(([table]) => !aging.includes(table));
    const before = await others();
    await afterDays(LATER);
    expect(await others()).toEqual(before);
    expect([await count('held_submissions'), await count('lead_merges'), await count('outbox')]).toEqual([1, 1, 0]);
  });
});

const TABLES = ['outbox', 'held_submissions', 'imports', 'lead_merges', 'audit_entries'];

/** Writes, of each kind, much that is not old. */
const YOUNG = [
  `insert into outbox (account_id, id, kind, recipient, params, created_at, next_attempt_at, sent_at)
   select $1, gen_random_uuid(), 'api_key.created', 'r', '{}', now(), now(), now() from generate_series(1, 3000)`,
  `insert into held_submissions (account_id, id, submission_id, reason, body, key_id, key_name, request_id, created_at, state, resolved_at)
   select $1, i, i, 'notes_full', '{}', i, 'k', 'r', now(), 'dismissed', now()
   from (select gen_random_uuid() as i from generate_series(1, 3000)) g`,
  `insert into imports select $1, gen_random_uuid(), int4send(n), now(), now(), now() from generate_series(1, 3000) n`,
  `insert into lead_merges (account_id, id, lead_id, merged_lead_id, merged_lead, merged_at, merged_created_at, merged_updated_at)
   select $1, gen_random_uuid(), $2, gen_random_uuid(), '{}', now(), now(), now() from generate_series(1, 3000)`,
  `insert into audit_entries (account_id, id, at, actor_type, action)
   select $1, ('f' || right(gen_random_uuid()::text, -1))::uuid, now(), 'job', 'retention.ran' from generate_series(1, 3000)`,
];

describe('a run', () => {
  const DUE = new Date(Date.now() + 400 * DAY);
  const entries = () =>
    test.sql<Record<string, string | null>>(
      `select actor_type, actor_id, address, action, subject_id from audit_entries where account_id = $1`,
      [partner.accountId],
    );

  it('is one entry of the audit trail, however many batches it took, and none when nothing went', async () => {
    for (let n = 0; n < 3; n++) await dismiss((await conflicting()).held.id);
    const job = jobWith(KEEPS_TRAIL);
    job.batch = 1;
    for (let n = 0; n < 2; n++) await job.runAccount(partner.accountId, DUE);
    const entry = {
      actor_type: 'job',
      actor_id: 'retention',
      address: null,
      action: 'retention.ran',
      subject_id: null,
    };
    expect((await entries()).filter(({ action }) => action === entry.action)).toEqual([entry]);
  });

  it('leaves no entry of its own for entries that went, which would never end', async () => {
    await addAuditEntry(LONG_AGO);
    await runAt(new Date());
    expect((await entries()).filter(({ action }) => action === 'retention.ran')).toEqual([]);
  });

  it('may be made by several instances at once: each row goes once, and none fails', async () => {
    for (let n = 0; n < 9; n++) await dismiss((await conflicting()).held.id);
    for (let n = 0; n < 3; n++) await imported(nextPhone.mobile());
    for (let n = 0; n < 30; n++) await addAuditEntry(new Date(LONG_AGO.getTime() + n));
    const jobs = times(4, () => Object.assign(jobWith({}), { batch: 3 }));
    const counted = jobs.map(() => ({ mail: 0, held: 0, imports: 0, merges: 0, audit: 0 }));
    await Promise.all(jobs.map((job, i) => job.runAccount(partner.accountId, DUE, counted[i])));
    const sum = (kind: Kind): number => counted.reduce((all, counts) => all + counts[kind], 0);
    expect([sum('held'), sum('imports')]).toEqual([9, 3]);
    expect(sum('audit')).toBeGreaterThanOrEqual(30);
    expect(await kindsLeft()).toEqual(['mail']);
  });

  it.each<[Kind, table: string, at: string, where: string]>([
    ['mail', 'outbox', 'sent_at', 'true'],
    ['held', 'held_submissions', 'resolved_at', 'body is not null'],
    ['imports', 'imports', 'finished_at', 'true'],
    ['merges', 'lead_merges', 'merged_at', 'merged_lead is not null'],
  ])(
    'of %s passes over a row that somebody else has locked, and takes it in the next one',
    async (kind, table, at, where) => {
      for (let n = 0; n < 2; n++) await MAKE[kind].of();
      expect(await count(table, where)).toBeGreaterThan(1);
      const other = new Client({ connectionString: databaseUrl() });
      await other.connect();
      try {
        await other.query('begin');
        await other.query(
          `select 1 from ${table} where account_id = $1 and id = (
           select id from ${table} where account_id = $1 order by ${at} limit 1) for update`,
          [partner.accountId],
        );
        await runAt(DUE);
        expect(await count(table, where)).toBe(1);
      } finally {
        await other.end();
      }
      await runAt(DUE);
      expect(await count(table, where)).toBe(0);
    },
  );

  it('that is ended leaves the rest to the next one', async () => {
    for (let n = 0; n < 3; n++) await dismiss((await conflicting()).held.id);
    const job = Object.assign(jobWith({}), { batch: 1 });
    const running = job.runAccount(partner.accountId, DUE);
    await job.onModuleDestroy();
    await running;
    expect(await count(...MAKE.held.kept)).toBe(2);
    await runAt(DUE);
    expect(await count(...MAKE.held.kept)).toBe(0);
  });

  it('finds what is old by an index, however much is young', async () => {
    const { id } = await submit();
    const { statements } = await watchTraffic(() => runAt(new Date()));
    const looks = statements.filter(({ text }) => / limit /.test(text));
    expect(looks).toHaveLength(KINDS.length);
    await test.sql('begin');
    try {
      for (const fill of YOUNG) await test.sql(fill, [partner.accountId, id].slice(0, fill.includes('$2') ? 2 : 1));
      await test.sql(`set local plan_cache_mode = force_generic_plan; analyze ${TABLES.join(', ')}`);
      for (const [i, { text, values }] of looks.entries()) {
        await test.sql(`prepare look${i} as ${text}`);
        const given = values.map((value) => `'${value instanceof Date ? value.toISOString() : String(value)}'`);
        const [row] = await test.sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
          `explain (analyze, buffers, format json) execute look${i}(${given.join(', ')})`,
        );
        const plan = row?.['QUERY PLAN'][0]?.Plan ?? {};
        const pages = (plan['Shared Hit Blocks'] ?? NaN) + (plan['Shared Read Blocks'] ?? NaN);
        expect([text, pages, pages < 10]).toEqual([text, pages, true]);
      }
    } finally {
      await test.sql('rollback');
      await test.sql('deallocate all');
    }
  });

  it('begins every night at three in Brasília, and once after a start', async () => {
    const module = await Test.createTestingModule({
      imports: [ScheduleModule.forRoot()],
      providers: [{ provide: RetentionJob, useFactory: () => jobWith({}) }],
    }).compile();
    await module.init();
    const registry = module.get(SchedulerRegistry);
    const [night, ...others] = [...registry.getCronJobs().values()];
    const moments = night?.nextDates(2).map((date) => date.toJSDate()) ?? [];
    expect(moments.map((moment) => moment.toISOString().slice(11))).toEqual(['06:00:00.000Z', '06:00:00.000Z']);
    expect((moments[1]?.getTime() ?? 0) - (moments[0]?.getTime() ?? 0)).toBe(DAY);
    expect([others, registry.getTimeouts().length, registry.getIntervals()]).toEqual([[], 1, []]);
    await module.close();
  });

  it('logs what fails for one account, and goes on with the next; the next run makes up for it', async () => {
    const [error, info] = [jest.spyOn(log, 'error'), jest.spyOn(log, 'info')];
    const accounts = [await test.partner('leads:read'), await test.partner('leads:read')];
    const [first, second] = accounts.map(({ accountId }) => accountId).sort();
    await test.sql('update outbox set sent_at = now() where account_id = any($1)', [[first, second]]);
    const sentOf = async (id: string | undefined) =>
      (await test.sql(`select 1 from outbox where account_id = $1`, [id])).length;
    const other = new Client({ connectionString: databaseUrl() });
    await other.connect();
    try {
      // Nothing that refers to the account can be written: no entry in its trail, and so nothing goes.
      await other.query('begin');
      await other.query('select 1 from accounts where id = $1 for update', [first]);
      await test.app.get(RetentionJob).run(DUE);
    } finally {
      await other.end();
    }
    expect([await sentOf(first), await sentOf(second)]).toEqual([1, 0]);
    expect(error.mock.calls).toEqual([
      [expect.objectContaining({ account_id: first, sqlstate: '55P03' }), 'retention failed for an account'],
    ]);
    await test.app.get(RetentionJob).run(DUE);
    expect([await sentOf(first), await sentOf(second)]).toEqual([0, 0]);
    const lines = info.mock.calls.filter(([, text]) => (text as unknown) === 'retention ran');
    expect(lines.map(([line]) => line)).toEqual([
      expect.objectContaining({ failed: 1, imports: expect.any(Number) as number }),
      expect.objectContaining({ failed: 0, mail: 1 }),
    ]);
  });
});

describe('docs/operations.md, "Retention"', () => {
  const [, section = ''] = /\n## Retention\n([\s\S]*?)\n## /.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, table]) => table));

  it('says of every table of the database how long its rows are kept', async () => {
    const tables = await test.sql<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    );
    expect([...named].sort()).toEqual(tables.map(({ name }) => name).sort());
  });

  it('names every setting with its default', () => {
    for (const kind of KINDS) {
      expect(section).toContain(`\`RETENTION_DAYS_${kind.toUpperCase()}\` (${DAYS[kind]})`);
    }
  });
});
