import { ServiceClient } from '../../src/database/service-client';
import { EventChannel } from '../../src/events/event-channel';
import { Relay } from '../fault/support/relay';
import { appForAllTests } from '../support/app';
import { asService, privateDatabase } from '../support/database';
import { until } from '../support/waiting';

let database: string;
const test = appForAllTests(async () => ({ DATABASE_URL: (database = await privateDatabase('event_channel')) }));
let relay: Relay;
beforeAll(async () => {
  relay = new Relay(Number(new URL(database).port));
  await relay.open();
});
afterAll(() => relay.close());

/** Publishes these texts, and retries until it succeeds. Without texts it only waits until the channel listens. */
const published = (channel: EventChannel, ...texts: string[]): Promise<void> =>
  until(() =>
    channel.publish(texts).then(
      () => true,
      () => false,
    ),
  );

/** Opens the channel of one instance, and records what it receives. */
async function instance(port?: number) {
  const url = new URL(asService(database));
  if (port !== undefined) url.port = String(port);
  const received: string[] = [];
  const losses: unknown[] = [];
  const subscriber = {
    onMessage: (text: string) => void received.push(text),
    onLoss: (error?: unknown) => void losses.push(error),
  };
  const channel = new EventChannel(url.href, subscriber, 200);
  await published(channel);
  return { channel, received, losses };
}

it.each([
  [
    'the server ends the connection',
    () =>
      test.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'entrada events' and datname = current_database()`,
      ),
  ],
  ['its peer vanishes without closing it', () => Promise.resolve(relay.silence())],
  [
    'the session behind its connection listens no longer',
    async ([client]: readonly ServiceClient[]) => client?.query('unlisten *'),
  ],
])('an instance notices that %s, and publishes and receives again', async (_, fault) => {
  const connecting = jest.spyOn(ServiceClient.prototype, 'connect');
  const [far, near] = [await instance(relay.port), await instance()];
  await fault(connecting.mock.contexts as ServiceClient[]);
  connecting.mockRestore();
  await until(() => far.losses.length > 0);
  for (const { channel } of [far, near]) await published(channel);
  await published(far.channel, 'from far');
  await until(() => near.received.includes('from far'));
  await published(near.channel, 'from near');
  await until(() => far.received.includes('from near'));
  for (const { channel } of [far, near]) channel.close();
});

it('texts that are published while earlier ones wait arrive in their order', async () => {
  const { channel, received } = await instance();
  const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
  await Promise.all(texts.map((text) => channel.publish([text])));
  await until(() => received.length >= texts.length);
  channel.close();
  expect(received).toEqual(texts);
});
