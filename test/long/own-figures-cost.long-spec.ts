import { DAY_MS } from '../../src/contract/durations';
import type { Metrics } from '../../src/contract/metrics';
import { appStarter, startApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { readersOf, sessionSettings, watchExecutions } from '../support/executions';
import { leadCalls } from '../support/lead-calls';
import { addLeads, addPast } from '../support/many-leads';
import { memberCalls } from '../support/member-calls';

/** Leads of others in the account, and of the seller. */
const OTHERS = 8_000;
const OWN = 5;
/** The most rows and pages that a statement reads: some for each lead of the seller, and the stages of the account. */
const MOST = { examined: 20 * OWN + 30, buffers: 60 * OWN + 100 };

const start = appStarter();

it.each(['without statistics', 'with statistics'])(
  'the figures of a seller with few leads read few rows of a large account, %s',
  async (which) => {
    const isAnalyzed = which === 'with statistics';
    const url = await privateDatabase(isAnalyzed ? 'own_figures_analyzed' : 'own_figures');
    const before = await startApp({ DATABASE_URL: url });
    for (const setting of sessionSettings(new URL(url).pathname.slice(1), 'auto')) await before.sql(setting);
    const tables = await before.sql<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables) await before.sql(`alter table ${name} set (autovacuum_enabled = off)`);
    await before.close();
    const test = await start({ DATABASE_URL: url });
    const partner = await test.partner();
    const { submit } = leadCalls(test, partner);
    const { join } = memberCalls(test);
    const [ana, bia] = [await join(partner, 'seller', 'Ana'), await join(partner, 'seller', 'Bia')];
    const [pipeline] = (await partner.api.get<{ id: string }[]>('/pipelines')).data;
    const stages = await partner.stages();
    const place = { accountId: partner.accountId, pipelineId: pipeline?.id ?? '', stageId: stages.Ganho ?? '' };
    await addLeads(test, place, { count: OTHERS, since: new Date(Date.now() - 36 * DAY_MS).toISOString() });
    await addPast(test, place, 100);
    // Half of the account's leads are another seller's, so that the share of a member tells nothing.
    await test.sql(`update leads set responsible_id = $2 where account_id = $1 and phone like '%0'`, [
      partner.accountId,
      bia.id,
    ]);
    for (let n = 0; n < OWN; n++) {
      const { id } = await submit({ attribution: { utm_source: 'news', utm_medium: 'email' } });
      await partner.owner.patch(`/leads/${id}`, { responsible_id: ana.id });
    }
    if (isAnalyzed) await test.sql('analyze');
    const figures: number[] = [];
    const executions = await watchExecutions(async () => {
      figures.push((await ana.api.get<Metrics>('/metrics?from=2026-01-01&to=2026-12-31')).data.leads);
      expect((await ana.api.get('/metrics/breakdown?from=2026-01-01&to=2026-12-31')).status).toBe(200);
    });
    expect(figures).toEqual([OWN]);
    const own = executions.filter(({ text }) => /responsible_id/.test(text));
    expect(own.length).toBe(7);
    expect(
      own
        .filter(({ examined, buffers }) => examined > MOST.examined || buffers > MOST.buffers)
        .map(({ examined, buffers, text, plan }) => [examined, buffers, text.slice(0, 400), readersOf(plan)]),
    ).toEqual([]);
  },
);
