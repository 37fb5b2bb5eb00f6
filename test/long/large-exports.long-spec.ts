import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { HeavyCalls } from '../../src/auth/access/heavy-calls';
import { log } from '../../src/common/process/log';
import type { MemberExport } from '../../src/contract/members/member-export';
import type { PersonExport } from '../../src/contract/person';
import { Database } from '../../src/database/database';
import { appForAllTests, OPERATOR_TOKEN, RANDOM_ID } from '../support/app';
import { databaseUrl } from '../support/database';
import { beginReading, type UnreadAnswer } from '../support/held-answers';
import { leadCalls } from '../support/lead-calls';
import { ENTER_LISTS } from '../support/list-entries';
import { forEachTest } from '../support/setup';
import { until, untilWaiting } from '../support/waiting';

/** An export that is longer than a part and the buffers of a connection is read while it is sent. */

const test = appForAllTests({});
const partner = forEachTest(() => test.partner());
const { submit } = leadCalls(test, partner);

/** More rows than two parts have. */
const MANY = 450;
const TEXT = 2_000;
/** Activities that the buffers of a connection do not hold. */
const MORE = 6_000;

const idOf = (n: string): string => `('0199bbbb-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const ROWS = `generate_series(1, ${MANY}) n`;
/** Three rows have each moment. */
const MOMENT = `'2026-03-01T12:00:00Z'::timestamptz - (n / 3) * interval '1 hour'`;

/** Adds rows of each kind to a person, so that all lists have several parts. $2 is the lead, and $3 the stage. */
const STATEMENTS = [
  `insert into leads (account_id, id, conversation_id, copy, phone, origin, origin_rule, created_at, updated_at, touched_at)
   select l.account_id, ${idOf('n')}, l.conversation_id, n, l.phone, l.origin, l.origin_rule, ${MOMENT}, now(), now()
   from leads l, ${ROWS} where l.account_id = $1 and l.id = $2 and $3::uuid is not null`,
  `insert into stage_moves (account_id, id, lead_id, deal_id, from_stage_id, to_stage_id, moved_by, moved_at)
   select $1, gen_random_uuid(), case when n <= 25 then ${idOf('7')} else $2::uuid end, gen_random_uuid(), $3, $3, 'staff', ${MOMENT} from ${ROWS}`,
  `insert into lead_merges (account_id, id, lead_id, merged_lead_id, merged_lead, merged_at, merged_created_at, merged_updated_at)
   select $1, gen_random_uuid(), $2, gen_random_uuid(), null, ${MOMENT}, now(), now()
   from ${ROWS} where $3::uuid is not null`,
  `insert into appointments (account_id, id, lead_id, starts_at, attended, created_at)
   select $1, gen_random_uuid(), case n % 2 when 0 then ${idOf('5')} else $2::uuid end, ${MOMENT}, false, now()
   from ${ROWS} where $3::uuid is not null`,
  `insert into activities (account_id, id, lead_id, type, text, at)
   select $1, gen_random_uuid(), case n % 2 when 0 then ${idOf('5')} else $2::uuid end, 'note', repeat('a', ${TEXT}), ${MOMENT}
   from generate_series(1, ${MORE}) n where $3::uuid is not null`,
  `insert into submissions (account_id, id, claims_external_id, conversation_id, lead_id, key_id, request_id, result, created_at)
   select l.account_id, gen_random_uuid(), false, case when n % 5 > 0 then l.conversation_id end, l.id, gen_random_uuid(), gen_random_uuid(), 'updated', ${MOMENT}
   from leads l, ${ROWS} where l.account_id = $1 and l.id = $2 and $3::uuid is not null`,
  `insert into held_submissions (account_id, id, submission_id, reason, phone, phone_key, lead_id, body, key_id, key_name, request_id,
     created_at, state, resolved_at)
   select s.account_id, gen_random_uuid(), s.id, 'ambiguous_lead', l.phone, case when s.conversation_id is null then c.phone_key end,
     case when s.conversation_id is not null then l.id end, json_build_object('phone', l.phone), gen_random_uuid(), 'site', s.request_id,
     s.created_at, 'dismissed', now()
   from submissions s, leads l, conversations c
   where s.account_id = $1 and l.account_id = $1 and l.id = $2 and c.account_id = $1 and c.id = l.conversation_id and $3::uuid is not null`,
  `insert into automations (account_id, id, stage_id, idle_days, action, created_at)
   select $1, ${idOf('n')}, $3, n, 'notify', now() from generate_series(1, 2) n where $2::uuid is not null`,
  `insert into automation_runs (account_id, automation_id, deal_id, entered_stage_at, ran_at)
   select $1, ${idOf('1 + n % 2')}, d.id, now() - n * interval '1 minute', ${MOMENT} from ${ROWS}, deals d
   where d.account_id = $1 and d.lead_id = $2 and $3::uuid is not null`,
  `insert into imports (account_id, id, file_hash, created_at, leased_until)
   select $1, ${idOf('1')}, 'x', now(), now() + interval '1 day' where $2::uuid is not null and $3::uuid is not null`,
  `insert into import_rows (account_id, import_id, row_number, phone_key, body)
   select $1, ${idOf('1')}, n + 1, c.phone_key, json_build_object('phone', c.phone)
   from conversations c, leads l, ${ROWS}
   where c.account_id = $1 and l.account_id = $1 and l.id = $2 and c.id = l.conversation_id and $3::uuid is not null`,
];

async function fill(): Promise<string> {
  const { id } = await submit();
  const { Novo } = await partner.stages();
  for (const text of STATEMENTS) await test.sql(text, [partner.accountId, id, Novo]);
  await test.sql(ENTER_LISTS, [[partner.accountId]]);
  return id;
}

const headers = () => ({ Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': partner.accountId });
const beginExport = (id: string): Promise<UnreadAnswer> =>
  beginReading(`${test.url}/admin/v1/leads/${id}/export`, headers());
const entries = () => partner.sql(`select from audit_entries where account_id = $1 and action = 'person.exported'`);

/** Rows of a table of the account in the order of the export. */
const stored = async (table: string, key: string, order: string): Promise<string[]> =>
  (
    await partner.sql<{ key: string }>(
      `select (${key})::text as key from ${table} w where account_id = $1 order by ${order}`,
    )
  ).map((row) => row.key);

it('has each row of each list once, and in order, though three rows have each moment', async () => {
  const id = await fill();
  const answer = await partner.owner.get<PersonExport>(`/leads/${id}/export`);
  const person = answer.data;
  const keys = {
    leads: person.leads.map((lead) => lead.id),
    moves: person.leads.find((lead) => lead.id === id)?.stage_history.map((move) => move.deal_id),
    merges: person.leads.find((lead) => lead.id === id)?.merged_leads.map((merge) => merge.id),
    appointments: person.appointments.map((one) => one.id),
    activities: person.activities.map((one) => one.id),
    submissions: person.submissions.map((one) => one.id),
    held_submissions: person.held_submissions.map((one) => one.id),
    automation_runs: person.automation_runs.map((run) => [run.automation_id, run.entered_stage_at].join()),
    import_rows: person.import_rows.map((row) => `${row.import_id},${row.row}`),
  };
  expect(keys).toEqual({
    leads: await stored('leads', 'id', 'created_at, id'),
    moves: await stored(`(select * from stage_moves where lead_id = '${id}')`, 'deal_id', 'moved_at, id'),
    merges: await stored('lead_merges', 'merged_lead_id', 'merged_at, id'),
    appointments: await stored('appointments', 'id', 'starts_at, id'),
    activities: await stored('activities', 'id', 'at, id'),
    submissions: await stored('submissions', 'id', 'created_at, id'),
    held_submissions: await stored('held_submissions', 'id', 'created_at, id'),
    automation_runs: await stored(
      'automation_runs',
      `automation_id || to_char(entered_stage_at at time zone 'UTC', ',YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      'ran_at, automation_id, deal_id, entered_stage_at',
    ),
    import_rows: await stored('import_rows', `import_id || ',' || row_number`, 'import_id, row_number'),
  });
  expect(Object.values(keys).map((list) => list?.length)).toEqual([
    ...[MANY + 1, MANY - 25, MANY, MANY, MORE, MANY + 1, MANY + 1, MANY, MANY],
  ]);
  // A lead with a history that is short enough is read with it.
  expect(person.leads.find((lead) => lead.id.endsWith('000007'))?.stage_history).toHaveLength(25);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await entries()).toHaveLength(1);
});

/** The complete answer needs this many reads and more. */
const READS = (MORE * TEXT) / 400_000;

it('is read no faster than its caller takes it, and holds no connection and no snapshot meanwhile', async () => {
  const id = await fill();
  const reads = jest.spyOn(test.app.get(Database), 'read').mockClear();
  const answer = await beginExport(id);
  let seen = -1;
  await until(async () => {
    seen = reads.mock.calls.length;
    // On a busy machine a read takes longer than a poll.
    await sleep(2_000);
    return seen === reads.mock.calls.length;
  });
  expect(seen).toBeLessThan(READS);
  // Of the service alone: PostgreSQL may vacuum the new rows.
  const open = `select from pg_stat_activity where datname = current_database() and xact_start is not null
    and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  expect(await test.sql(open)).toEqual([]);
  const { isWhole, text } = await answer.rest();
  expect([isWhole, (JSON.parse(text) as { data: PersonExport }).data.activities.length]).toEqual([true, MORE]);
  expect(reads.mock.calls.length).toBeGreaterThan(READS);
  reads.mockRestore();
});

it('ends when its caller leaves, and its statement is cancelled', async () => {
  const id = await fill();
  const answer = await beginExport(id);
  const failures = jest.spyOn(log, 'error').mockClear();
  const blocker = new Client({ connectionString: databaseUrl() });
  await blocker.connect();
  await blocker.query('begin; lock table activities in access exclusive mode');
  void answer.rest();
  await untilWaiting(test);
  answer.leave();
  await until(async () => (await test.sql('select from pg_locks where not granted')).length === 0);
  await blocker.end();
  await until(() => !test.app.get(HeavyCalls).isBusy(partner.accountId, null));
  // A statement that nobody cancels ends with its time limit, which is an error.
  expect(failures).not.toHaveBeenCalled();
  failures.mockRestore();
});

it('is cut off when the database fails', async () => {
  const id = await fill();
  const answer = await beginExport(id);
  const failures = jest.spyOn(log, 'error').mockClear();
  await test.sql('alter table import_rows rename to missing_rows');
  const { isWhole, text } = await answer.rest();
  await test.sql('alter table missing_rows rename to import_rows');
  expect(isWhole).toBe(false);
  expect(() => JSON.parse(text) as unknown).toThrow();
  expect(failures).toHaveBeenCalledTimes(1);
  failures.mockRestore();
});

it.each<[string, (id: string, other: string) => Promise<{ status: number }>]>([
  ['erased', (id) => partner.owner.post(`/leads/${id}/erase`)],
  ['merged', (id, other) => partner.owner.post(`/leads/${other}/merge`, { into: id })],
])('is cut off when the person is %s meanwhile', async (_, change) => {
  const id = await fill();
  const answer = await beginExport(id);
  const failures = jest.spyOn(log, 'error').mockClear();
  expect((await change(id, '0199bbbb-0000-7000-8000-000000000450')).status).toBe(200);
  const { isWhole } = await answer.rest();
  expect(isWhole).toBe(false);
  expect(failures).not.toHaveBeenCalled();
  failures.mockRestore();
});

it('of a member has each row of its lists once, the newest first, though three rows have each moment', async () => {
  const { id: leadId } = await submit();
  const [member] = (await partner.owner.get<{ id: string }[]>('/members')).data;
  const statements = [
    `insert into activities (account_id, id, lead_id, type, text, at, member_id)
     select $1, gen_random_uuid(), $2, 'note', repeat('a', ${TEXT}), ${MOMENT}, $3 from ${ROWS}`,
    `insert into closings (account_id, deal_id, lead_id, stage_id, is_won, opened_at, closed_at, member_id)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), false, now(), ${MOMENT}, $3 from ${ROWS}`,
  ];
  for (const text of statements) await test.sql(text, [partner.accountId, leadId, member?.id]);
  const held = (await partner.owner.get<MemberExport>(`/members/${member?.id}/export`)).data;
  const keys = {
    activities: held.activities.newest.map(({ id }) => id),
    closings: held.closings.newest.map((one) => one.deal_id),
  };
  expect(keys).toEqual({
    activities: await stored('activities', 'id', 'id desc'),
    closings: await stored('closings', 'deal_id', 'closed_at desc, deal_id desc'),
  });
  expect([held.activities.count, held.closings.count, keys.closings.length]).toEqual([MANY, MANY, MANY]);
});

it('is not made for HEAD, and leaves no entry', async () => {
  const { id } = await submit();
  const head = (lead: string) =>
    fetch(`${test.url}/admin/v1/leads/${lead}/export`, { method: 'HEAD', headers: headers() });
  const answer = await head(id);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect((await head(RANDOM_ID)).status).toBe(404);
  expect(await entries()).toEqual([]);
});
