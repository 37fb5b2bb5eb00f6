import { HOUR_MS, MINUTE_MS } from '../../contract/durations';
import { MemoryStorage } from './memory-storage';

/** More than the calls between two sweeps. */
const MANY = 25_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a call that has several limits', () => {
  const count = (key: string, limit: number) => ({ key, limit, ttl: MINUTE_MS });
  const both = [count('wide', 3), count('tight', 1), count('last', 5)];

  it('counts for each in turn, up to the one that refuses it', async () => {
    const storage = new MemoryStorage();
    const reported = async () => (await storage.countAll(both)).map(({ allowed, calls }) => [allowed, calls]);
    expect(await reported()).toEqual([
      [true, 1],
      [true, 1],
      [true, 1],
    ]);
    expect(await reported()).toEqual([
      [true, 2],
      [false, 1],
    ]);
    expect(await storage.countAll([count('last', 5)])).toMatchObject([{ calls: 2 }]);
  });

  it('can be taken back from each', async () => {
    const storage = new MemoryStorage();
    const [, tight] = await storage.countAll(both);
    storage.takeBack('tight', tight?.moment ?? -1);
    expect(await storage.increment('tight', MINUTE_MS, 1)).toMatchObject({ totalHits: 1, isBlocked: false });
    expect((await storage.increment('wide', MINUTE_MS, 3)).totalHits).toBe(2);
  });
});

describe('calls that still count', () => {
  it.each([
    ['of a minute', MINUTE_MS, MINUTE_MS - 1],
    ['of an hour, and the wait is rounded up', HOUR_MS, HOUR_MS - 1_001],
    ['of an hour, when all of a minute are over', HOUR_MS, 2 * MINUTE_MS],
  ])('are not forgotten, however many others call meanwhile: %s', async (_, ttl, later) => {
    const storage = new MemoryStorage();
    for (let n = 1; n <= 3; n++) expect((await storage.increment('a', ttl, 3)).totalHits).toBe(n);
    jest.advanceTimersByTime(later);
    for (let n = 0; n < MANY; n++) await storage.increment(`other ${n}`, MINUTE_MS, 3);
    expect(await storage.increment('a', ttl, 3)).toEqual({
      totalHits: 3,
      isBlocked: true,
      timeToExpire: Math.ceil((ttl - later) / 1000),
      timeToBlockExpire: Math.ceil((ttl - later) / 1000),
    });
    jest.advanceTimersByTime(ttl - later);
    expect(await storage.increment('a', ttl, 3)).toMatchObject({ totalHits: 1, isBlocked: false });
  });

  it('are kept while the newest of them counts, though the first is over', async () => {
    const storage = new MemoryStorage();
    await storage.increment('a', MINUTE_MS, 3);
    jest.advanceTimersByTime(MINUTE_MS / 2);
    await storage.increment('a', MINUTE_MS, 3);
    jest.advanceTimersByTime(MINUTE_MS / 2);
    for (let n = 0; n < MANY; n++) await storage.increment(`other ${n}`, MINUTE_MS, 3);
    expect((await storage.increment('a', MINUTE_MS, 3)).totalHits).toBe(2);
  });
});
