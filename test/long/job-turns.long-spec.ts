import { runsOf } from '../../src/common/process/jobs';
import { AutomationsJob } from '../../src/automations/automations.job';
import { ImportsJob } from '../../src/imports/imports.job';
import { ChangedStagesJob, EndedDealsJob } from '../../src/leads/deals/ended-deals.job';
import { HandOverJob } from '../../src/members/hand-over.job';
import { RotaJob } from '../../src/members/rota.job';
import { OutboxJob } from '../../src/notices/outbox.job';
import { RetentionJob } from '../../src/operations/retention.job';
import { type Partner, startApp, type TestApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { importCalls, lines } from '../support/import-calls';
import { leadCalls } from '../support/lead-calls';
import { MailServer } from '../support/mail-server';
import { addAgedLeads, dayFromToday, rotaCalls } from '../support/rota-calls';
import { until } from '../support/waiting';

/**
 * While an account has much work for a job, a single thing of another account is done. `WAITING=50000` measures the promise of
 * docs/reliability.md, and prints it. Otherwise the work is less, and each batch waits, so that it takes seconds on any machine.
 */

const MEASURED = process.env.WAITING;
const WAITING = Number(MEASURED ?? 4_000);
/** Shares of the work that are left when a single thing is measured. */
const MOMENTS = [1, 0.8, 0.6, 0.4, 0.2];
const WAIT = `
  create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return null; end $$;
  grant execute on function wait() to public;
  create trigger wait after`;
const IMPORT_ROWS = 10_000;
const TICK_MS = 1_000;

/** Work of an account for a job. */
interface Work {
  /** Prepares this number of things, and lets the job begin. */
  readonly begin: (count: number) => Promise<unknown>;
  /** How many are not done. */
  readonly left: () => Promise<number>;
}

type Part = (test: TestApp, partner: Partner) => Work;

const withLeads = async (test: TestApp, partner: Partner, count: number, byHand = true) => {
  const pipeline = await rotaCalls(test, partner).pipeline();
  await addAgedLeads(partner, pipeline, { count, secondsAgo: 3_600, byHand });
  return pipeline;
};

const rota: Part = (test, partner) => {
  const { team, setRota, change } = rotaCalls(test, partner);
  return {
    begin: async (count) => {
      const [ana = ''] = (await team('Ana')).map(({ id }) => id);
      await setRota([ana]);
      await change(ana, { away_until: dayFromToday(1) });
      await partner.sql(`update rotas set served_to = '00000000-0000-0000-0000-000000000000' where account_id = $1`);
      await withLeads(test, partner, count, false);
      await change(ana, { away_until: null });
    },
    left: () => leadCalls(test, partner).count('leads', 'responsible_id is null'),
  };
};

const handOver: Part = (test, partner) => ({
  begin: async (count) => {
    const { team, change } = rotaCalls(test, partner);
    const [ana = ''] = (await team('Ana')).map(({ id }) => id);
    await withLeads(test, partner, count);
    await partner.sql('update leads set responsible_id = $2 where account_id = $1', ana);
    await change(ana, { active: false });
  },
  left: () => leadCalls(test, partner).count('leads', 'responsible_id is not null'),
});

const changedStage: Part = (test, partner) => ({
  begin: async (count) => {
    await withLeads(test, partner, count);
    const { Novo, Agendado } = await partner.stages();
    await partner.owner.patch(`/stages/${Agendado}`, { is_entry: true });
    await partner.owner.patch(`/stages/${Novo}`, { is_won: true });
  },
  left: () =>
    leadCalls(test, partner).count(
      'deals',
      'not exists (select from closings c where c.account_id = $1 and c.deal_id = deals.id)',
    ),
});

const imported: Part = (test, partner) => {
  const { nextPhone, send } = importCalls(test, partner);
  return {
    begin: async (count) => {
      for (let sent = 0; sent < count; sent += IMPORT_ROWS) {
        const rows = Array.from({ length: Math.min(IMPORT_ROWS, count - sent) }, () => nextPhone.mobile());
        expect((await send(lines('phone', ...rows))).status).toBe(202);
      }
    },
    left: () => leadCalls(test, partner).count('import_rows', 'result is null'),
  };
};

const ruled: Part = (test, partner) => ({
  begin: async (count) => {
    const { stages } = await withLeads(test, partner, count);
    await partner.sql(`update leads set touched_at = now() - interval '9 days' where account_id = $1`);
    await partner.sql(`update deals set entered_stage_at = now() - interval '9 days' where account_id = $1`);
    const rule = { idle_days: 3, action: { type: 'add_tag', tag: 'parado' } };
    await partner.owner.post(`/stages/${stages[0]?.id}/automations`, rule);
  },
  left: async () =>
    (await leadCalls(test, partner).count('leads')) - (await leadCalls(test, partner).count('lead_tags')),
});

const mailed: Part = (test, partner) => ({
  begin: (count) =>
    partner.sql(
      `insert into outbox (account_id, id, kind, recipient, params, created_at, next_attempt_at)
       select $1, gen_random_uuid(), 'api_key.created', 'dona@example.com', '{}', now(), now() from generate_series(1, $2::int)`,
      count,
    ),
  left: () => leadCalls(test, partner).count('outbox', 'sent_at is null'),
});

const unclosed: Part = (test, partner) => ({
  begin: async (count) => {
    await withLeads(test, partner, count);
    const { Novo } = await partner.stages();
    await partner.sql('update stages set is_won = true, is_entry = false where account_id = $1 and id = $2', Novo);
  },
  left: changedStage(test, partner).left,
});

const old: Part = (test, partner) => ({
  begin: (count) =>
    partner.sql(
      `insert into outbox (account_id, id, kind, recipient, params, created_at, next_attempt_at, sent_at)
       select $1, gen_random_uuid(), 'api_key.created', 'r', '{}', now(), now(), now() - interval '100 days' from generate_series(1, $2::int)`,
      count,
    ),
  left: () => leadCalls(test, partner).count('outbox', 'sent_at is not null'),
});

interface Case {
  readonly part: Part;
  readonly tick: (test: TestApp) => Promise<void>;
  /** A statement of each batch, of jobs that find new things while they work. The others have the single thing from the beginning. */
  readonly waits?: string;
}

const CASES: Readonly<Record<string, Case>> = {
  'leads of a rota': {
    part: rota,
    tick: ({ app }) => runsOf(app.get(RotaJob)).begin(),
    waits: 'update on rota_members',
  },
  'leads of a deactivated member': {
    part: handOver,
    tick: ({ app }) => runsOf(app.get(HandOverJob)).begin(),
    waits: 'insert on lead_assignments',
  },
  'deals of a changed stage': {
    part: changedStage,
    tick: ({ app }) => runsOf(app.get(ChangedStagesJob)).begin(),
    waits: 'insert on closings',
  },
  'rows of imports': {
    part: imported,
    tick: ({ app }) => runsOf(app.get(ImportsJob)).begin(),
    waits: 'update on imports',
  },
  mails: { part: mailed, tick: ({ app }) => runsOf(app.get(OutboxJob)).begin(), waits: 'update on outbox' },
  'deals of a rule': { part: ruled, tick: ({ app }) => runsOf(app.get(AutomationsJob)).begin() },
  'deals of stages that changed before a kill': {
    part: unclosed,
    tick: ({ app }) => runsOf(app.get(EndedDealsJob)).begin(),
  },
  'old rows': { part: old, tick: ({ app }) => runsOf(app.get(RetentionJob)).begin() },
};

const mails = new MailServer();
beforeAll(() => mails.open());
afterAll(() => mails.close());

it.each(Object.entries(CASES))('%s', async (name, { part, tick, waits }) => {
  const test = await startApp({
    DATABASE_URL: await privateDatabase('job_turns'),
    SMTP_URL: mails.url,
    MAIL_FROM: 'avisos@entrada.example',
  });
  test.app.get(RetentionJob).batch = 20;
  // Its id is the smallest, so that jobs find it first.
  const busy = await test.partner();
  const others = await Promise.all((MEASURED && waits ? MOMENTS : [1]).map(() => test.partner()));
  await test.sql('delete from outbox');
  const many = part(test, busy);
  const singles = others.map((other) => part(test, other));
  if (waits && !MEASURED) await test.sql(`${WAIT} ${waits} for each statement execute function wait()`);
  await many.begin(WAITING);
  if (!waits) await singles[0]?.begin(1);
  const timer = setInterval(() => void tick(test), TICK_MS);
  const seconds: string[] = [];
  for (const [nth, single] of singles.entries()) {
    if (waits) {
      await until(async () => (await many.left()) < WAITING * (MOMENTS[nth] ?? 0));
      await single.begin(1);
    }
    const begun = performance.now();
    await until(async () => (await single.left()) === 0);
    seconds.push(((performance.now() - begun) / 1_000).toFixed(1));
  }
  const left = await many.left();
  process.stdout.write(`${name}: ${seconds.join(', ')} s, ${left} of ${WAITING} left\n`);
  clearInterval(timer);
  await test.close();
  expect(left).toBeGreaterThan(0);
});
