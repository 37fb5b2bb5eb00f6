import { randomUUID } from 'node:crypto';
import type { Partner } from '../fault/support/stack';
import { OPERATOR_TOKEN, Stack } from '../fault/support/stack';
import { EventStream } from '../support/event-stream';
import { forAllTests } from '../support/setup';

const stack = forAllTests(() => Stack.start({}));

/** A console of the account at each instance. */
const consoles = ({ accountId }: Partner): Promise<EventStream[]> =>
  Promise.all(
    stack.instances.map(({ url }) =>
      EventStream.open(url, { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': accountId }),
    ),
  );

const send = async (partner: Partner, instance: number, phone: string): Promise<string> =>
  (await partner.api(instance).post<{ lead: { id: string } }>('/leads', { phone })).data.lead.id;

it('consoles of both instances hear over Redis what one of them has written, and nothing that it does not tell', async () => {
  const partner = await stack.partner();
  const streams = await consoles(partner);
  for (const instance of [0, 1]) {
    const id = await send(partner, instance, `(11) 98765-432${instance}`);
    for (const stream of streams) await stream.heard('lead', id);
  }
  const held = await stack.sql(`select from pg_stat_activity where application_name = 'entrada events'`);
  expect(held).toEqual([]);
  for (const stream of streams) stream.close();
});

it('while Redis is frozen no call fails and own consoles hear; when it is back all of them reload', async () => {
  const partner = await stack.partner();
  const streams = await consoles(partner);
  stack.redis.freeze();
  const id = await send(partner, 0, '(11) 98765-4321');
  await streams[0]?.heard('lead', id);
  // Longer than an instance waits for Redis.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  stack.redis.thaw();
  for (const stream of streams) await stream.heard('reset');
  const later = await send(partner, 0, '(11) 98765-4322');
  for (const stream of streams) await stream.heard('lead', later);
  for (const stream of streams) stream.close();
});

it('what another installation, or any client of this Redis, publishes is not heard, and ends no instance', async () => {
  const partner = await stack.partner();
  const streams = await consoles(partner);
  const lead = await send(partner, 0, '(11) 98765-4323');
  for (const stream of streams) await stream.heard('lead', lead);
  const [{ channel } = { channel: '' }] = await stack.sql<{ channel: string }>(
    `select 'entrada_events_' || replace(id::text, '-', '') as channel from installation`,
  );
  const from = randomUUID();
  const changes = JSON.stringify({ from, accountId: partner.accountId, changes: { notification: null } });
  // The names of other installations, and of a release that did not have one.
  for (const foreign of ['entrada_events', `entrada_events_${from.replaceAll('-', '')}`])
    await stack.redis.command('publish', foreign, changes);
  for (const text of ['null', '{', '[]']) {
    for (const name of ['entrada_events', channel]) await stack.redis.command('publish', name, text);
  }
  const later = await send(partner, 1, '(11) 98765-4324');
  for (const stream of streams) {
    await stream.heard('lead', later);
    expect(stream.events.filter(({ id }) => id === undefined)).toEqual([]);
    stream.close();
  }
});
