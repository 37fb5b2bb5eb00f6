import { RedisBus } from '../../src/admin/events/redis-bus';
import { until } from '../fault/support/processes';
import { RedisServer } from '../fault/support/redis';
import { Relay } from '../fault/support/relay';
import { PATIENCE_MS } from '../support/patience';

let server: RedisServer;
let relay: Relay;
beforeAll(async () => {
  server = await RedisServer.start();
  relay = new Relay(server.port);
  await relay.open();
});
afterAll(async () => {
  await relay.close();
  await server.kill();
});

/** The bus of one instance, which reaches Redis through the relay, and what it hears. */
async function instance(port: number, channel = 'events') {
  const heard: string[] = [];
  const states: boolean[] = [];
  const listener = { onText: (text: string) => heard.push(text), onState: (isUp: boolean) => states.push(isUp) };
  const bus = new RedisBus(`redis://127.0.0.1:${port}`, () => Promise.resolve(channel), listener, 200);
  const hears = () => until('the bus', PATIENCE_MS, () => Promise.resolve(states.at(-1)));
  await hears();
  return { bus, heard, states, hears };
}

const sends = ({ bus }: { bus: RedisBus }, text: string) =>
  until('sending', PATIENCE_MS, () =>
    bus.send([text]).then(
      () => true,
      () => false,
    ),
  );

it.each([
  ['ends both connections', async () => void (await server.command('client', 'kill', 'skipme', 'yes'))],
  [
    'ends the one that sends',
    async () => void (await server.command('client', 'kill', 'type', 'normal', 'skipme', 'yes')),
  ],
  ['ends the one that hears', async () => void (await server.command('client', 'kill', 'type', 'pubsub'))],
  ['vanishes without a word', () => Promise.resolve(relay.silence())],
])('an instance hears and is heard again when its Redis %s', async (how, fault) => {
  const [far, near] = [await instance(relay.port), await instance(server.port)];
  const before = far.states.length;
  await fault();
  // Ended, the one that sends says nothing until it has to send.
  if (!how.includes('sends')) await until('the loss', PATIENCE_MS, () => Promise.resolve(far.states.length > before));
  await far.hears();
  await sends(near, 'to far');
  await until('far', PATIENCE_MS, () => Promise.resolve(far.heard.includes('to far')));
  await sends(far, 'from far');
  await until('near', PATIENCE_MS, () => Promise.resolve(near.heard.includes('from far')));
  for (const { bus } of [far, near]) bus.close();
});

it('instances of one installation hear each other, and nothing of another one on the same Redis', async () => {
  const [one, two] = [await instance(server.port), await instance(server.port)];
  const other = await instance(server.port, 'events of another');
  await sends(other, 'of another');
  await sends(one, 'of one');
  await until('two', PATIENCE_MS, () => Promise.resolve(two.heard.includes('of one')));
  await until('other', PATIENCE_MS, () => Promise.resolve(other.heard.includes('of another')));
  expect([two.heard, other.heard]).toEqual([['of one'], ['of another']]);
  for (const { bus } of [one, two, other]) bus.close();
});
