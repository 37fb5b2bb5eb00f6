import { setTimeout as sleep } from 'node:timers/promises';
import { appStarter, appForAllTests, OPERATOR_TOKEN } from '../support/app';
import { privateDatabase } from '../support/database';
import { eventStreams } from '../support/event-stream';
import { leadCalls } from '../support/lead-calls';
import { forAllTests } from '../support/setup';
import { until } from '../support/waiting';
import { stopGracefully } from '../../src/app/stop';

/** Several instances on one database, without Redis. */

let database: string;
const one = appForAllTests(async () => ({ DATABASE_URL: (database = await privateDatabase('events')) }));
const start = appStarter();
const partner = forAllTests(() => one.partner());
const { submit } = leadCalls(one, partner);
const openStream = eventStreams();

const asOperator = () => ({ Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': partner.accountId });
const listeners = (): Promise<{ pid: number }[]> =>
  one.sql(
    `select pid from pg_stat_activity where application_name = 'entrada events' and datname = current_database()`,
  );

/** Starts another instance, and waits until it listens. */
async function startOther() {
  const before = (await listeners()).length;
  const other = await start({ DATABASE_URL: database });
  const stream = await openStream(other.url, asOperator());
  await until(async () => (await listeners()).length > before);
  return { other, stream };
}

it('a console of one instance hears what another one has written, once', async () => {
  const { stream } = await startOther();
  const own = await openStream(one.url, asOperator());
  const lead = await submit();
  for (const each of [stream, own]) await each.heard('deal', lead.deals[0]?.id);
  await sleep(500);
  for (const each of [stream, own]) expect(each.events.filter(({ id }) => id === lead.id)).toHaveLength(1);
});

it('when the instances have lost each other no call fails, own changes are heard, and later all consoles reload', async () => {
  const { stream } = await startOther();
  await submit();
  const own = await openStream(one.url, asOperator());
  const lost = await listeners();
  await one.sql(`select pg_terminate_backend(pid) from unnest($1::int[]) pid`, [lost.map(({ pid }) => pid)]);
  const lead = await submit();
  await own.heard('lead', lead.id);
  for (const each of [stream, own]) await each.heard('reset');
  const later = await submit();
  await stream.heard('lead', later.id);
});

it('an instance that stops ends its streams at once, and a stream that comes then too', async () => {
  const { other, stream } = await startOther();
  const stopping = stopGracefully(other.app, { atOnce: false });
  await stream.ended();
  // Connections are still accepted, so the end did not have to wait for anybody.
  const late = await openStream(other.url, asOperator());
  await late.ended();
  await stopping;
});
