import { type Claim, FairQueue, type Priority, STARVING_MS, ACTIVE_MS } from './fair-queue';

const claim = (accountId: string, priority: Priority = 'partner'): Claim => ({ accountId, priority });
const claims = (count: number, accountId: string, priority?: Priority): Claim[] =>
  Array.from({ length: count }, () => claim(accountId, priority));

/** Requests all at one moment; returns those that begin at once. */
const request = (queue: FairQueue<Claim>, all: readonly Claim[], now = 0): Claim[] =>
  all.filter((one) => queue.request(one, now));

/** Names the accounts that get one connection after the other. */
function served(queue: FairQueue<Claim>, held: readonly Claim[], now = 0): string[] {
  return held.map((one) => {
    queue.release(one);
    return queue.next(now)?.accountId ?? '-';
  });
}

describe('one account', () => {
  it('alone may hold all connections, in the order of its calls', () => {
    const queue = new FairQueue<Claim>(4);
    const all = claims(6, 'a');
    const held = request(queue, all);
    expect(held).toEqual(all.slice(0, 4));
    queue.release(claim('a'));
    expect([queue.next(0) === all[4], queue.next(0)]).toEqual([true, undefined]);
    queue.release(claim('a'));
    expect([queue.next(0) === all[5], queue.waiting]).toEqual([true, 0]);
  });

  it.each([
    [6, 3],
    [5, 3],
    [2, 1],
    [1, 1],
  ])('of %d connections gets no more than %d while another one calls', (size, most) => {
    const queue = new FairQueue<Claim>(size);
    const other = claim('b');
    queue.request(other, 0);
    queue.release(other);
    expect(request(queue, claims(size, 'a'), ACTIVE_MS - 1)).toHaveLength(most);
    expect(queue.next(ACTIVE_MS - 1)).toBeUndefined();
    if (most < size) expect(queue.next(ACTIVE_MS)?.accountId).toBe('a');
  });

  it('is not limited by work of no account, nor by jobs', () => {
    const queue = new FairQueue<Claim>(4);
    const others = [claim('', 'console'), claim('b', 'job')];
    request(queue, others);
    for (const other of others) queue.release(other);
    expect(request(queue, claims(4, 'a', 'console'))).toHaveLength(4);
  });
});

describe('accounts', () => {
  it('get a free connection by what they hold', () => {
    const queue = new FairQueue<Claim>(4);
    const held = request(queue, claims(4, 'a'));
    request(queue, [...claims(3, 'a'), ...claims(3, 'b'), ...claims(1, 'c')], 1);
    expect(served(queue, held.slice(0, 3), 1)).toEqual(['b', 'c', 'a']);
  });

  it('with equally many take turns by the time since the last one', () => {
    const queue = new FairQueue<Claim>(1);
    const first = request(queue, claims(1, 'a'));
    request(queue, [...claims(2, 'a'), ...claims(2, 'b'), ...claims(1, 'c')]);
    let holder = first[0] as Claim;
    const order = [1, 2, 3, 4, 5].map((now) => {
      queue.release(holder);
      holder = queue.next(now) as Claim;
      return holder.accountId;
    });
    expect(order).toEqual(['b', 'c', 'a', 'b', 'a']);
  });
});

describe('a turn', () => {
  const SIZE = 4;
  /** A queue where one account has all turns, and so many calls that wait. */
  function flooded(waiting: number): FairQueue<Claim> {
    const queue = new FairQueue<Claim>(SIZE);
    request(queue, claims(SIZE + waiting, 'a'));
    return queue;
  }

  it.each([
    [1, 4],
    [60, 240],
    [500, 400],
  ])('of %d ms is followed by a rest of %d ms, where many calls wait and another account is active', (lasted, rest) => {
    const queue = flooded(3);
    expect(queue.restAfter(claim('a'), lasted, 0)).toBe(0);
    queue.request(claim('b'), 1);
    expect(queue.restAfter(claim('a'), lasted, ACTIVE_MS)).toBe(rest);
    expect(queue.restAfter(claim('a'), lasted, 1 + ACTIVE_MS)).toBe(0);
  });

  it.each([
    [60, 40],
    [110, 0],
  ])(
    'of %d ms is followed by %d ms where 100 calls wait: the last one of them gets its turn in time',
    (lasted, rest) => {
      const queue = flooded(100);
      queue.request(claim('b'), 0);
      expect(queue.restAfter(claim('a'), lasted, 0)).toBe(rest);
    },
  );

  it('is followed by no rest where no more calls wait than may have a turn, of the account or of the priority', () => {
    for (const [waiting, rest] of [
      [1, 0],
      [2, 0],
      [3, 240],
    ] as const) {
      const queue = flooded(waiting);
      queue.request(claim('b'), 0);
      expect(queue.restAfter(claim('a'), 60, 0)).toBe(rest);
      expect(queue.restAfter(claim('b'), 60, 0)).toBe(0);
      expect(queue.restAfter(claim('a', 'console'), 60, 0)).toBe(0);
    }
  });
});

describe('priorities', () => {
  it('come in order: partners, consoles, jobs', () => {
    const queue = new FairQueue<Claim>(1);
    const held = request(queue, claims(1, 'x'));
    request(queue, [claim('job', 'job'), claim('console', 'console'), claim('partner')]);
    const order: (string | undefined)[] = [];
    for (let holder = held[0]; holder;) {
      queue.release(holder);
      holder = queue.next(1);
      if (holder) order.push(holder.accountId);
    }
    expect(order).toEqual(['partner', 'console', 'job']);
  });

  it('leave the share of the other requests free while these are active', () => {
    const queue = new FairQueue<Claim>(6);
    const partner = claim('p');
    queue.request(partner, 0);
    queue.release(partner);
    const consoles = ['a', 'b', 'c', 'd', 'e', 'f'].map((account) => claim(account, 'console'));
    expect(request(queue, consoles, 1)).toHaveLength(3);
    expect(queue.request(claim('p'), 2)).toBe(false);
    expect([queue.next(2)?.accountId, queue.next(2)]).toEqual(['p', undefined]);
    expect(queue.next(2 + ACTIVE_MS)?.priority).toBe('console');
  });

  it('come before those that hold more than their share', () => {
    const queue = new FairQueue<Claim>(6);
    const held = request(
      queue,
      ['a', 'b', 'c', 'd', 'e', 'f'].map((account) => claim(account)),
    );
    request(queue, [...claims(1, 'g'), ...claims(1, 'h'), claim('j', 'job'), claim('k', 'console')]);
    expect(served(queue, held.slice(0, 4))).toEqual(['k', 'j', 'g', 'h']);
  });

  it.each([
    ['when they have not been served for a while', 0.6 * STARVING_MS, 'acjaaa'],
    ['after three turns of others', 1, 'aaacjaacjaaa'],
  ])('come first %s, however few connections there are', (_, turnMs, expected) => {
    const queue = new FairQueue<Claim>(1);
    let holder = request(queue, claims(1, 'a'))[0] as Claim;
    const waiting = expected.length < 10 ? 1 : 2;
    request(queue, [...claims(waiting, 'c', 'console'), ...claims(waiting, 'j', 'job'), ...claims(20, 'a')]);
    const order = Array.from(expected, (_one, turn) => {
      queue.release(holder);
      holder = queue.next((turn + 1) * turnMs) as Claim;
      return holder.accountId;
    });
    expect(order.join('')).toBe(expected);
  });

  it('of one account have turns too while it holds what it may', () => {
    const queue = new FairQueue<Claim>(2);
    request(queue, [claim('b', 'console')]);
    const [held] = request(queue, claims(5, 'a'));
    request(queue, [claim('a', 'console'), claim('b', 'console')], 1);
    queue.release(held as Claim);
    // The console's share is with the other account, whose call ends later: nothing is kept for it.
    expect(queue.next(STARVING_MS + 1)).toEqual(claim('a'));
    queue.release(claim('b', 'console'));
    expect(queue.next(STARVING_MS + 1)).toEqual(claim('a', 'console'));
  });

  it.each([2, 3, 6])('of %d connections are each shared out by themselves', (size) => {
    const queue = new FairQueue<Claim>(size);
    const held = request(queue, [...claims(30, 'x'), ...claims(30, 'y', 'console')]);
    request(queue, [claim('x', 'console')], 1);
    const consoles: string[] = [];
    for (let now = 60; now <= 3 * STARVING_MS; now += 60) {
      queue.release(held.shift() as Claim);
      for (let next = queue.next(now); next; next = queue.next(now)) {
        held.push(next);
        if (next.priority === 'console') consoles.push(next.accountId);
      }
    }
    expect(consoles).toContain('x');
  });

  it('do not take the share of others by way of a job', () => {
    const queue = new FairQueue<Claim>(6);
    queue.request(claim('c', 'console'), 0);
    queue.release(claim('c', 'console'));
    request(queue, [claim('j', 'job'), ...['a', 'b', 'd', 'e', 'f', 'g'].map((account) => claim(account))], 1);
    expect(queue.request(claim('c', 'console'), 2)).toBe(false);
    expect(queue.next(2)).toEqual(claim('c', 'console'));
  });

  it('jobs hold one connection', () => {
    const queue = new FairQueue<Claim>(6);
    const [first] = request(queue, claims(3, 'a', 'job'));
    expect(queue.next(0)).toBeUndefined();
    queue.release(first as Claim);
    expect([queue.next(0)?.priority, queue.next(0)]).toEqual(['job', undefined]);
  });
});

it('forgets a call that is given up', () => {
  const queue = new FairQueue<Claim>(1);
  const [held, given, last] = claims(3, 'a') as [Claim, Claim, Claim];
  request(queue, [held, given, last]);
  queue.withdraw(given);
  queue.withdraw(given);
  expect(queue.waiting).toBe(1);
  queue.release(held);
  expect(queue.next(0)).toBe(last);
});

it('gives no connection beyond its size, which may change', () => {
  const queue = new FairQueue<Claim>(4);
  queue.size = 2;
  expect(request(queue, claims(4, 'a'))).toHaveLength(2);
  queue.size = 3;
  expect([queue.next(0)?.accountId, queue.next(0)]).toEqual(['a', undefined]);
});

/** Draws calls and releases, and checks what always holds. */
it.each([1, 2, 6, 10])('of %d connections never leaves one idle without a reason', (size) => {
  const queue = new FairQueue<Claim>(size);
  const held: Claim[] = [];
  let [seed, now] = [size, 0];
  const draw = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let step = 0; step < 2_000; step++, now += draw(30)) {
    const one = claim(`${draw(5)}`, (['partner', 'console', 'job'] as const)[draw(3)]);
    if (draw(2) === 0 || held.length === 0) {
      if (queue.request(one, now)) held.push(one);
    } else queue.release(held.splice(draw(held.length), 1)[0] as Claim);
    for (let next = queue.next(now); next; next = queue.next(now)) held.push(next);
    expect(held.length).toBeLessThanOrEqual(size);
    expect(held.filter(({ priority }) => priority === 'job').length).toBeLessThanOrEqual(1);
    // Something runs while something waits.
    expect(held.length > 0 || queue.waiting === 0).toBe(true);
  }
  let waiting = queue.waiting;
  while (waiting > 0) {
    queue.release(held.pop() as Claim);
    now += 1;
    for (let next = queue.next(now); next; next = queue.next(now)) held.push(next);
    expect(held.length).toBeGreaterThan(0);
    waiting = queue.waiting;
  }
});
