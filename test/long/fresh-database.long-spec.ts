import {
  excessesOfPlanned,
  excessesOfPrepared,
  type FreshAndPrepared,
  preparedDatabase,
} from '../support/fresh-database';

/** Statements planned on empty tables, or without statistics, use the right index, in whichever order the indexes were made. */
describe.each([
  { order: 'as they are made', isReversed: false, leads: 8_000 },
  { order: 'the other way round', isReversed: true, leads: 5_000 },
])('on a fresh database, with its indexes $order,', ({ isReversed, leads }) => {
  let fresh: FreshAndPrepared;

  beforeAll(async () => {
    fresh = await preparedDatabase(isReversed ? 'fresh_reversed' : 'fresh_long', { leads, isReversed });
  });
  afterAll(() => fresh?.callers.test.close());

  it('statements that were prepared on empty tables, and checks of foreign keys, read only what they need of full tables', async () => {
    expect(await excessesOfPrepared(fresh)).toEqual([]);
  });

  it('statements that are planned on full tables without statistics read only what they need', async () => {
    expect(await excessesOfPlanned(fresh)).toEqual([]);
  });
});
