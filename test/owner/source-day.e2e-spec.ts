import { DAY_MS } from '../../src/contract/durations';
import { appForAllTests } from '../support/app';
import { phones } from '../support/phones';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';
import { sourceCalls } from '../support/source-calls';

/** What sources may use of the day of their account, and what its end does. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const nextPhone = phones();
const calls = () => sourceCalls(test, partner);
/** Lets the service, whose clock is not that of this file, live a day before. */
async function liveYesterday(): Promise<void> {
  const [row] = await test.sql<{ now: Date }>('select now() as now');
  jest.spyOn(row?.now.constructor as DateConstructor, 'now').mockReturnValue(Date.now() - DAY_MS);
}
afterEach(() => jest.restoreAllMocks());

it('leaves the last fifth of the day to keys', async () => {
  const { create, send } = calls();
  const source = await create();
  await send(source, { telefone: nextPhone.mobile() });
  await partner.sql('update daily_submissions set used = 2399 where account_id = $1');
  expect((await send(source, { telefone: nextPhone.mobile() })).status).toBe(200);
  const refused = await send(source, { telefone: nextPhone.mobile() });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await send(source, 'x')).status).toBe(429);
  expect((await partner.api.post('/leads', { phone: nextPhone.mobile() })).status).toBe(201);
});

it('takes a list again after midnight that the end of the day has cut, and nobody in it twice', async () => {
  const { create, send, list } = calls();
  const source = await create();
  const people = times(4, () => ({ telefone: nextPhone.mobile(), mensagem: 'Olá' }));
  await liveYesterday();
  await send(source, { telefone: nextPhone.mobile() });
  await partner.sql('update daily_submissions set used = 2398 where account_id = $1');
  expect((await send(source, people)).status).toBe(429);
  jest.restoreAllMocks();
  await partner.sql('update daily_submissions set day = day - 1 where account_id = $1');
  expect((await send(source, people)).status).toBe(200);
  expect((await list(source.id)).slice(0, 4).map(({ result }) => result)).toEqual([
    'created',
    'created',
    'duplicate',
    'duplicate',
  ]);
});

it('takes the same list on the next day as new contacts', async () => {
  const { create, send, list } = calls();
  const source = await create();
  const people = times(2, () => ({ telefone: nextPhone.mobile() }));
  await liveYesterday();
  await send(source, people);
  jest.restoreAllMocks();
  await partner.sql('update daily_submissions set day = day - 1 where account_id = $1');
  await send(source, people);
  expect((await list(source.id)).slice(0, 2).map(({ result }) => result)).toEqual(['updated', 'updated']);
});
