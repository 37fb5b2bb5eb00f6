import { type Waiter, FairQueue, type Priority, STARVING_MS, ACTIVE_MS } from './fair-queue';

const waiter = (accountId: string, priority: Priority = 'partner'): Waiter => ({ accountId, priority });
const waiters = (count: number, accountId: string, priority?: Priority): Waiter[] =>
  Array.from({ length: count }, () => waiter(accountId, priority));

/** One call of each account, whose names are one letter. */
const oneOfEach = (accounts: string, priority?: Priority): Waiter[] =>
  Array.from(accounts, (account) => waiter(account, priority));

/** Requests all at one moment; returns those that begin at once. */
const acquire = (queue: FairQueue<Waiter>, all: readonly Waiter[], now = 0): Waiter[] =>
  all.filter((one) => queue.acquire(one, now));

/** Names the accounts that get one connection after the other. */
function served(queue: FairQueue<Waiter>, inUse: readonly Waiter[], now = 0): string[] {
  return inUse.map((one) => {
    queue.release(one);
    return queue.next(now)?.accountId ?? '-';
  });
}

describe('one account', () => {
  it('alone may use all connections, in the order of its calls', () => {
    const queue = new FairQueue<Waiter>(4);
    const all = waiters(6, 'a');
    const inUse = acquire(queue, all);
    expect(inUse).toEqual(all.slice(0, 4));
    queue.release(waiter('a'));
    expect([queue.next(0) === all[4], queue.next(0)]).toEqual([true, undefined]);
    queue.release(waiter('a'));
    expect([queue.next(0) === all[5], queue.waiting]).toEqual([true, 0]);
  });

  it.each([
    [6, 3],
    [5, 3],
    [2, 1],
    [1, 1],
  ])('of %d connections gets no more than %d while another one calls', (size, most) => {
    const queue = new FairQueue<Waiter>(size);
    const other = waiter('b');
    queue.acquire(other, 0);
    queue.release(other);
    expect(acquire(queue, waiters(size, 'a'), ACTIVE_MS - 1)).toHaveLength(most);
    expect(queue.next(ACTIVE_MS - 1)).toBeUndefined();
    if (most < size) expect(queue.next(ACTIVE_MS)?.accountId).toBe('a');
  });

  it('may use again what it gave back, and no more', () => {
    const queue = new FairQueue<Waiter>(4);
    queue.acquire(waiter('b'), 0);
    queue.release(waiter('b'));
    expect(acquire(queue, waiters(2, 'a'))).toHaveLength(2);
    queue.release(waiter('a'));
    expect(acquire(queue, waiters(2, 'a'))).toHaveLength(1);
  });

  it('is not limited by work of no account, nor by jobs', () => {
    const queue = new FairQueue<Waiter>(4);
    const others = [waiter('', 'console'), waiter('b', 'job')];
    acquire(queue, others);
    for (const other of others) queue.release(other);
    expect(acquire(queue, waiters(4, 'a', 'console'))).toHaveLength(4);
  });
});

describe('accounts', () => {
  it('get a free connection by what they use', () => {
    const queue = new FairQueue<Waiter>(4);
    const inUse = acquire(queue, waiters(4, 'a'));
    acquire(queue, [...waiters(3, 'a'), ...waiters(3, 'b'), ...waiters(1, 'c')], 1);
    expect(served(queue, inUse.slice(0, 3), 1)).toEqual(['b', 'c', 'a']);
  });

  it('that use fewer come first, also when they were served later', () => {
    const queue = new FairQueue<Waiter>(6);
    acquire(queue, [...waiters(2, 'a'), ...oneOfEach('cde')]);
    acquire(queue, [waiter('b'), waiter('b'), waiter('a')], 1);
    expect(served(queue, [waiter('c')], 2)).toEqual(['b']);
  });

  it('with equally many are served by the time since the last one', () => {
    const queue = new FairQueue<Waiter>(1);
    const first = acquire(queue, waiters(1, 'a'));
    acquire(queue, [...waiters(2, 'a'), ...waiters(2, 'b'), ...waiters(1, 'c')]);
    let current = first[0] as Waiter;
    const order = [1, 2, 3, 4, 5].map((now) => {
      queue.release(current);
      current = queue.next(now) as Waiter;
      return current.accountId;
    });
    expect(order).toEqual(['b', 'c', 'a', 'b', 'a']);
  });
});

describe('a call', () => {
  const SIZE = 4;
  /** A queue where one account uses all connections, and so many of its calls wait. */
  function flooded(waiting: number): FairQueue<Waiter> {
    const queue = new FairQueue<Waiter>(SIZE);
    acquire(queue, waiters(SIZE + waiting, 'a'));
    return queue;
  }

  it.each([
    [1, 4],
    [60, 240],
    [500, 400],
  ])('of %d ms is followed by a rest of %d ms, where many calls wait and another account is active', (lasted, rest) => {
    const queue = flooded(3);
    expect(queue.restAfter(waiter('a'), lasted, 0)).toBe(0);
    queue.acquire(waiter('b'), 1);
    expect(queue.restAfter(waiter('a'), lasted, ACTIVE_MS)).toBe(rest);
    expect(queue.restAfter(waiter('a'), lasted, 1 + ACTIVE_MS)).toBe(0);
  });

  it.each([
    [60, 40],
    [110, 0],
  ])('of %d ms is followed by %d ms where 100 calls wait: the last one of them is served in time', (lasted, rest) => {
    const queue = flooded(100);
    queue.acquire(waiter('b'), 0);
    expect(queue.restAfter(waiter('a'), lasted, 0)).toBe(rest);
  });

  it('is followed by no rest where no more calls wait than may run, of the account or of the priority', () => {
    for (const [waiting, rest] of [
      [1, 0],
      [2, 0],
      [3, 240],
    ] as const) {
      const queue = flooded(waiting);
      queue.acquire(waiter('b'), 0);
      expect(queue.restAfter(waiter('a'), 60, 0)).toBe(rest);
      expect(queue.restAfter(waiter('b'), 60, 0)).toBe(0);
      expect(queue.restAfter(waiter('a', 'console'), 60, 0)).toBe(0);
    }
  });
});

it('a call is followed by no rest where there is one connection', () => {
  const queue = new FairQueue<Waiter>(1);
  acquire(queue, [...waiters(4, 'a'), waiter('b')]);
  expect(queue.restAfter(waiter('a'), 60, 0)).toBe(0);
});

describe('priorities', () => {
  it('come in order: partners, consoles, jobs', () => {
    const queue = new FairQueue<Waiter>(1);
    const inUse = acquire(queue, waiters(1, 'x'));
    acquire(queue, [waiter('job', 'job'), waiter('console', 'console'), waiter('partner')]);
    const order: (string | undefined)[] = [];
    for (let current = inUse[0]; current;) {
      queue.release(current);
      current = queue.next(1);
      if (current) order.push(current.accountId);
    }
    expect(order).toEqual(['partner', 'console', 'job']);
  });

  it('leave the share of the other requests free while these are active', () => {
    const queue = new FairQueue<Waiter>(6);
    const partner = waiter('p');
    queue.acquire(partner, 0);
    queue.release(partner);
    const consoles = oneOfEach('abcdef', 'console');
    expect(acquire(queue, consoles, 1)).toHaveLength(3);
    expect(queue.acquire(waiter('p'), 2)).toBe(false);
    expect([queue.next(2)?.accountId, queue.next(2)]).toEqual(['p', undefined]);
    expect(queue.next(2 + ACTIVE_MS)?.priority).toBe('console');
  });

  it('come before those that use more than their share', () => {
    const queue = new FairQueue<Waiter>(6);
    const inUse = acquire(queue, oneOfEach('abcdef'));
    acquire(queue, [...waiters(1, 'g'), ...waiters(1, 'h'), waiter('j', 'job'), waiter('k', 'console')]);
    expect(served(queue, inUse.slice(0, 4))).toEqual(['k', 'j', 'g', 'h']);
  });

  it.each([
    ['when they have not been served for a while', 0.6 * STARVING_MS, 'acjaaa'],
    ['after three calls of others', 1, 'aaacjaacjaaa'],
  ])('come first %s, however few connections there are', (_, callMs, expected) => {
    const queue = new FairQueue<Waiter>(1);
    let current = acquire(queue, waiters(1, 'a'))[0] as Waiter;
    const waiting = expected.length < 10 ? 1 : 2;
    acquire(queue, [...waiters(waiting, 'c', 'console'), ...waiters(waiting, 'j', 'job'), ...waiters(20, 'a')]);
    const order = Array.from(expected, (_one, nth) => {
      queue.release(current);
      current = queue.next((nth + 1) * callMs) as Waiter;
      return current.accountId;
    });
    expect(order.join('')).toBe(expected);
  });

  it.each([
    [4, 'k'],
    [5, 'g'],
  ])('where %d of 6 connections become free, give way from their share on', (free, expected) => {
    const queue = new FairQueue<Waiter>(6);
    const inUse = acquire(queue, oneOfEach('abcdef'));
    acquire(queue, [waiter('g'), waiter('k', 'console')]);
    for (const one of inUse.slice(0, free)) queue.release(one);
    expect(queue.next(0)?.accountId).toBe(expected);
  });

  it('that use their share come in the usual order', () => {
    const queue = new FairQueue<Waiter>(6);
    const partners = oneOfEach('abcd');
    const inUse = acquire(queue, [waiter('h', 'console'), ...partners, waiter('i', 'console')]);
    acquire(queue, [waiter('e'), waiter('f', 'console')]);
    for (const one of [inUse[4], inUse[5]]) queue.release(one as Waiter);
    expect([queue.next(1)?.accountId, queue.next(1)?.accountId]).toEqual(['e', 'f']);
  });

  it.each([
    [STARVING_MS - 1, 'k'],
    [STARVING_MS, 'g'],
  ])('that wait for %d ms, or the share of others: %s comes first', (waited, expected) => {
    const queue = new FairQueue<Waiter>(6);
    const inUse = acquire(queue, oneOfEach('abcdef'), 1_000);
    acquire(queue, [waiter('g')], 1_000);
    acquire(queue, [waiter('k', 'console')], 1_400);
    for (const one of inUse.slice(0, 3)) queue.release(one);
    expect(queue.next(1_000 + waited)?.accountId).toBe(expected);
  });

  it('wait from the first of their calls on', () => {
    const queue = new FairQueue<Waiter>(1);
    const inUse = acquire(queue, [waiter('x')]);
    acquire(queue, [waiter('c', 'console')]);
    acquire(queue, [waiter('d', 'console'), waiter('y')], STARVING_MS - 100);
    expect(served(queue, inUse, STARVING_MS)).toEqual(['c']);
  });

  it.each([
    ['goes to another priority', STARVING_MS - 1, 'partner'],
    ['is kept', STARVING_MS, undefined],
  ])('of one account: its last connection %s after %d ms', (_, now, expected) => {
    const queue = new FairQueue<Waiter>(4);
    acquire(queue, [waiter('a', 'console')]);
    queue.release(waiter('a', 'console'));
    acquire(queue, [waiter('x', 'console'), waiter('y', 'console')]);
    acquire(queue, [waiter('a'), waiter('a', 'console'), waiter('a')], 1);
    expect(queue.next(now)?.priority).toBe(expected);
  });

  it('of one account keep no connection for a call that got one', () => {
    const queue = new FairQueue<Waiter>(4);
    const inUse = acquire(queue, [waiter('x', 'console'), waiter('y', 'console'), waiter('a')]);
    acquire(queue, [waiter('a', 'console')]);
    queue.release(inUse[0] as Waiter);
    expect(queue.next(1)).toEqual(waiter('a', 'console'));
    queue.release(waiter('a', 'console'));
    queue.release(waiter('a'));
    expect(acquire(queue, waiters(2, 'a'), 1 + STARVING_MS)).toHaveLength(2);
  });

  it('of one account are served too while it uses what it may', () => {
    const queue = new FairQueue<Waiter>(2);
    acquire(queue, [waiter('b', 'console')]);
    const [inUse] = acquire(queue, waiters(5, 'a'));
    acquire(queue, [waiter('a', 'console'), waiter('b', 'console')], 1);
    queue.release(inUse as Waiter);
    // The console's share is with the other account, whose call ends later: nothing is kept for it.
    expect(queue.next(STARVING_MS + 1)).toEqual(waiter('a'));
    queue.release(waiter('b', 'console'));
    expect(queue.next(STARVING_MS + 1)).toEqual(waiter('a', 'console'));
  });

  it.each([2, 3, 6])('of %d connections are each shared out by themselves', (size) => {
    const queue = new FairQueue<Waiter>(size);
    const inUse = acquire(queue, [...waiters(30, 'x'), ...waiters(30, 'y', 'console')]);
    acquire(queue, [waiter('x', 'console')], 1);
    const consoles: string[] = [];
    for (let now = 60; now <= 3 * STARVING_MS; now += 60) {
      queue.release(inUse.shift() as Waiter);
      for (let next = queue.next(now); next; next = queue.next(now)) {
        inUse.push(next);
        if (next.priority === 'console') consoles.push(next.accountId);
      }
    }
    expect(consoles).toContain('x');
  });

  it('do not take the share of others by way of a job', () => {
    const queue = new FairQueue<Waiter>(6);
    queue.acquire(waiter('c', 'console'), 0);
    queue.release(waiter('c', 'console'));
    acquire(queue, [waiter('j', 'job'), ...oneOfEach('abdefg')], 1);
    expect(queue.acquire(waiter('c', 'console'), 2)).toBe(false);
    expect(queue.next(2)).toEqual(waiter('c', 'console'));
  });

  it('jobs use one connection', () => {
    const queue = new FairQueue<Waiter>(6);
    const [first] = acquire(queue, waiters(3, 'a', 'job'));
    expect(queue.next(0)).toBeUndefined();
    queue.release(first as Waiter);
    expect([queue.next(0)?.priority, queue.next(0)]).toEqual(['job', undefined]);
  });
});

it('forgets a call that is given up', () => {
  const queue = new FairQueue<Waiter>(1);
  const [inUse, given, last] = waiters(3, 'a') as [Waiter, Waiter, Waiter];
  acquire(queue, [inUse, given, last]);
  queue.remove(given);
  queue.remove(given);
  expect(queue.waiting).toBe(1);
  queue.release(inUse);
  expect(queue.next(0)).toBe(last);
  queue.remove(last);
  expect(queue.waiting).toBe(0);
});

it('gives no connection beyond its size, which may change', () => {
  const queue = new FairQueue<Waiter>(4);
  queue.size = 2;
  expect(acquire(queue, waiters(4, 'a'))).toHaveLength(2);
  queue.size = 3;
  expect([queue.next(0)?.accountId, queue.next(0)]).toEqual(['a', undefined]);
});

/** Draws calls and releases, and checks what always holds. */
it.each([1, 2, 6, 10])('of %d connections never leaves one idle without a reason', (size) => {
  const queue = new FairQueue<Waiter>(size);
  const inUse: Waiter[] = [];
  let [seed, now] = [size, 0];
  const draw = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let step = 0; step < 2_000; step++, now += draw(30)) {
    const one = waiter(`${draw(5)}`, (['partner', 'console', 'job'] as const)[draw(3)]);
    if (draw(2) === 0 || inUse.length === 0) {
      if (queue.acquire(one, now)) inUse.push(one);
    } else queue.release(inUse.splice(draw(inUse.length), 1)[0] as Waiter);
    for (let next = queue.next(now); next; next = queue.next(now)) inUse.push(next);
    expect(inUse.length).toBeLessThanOrEqual(size);
    expect(inUse.filter(({ priority }) => priority === 'job').length).toBeLessThanOrEqual(1);
    // Something runs while something waits.
    expect(inUse.length > 0 || queue.waiting === 0).toBe(true);
  }
  let waiting = queue.waiting;
  while (waiting > 0) {
    queue.release(inUse.pop() as Waiter);
    now += 1;
    for (let next = queue.next(now); next; next = queue.next(now)) inUse.push(next);
    expect(inUse.length).toBeGreaterThan(0);
    waiting = queue.waiting;
  }
});

describe('the accounts of one worker of a cluster', () => {
  const on = (worker: number, accountId: string, priority?: Priority): Waiter => ({
    ...waiter(accountId, priority),
    worker,
  });

  it.each([
    [10, 6],
    [6, 3],
    [2, 1],
    [1, 1],
  ])('of %d connections get %d at most, whatever their number and priority', (size, most) => {
    const queue = new FairQueue<Waiter>(size);
    const all = Array.from({ length: size }, (_, n) => on(1, String(n), n % 2 ? 'partner' : 'console'));
    const begun = acquire(queue, all);
    while (queue.next(STARVING_MS)) begun.push(all[begun.length] as Waiter);
    expect([begun.length, queue.waiting]).toEqual([most, size - most]);
  });

  it('leave the others to those of another worker and to those of none, which come while they wait', () => {
    const queue = new FairQueue<Waiter>(10);
    acquire(
      queue,
      Array.from('abcdefgh', (account) => on(1, account)),
    );
    const others = [on(2, 'i'), waiter('j'), on(2, 'k')];
    acquire(queue, others);
    expect([queue.next(0), queue.next(0), queue.next(0), queue.next(0)]).toEqual([...others, undefined]);
  });

  it('may use again what they gave back', () => {
    const queue = new FairQueue<Waiter>(6);
    const all = Array.from('abcd', (account) => on(1, account));
    expect(acquire(queue, all)).toHaveLength(3);
    queue.release(all[0] as Waiter);
    expect([queue.next(0), queue.next(0)]).toEqual([all[3], undefined]);
  });
});
