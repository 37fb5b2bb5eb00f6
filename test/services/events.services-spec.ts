import type { Partner } from '../fault/support/stack';
import { OPERATOR_TOKEN, Stack } from '../fault/support/stack';
import { EventStream } from '../support/event-stream';
import { forAllTests } from '../support/setup';

const stack = forAllTests(() => Stack.start({}));

/** Opens a console of the account at each instance. */
const consoles = ({ accountId }: Partner): Promise<EventStream[]> =>
  Promise.all(
    stack.instances.map(({ url }) =>
      EventStream.open(url, { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': accountId }),
    ),
  );

const send = async (partner: Partner, instance: number, phone: string): Promise<string> =>
  (await partner.api(instance).post<{ lead: { id: string } }>('/leads', { phone })).data.lead.id;

it('consoles of both instances receive over PostgreSQL what one of them has written, and nothing goes over Redis', async () => {
  const partner = await stack.partner();
  const streams = await consoles(partner);
  for (const instance of [0, 1]) {
    const id = await send(partner, instance, `(11) 98765-432${instance}`);
    for (const stream of streams) await stream.heard('lead', id);
  }
  const held = await stack.sql(`select from pg_stat_activity where application_name = 'entrada events'`);
  expect(held).toHaveLength(stack.instances.length);
  expect(await stack.redis.command('pubsub', 'channels')).toEqual([]);
  expect(await stack.redis.command('info', 'commandstats')).not.toMatch(/publish|subscribe/);
  for (const stream of streams) stream.close();
});

it('while Redis is frozen the consoles of both instances receive events, and none has to reload', async () => {
  const partner = await stack.partner();
  const streams = await consoles(partner);
  stack.redis.freeze();
  try {
    const id = await send(partner, 0, '(11) 98765-4321');
    for (const stream of streams) await stream.heard('lead', id);
  } finally {
    stack.redis.thaw();
  }
  for (const stream of streams) {
    expect(stream.events.filter(({ name }) => name === 'reset')).toEqual([]);
    stream.close();
  }
});
