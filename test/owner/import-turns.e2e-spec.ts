import { appForAllTests } from '../support/app';
import { importCalls, lines } from '../support/import-calls';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const busy = forEachTest(() => test.partner());
const other = forEachTest(() => test.partner());
const { nextPhone, send, run } = importCalls(test, busy);

it('an account with many imports does not hold up the import of another', async () => {
  const file = (name: string) => lines('phone,name', `${nextPhone.mobile()},${name}`);
  for (const name of times(30, (i) => `Pessoa ${i}`)) expect((await send(file(name))).status).toBe(202);
  expect((await send(file('Ana'), other)).status).toBe(202);
  await run();
  const [row] = await test.sql<{ before: number; all: number }>(
    `select count(*) filter (where finished_at < (select finished_at from imports where account_id = $2))::int as before,
            count(finished_at)::int as all
     from imports where account_id = $1`,
    [busy.accountId, other.accountId],
  );
  expect(row?.all).toBe(30);
  expect(row?.before).toBeLessThan(3);
});
