import { MAX_MOVE_REASON, MAX_UTM } from '../../src/contract/limits';
import { BROKEN_DOWN_BY } from '../../src/contract/metrics';
import { storedDigests } from '../../src/leads/record/digests';
import { MetricsService } from '../../src/metrics/metrics.service';
import { appStarter, type Partner, startApp, type TestApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { readersOf, sessionSettings, watchExecutions } from '../support/executions';
import { addLeads } from '../support/many-leads';
import { memberCalls } from '../support/member-calls';

/** What figures cost follows the number of leads, not the length of their texts: PostgreSQL reads only the texts that it shows. */

const LEADS = 10_000;
/** Pages of a text with its index, and texts that are shown at most. */
const [PAGES, SHOWN] = [6, 200];
const YEAR = 'from=2026-01-01&to=2026-12-31';

/** Parts of texts that cannot be compressed: signs of four bytes, in the order of a small generator. */
const PIECE = 10;
const PIECES = Array.from({ length: 211 }, (_, piece) =>
  Array.from({ length: PIECE }, (_, n) =>
    String.fromCodePoint(0x20000 + (((piece * PIECE + n + 1) * 48_271) % 42_000)),
  ).join(''),
);

/** SQL: a text of so many characters, which differs by `n`. */
const longText = (length: number): string =>
  `left((select string_agg(p.t, '' order by i) from generate_series(1, ${Math.ceil(length / PIECE)}) i
         cross join lateral (select ($3::text[])[1 + mod(n * i, ${PIECES.length})::int] as t) p), ${length - 6}) || lpad(n::text, 6, '0')`;

interface Filled {
  readonly owner: Partner['owner'];
  readonly seller: Partner['owner'];
}

const start = appStarter();
let test: TestApp;
let long: Filled;
let short: Filled;

beforeAll(async () => {
  const url = await privateDatabase('long_texts_cost');
  const before = await startApp({ DATABASE_URL: url });
  const database = new URL(url).pathname.slice(1);
  for (const setting of sessionSettings(database, 'auto')) await before.sql(setting);
  await before.sql(`alter database ${database} set max_parallel_workers_per_gather = 0`);
  await before.close();
  test = await start({ DATABASE_URL: url });
  // The seller's leads and the contacts of a year are many.
  test.app.get(MetricsService).many = LEADS / 2;
  long = await fill(longText(MAX_UTM), longText(MAX_MOVE_REASON));
  short = await fill(`n || left(($3::text[])[1], 1)`, `n || left(($3::text[])[1], 1)`);
  await test.sql('vacuum analyze');
});

/** Makes an account in which each lead has texts of its own. */
async function fill(utm: string, reason: string): Promise<Filled> {
  const partner = await test.partner();
  const seller = await memberCalls(test).join(partner, 'seller', 'Ana');
  const [pipeline] = (await partner.api.get<{ id: string }[]>('/pipelines')).data;
  const place = { accountId: partner.accountId, pipelineId: pipeline?.id ?? '', stageId: '' };
  const { Novo = '' } = await partner.stages();
  await addLeads(test, { ...place, stageId: Novo }, { count: LEADS, since: '2026-01-01' });
  const numbered = `(select f.id, row_number() over (order by f.id) as n from leads f where f.account_id = $1) m`;
  await test.sql(
    `update leads l set responsible_id = $2, utm_source = t.utm, utm_medium = t.utm, utm_campaign = t.utm, utm_digests = ${storedDigests(() => 't.utm')}
     from (select m.id, ${utm} as utm from ${numbered} offset 0) t where l.account_id = $1 and l.id = t.id`,
    [partner.accountId, seller.id, PIECES],
  );
  await test.sql(
    `insert into closings (account_id, deal_id, lead_id, stage_id, is_won, reason, opened_at, closed_at, member_id)
     select d.account_id, d.id, d.lead_id, d.stage_id, false, ${reason}, d.created_at, d.conversation_day + interval '1 day', $2
     from ${numbered} join deals d on d.account_id = $1 and d.lead_id = m.id`,
    [partner.accountId, seller.id, PIECES],
  );
  return { owner: partner.owner, seller: seller.api };
}

/** Pages of tables and of temporary files that the statements of a call read and write, and the readers of the largest one. */
async function costOf(api: Partner['owner'], path: string) {
  const statuses: number[] = [];
  const executions = await watchExecutions(async () => void statuses.push((await api.get(path)).status));
  expect(statuses).toEqual([200]);
  return {
    pages: executions.reduce((sum, { buffers }) => sum + buffers, 0),
    temporary: executions.reduce((sum, { plan }) => sum + plan['Temp Written Blocks'], 0),
    plans: executions.map(({ text, buffers, plan }) => [buffers, text.slice(0, 100), readersOf(plan)]),
  };
}

describe.each(['owner', 'seller'] as const)('the %s', (who) => {
  it.each(['/metrics?', '/metrics/breakdown?', ...BROKEN_DOWN_BY.map((by) => `/metrics/breakdown?by=${by}&`)])(
    'pays nothing for the length of texts that it does not show: %s',
    async (path) => {
      const [one, other] = [await costOf(short[who], path + YEAR), await costOf(long[who], path + YEAR)];
      expect(other.pages - one.pages <= SHOWN * PAGES ? [] : other.plans).toEqual([]);
      expect(other.temporary).toBeLessThanOrEqual(1.5 * one.temporary + 100);
    },
  );
});

it('tells texts apart that only end differently', async () => {
  const { data } = await long.owner.get<{ rows: { key: string; leads: number }[] }>(
    `/metrics/breakdown?by=campaign&${YEAR}`,
  );
  expect([new Set(data.rows.map(({ key }) => key)).size, new Set(data.rows.map(({ leads }) => leads))]).toEqual([
    200,
    new Set([1]),
  ]);
});
