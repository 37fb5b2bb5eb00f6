import { excesses, type Fresh, freshDatabase } from '../support/fresh-database';

let fresh: Fresh;

beforeAll(async () => {
  fresh = await freshDatabase('fresh', { leads: 2_000, accounts: 1_000 });
});
afterAll(() => fresh?.callers.test.close());

/** A database is as fast on its first day as later. `test/long/fresh-database` has more leads, and plans of empty tables. */
it('every statement reads only what it needs of full tables without statistics', async () => {
  expect(await excesses(fresh)).toEqual([]);
});
