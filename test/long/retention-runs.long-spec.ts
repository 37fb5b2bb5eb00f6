import { runsOf } from '../../src/common/process/jobs';
import { DAY_MS } from '../../src/contract/durations';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { Client } from 'pg';
import { NONE_DELETED, RetentionJob } from '../../src/operations/retention.job';
import { log } from '../../src/common/process/log';
import { appForAllTests } from '../support/app';
import { databaseUrl } from '../support/database';
import { forEachTest } from '../support/setup';
import { watchTraffic } from '../support/traffic';
import { type Kind, KINDS, LONG_AGO, retentionCalls } from '../support/retention-calls';
import { times } from '../support/race';

const test = appForAllTests({});
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const writer = forEachTest(() => partner.withKey('leads:write'));
const calls = retentionCalls(test, partner, writer);
const { submit, nextPhone } = calls;
const { conflicting, dismiss, count } = calls;
const { runAt, jobWith, imported, addAuditEntry, MAKE, kindsLeft } = calls;

afterEach(() => jest.restoreAllMocks());

/** Keeps the audit trail. For a clock years ahead, today's entries would be too old. */
const KEEPS_TRAIL = { RETENTION_DAYS_AUDIT: '0' };

const TABLES = ['outbox', 'held_submissions', 'imports', 'lead_merges', 'audit_entries'];

/** SQL: many rows of each kind, none of them old. */
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
  const DUE = new Date(Date.now() + 400 * DAY_MS);
  const entries = () =>
    partner.sql<Record<string, string | null>>(
      `select actor_type, actor_id, address, action, subject_id from audit_entries where account_id = $1`,
    );

  it('adds one entry to the audit trail for any number of batches, and none when nothing was deleted', async () => {
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

  it('adds no entry for deleted audit entries, because that would never end', async () => {
    await addAuditEntry(LONG_AGO);
    await runAt(new Date());
    expect((await entries()).filter(({ action }) => action === 'retention.ran')).toEqual([]);
  });

  it('may happen on several instances at once: each row is deleted once, and no run fails', async () => {
    for (let n = 0; n < 9; n++) await dismiss((await conflicting()).held.id);
    for (let n = 0; n < 3; n++) await imported(nextPhone.mobile());
    for (let n = 0; n < 30; n++) await addAuditEntry(new Date(LONG_AGO.getTime() + n));
    const jobs = times(4, () => Object.assign(jobWith({}), { batch: 3 }));
    const counted = jobs.map(() => ({ ...NONE_DELETED }));
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

  it('that is stopped leaves the rest to the next one', async () => {
    for (let n = 0; n < 3; n++) await dismiss((await conflicting()).held.id);
    const job = Object.assign(jobWith({}), { batch: 1 });
    const running = job.runAccount(partner.accountId, DUE);
    await runsOf(job).stop();
    await running;
    expect(await count(...MAKE.held.kept)).toBe(2);
    await runAt(DUE);
    expect(await count(...MAKE.held.kept)).toBe(0);
  });

  it('finds old rows by an index, among any number of young ones', async () => {
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
    expect((moments[1]?.getTime() ?? 0) - (moments[0]?.getTime() ?? 0)).toBe(DAY_MS);
    expect([others, registry.getTimeouts().length, registry.getIntervals()]).toEqual([[], 1, []]);
    await module.close();
  });

  it('logs a failure of one account and continues with the next account; the next run deletes the rest', async () => {
    const [error, info] = [jest.spyOn(log, 'error'), jest.spyOn(log, 'info')];
    const accounts = [await test.partner('leads:read'), await test.partner('leads:read')];
    const [first, second] = accounts.map(({ accountId }) => accountId).sort();
    await test.sql('update outbox set sent_at = now() where account_id = any($1)', [[first, second]]);
    const sentOf = async (id: string | undefined) =>
      (await test.sql(`select 1 from outbox where account_id = $1`, [id])).length;
    const other = new Client({ connectionString: databaseUrl() });
    await other.connect();
    try {
      // The lock prevents audit entries, which refer to the account, so nothing of it is deleted.
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
