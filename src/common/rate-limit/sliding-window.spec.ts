import fc from 'fast-check';
import { SlidingWindows } from './sliding-window';

const WINDOW = 60_000;

const moments = fc
  .array(
    fc.oneof(fc.constant(0), fc.nat(50), fc.nat(WINDOW), fc.constantFrom(WINDOW - 1, WINDOW, WINDOW + 1, 3 * WINDOW)),
    {
      maxLength: 200,
    },
  )
  .map((steps) => {
    let now = 0;
    return steps.map((step) => (now += step));
  });
const limits = fc.integer({ min: 1, max: 12 });

function allowed(limit: number, calls: readonly number[]): number[] {
  const windows = new SlidingWindows();
  return calls.filter((now) => windows.hit('a', limit, WINDOW, now).allowed);
}

describe('a sliding window', () => {
  it('never holds more than the limit, wherever it begins', () => {
    fc.assert(
      fc.property(limits, moments, (limit, calls) => {
        const passed = allowed(limit, calls);
        for (const start of passed) {
          expect(passed.filter((now) => now >= start && now < start + WINDOW).length).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  it('refuses only where it is full', () => {
    fc.assert(
      fc.property(limits, moments, (limit, calls) => {
        const windows = new SlidingWindows();
        const passed: number[] = [];
        for (const now of calls) {
          const inWindow = passed.filter((moment) => moment > now - WINDOW).length;
          const hit = windows.hit('a', limit, WINDOW, now);
          expect(hit.allowed).toBe(inWindow < limit);
          expect(hit.calls).toBe(hit.allowed ? inWindow + 1 : limit);
          if (hit.allowed) passed.push(now);
        }
      }),
    );
  });

  it('does not count what it refused: without those calls the others go the same way', () => {
    fc.assert(
      fc.property(limits, moments, (limit, calls) => {
        const passed = allowed(limit, calls);
        expect(allowed(limit, passed)).toEqual(passed);
      }),
    );
  });

  it('is free after the wait that it names, and not a millisecond before', () => {
    fc.assert(
      fc.property(limits, moments, (limit, calls) => {
        const play = (): SlidingWindows => {
          const windows = new SlidingWindows();
          for (const now of calls) windows.hit('a', limit, WINDOW, now);
          return windows;
        };
        const now = calls.at(-1) ?? 0;
        const hit = play().hit('a', limit, WINDOW, now);
        if (hit.allowed) return;
        expect(hit.freeIn).toBeGreaterThan(0);
        expect(hit.freeIn).toBeLessThanOrEqual(WINDOW);
        expect(play().hit('a', limit, WINDOW, now + hit.freeIn).allowed).toBe(true);
        expect(play().hit('a', limit, WINDOW, now + hit.freeIn - 1).allowed).toBe(false);
      }),
    );
  });

  it('holds with a limit that changes from call to call', () => {
    const changing = fc.array(fc.tuple(limits, fc.nat(WINDOW / 4)), { maxLength: 200 });
    fc.assert(
      fc.property(changing, (calls) => {
        const windows = new SlidingWindows();
        const passed: number[] = [];
        let now = 0;
        for (const [limit, step] of calls) {
          now += step;
          const inWindow = passed.filter((moment) => moment > now - WINDOW);
          const hit = windows.hit('a', limit, WINDOW, now);
          expect([hit.allowed, hit.calls]).toEqual(
            inWindow.length < limit ? [true, inWindow.length + 1] : [false, inWindow.length],
          );
          // The wait ends when as many calls are over as there are too many.
          if (!hit.allowed) expect(now + hit.freeIn).toBe((inWindow.at(-limit) as number) + WINDOW);
          if (hit.allowed) passed.push(now);
        }
      }),
    );
  });

  it('never names a wait longer than the window, at fractions of a millisecond either', () => {
    const windows = new SlidingWindows();
    for (let n = 1; n < 1000; n++) expect(windows.hit(String(n), 1, WINDOW, n * 61.7234567).freeIn).toBe(WINDOW);
  });

  it('takes back a call: the others go as if it had not come', () => {
    fc.assert(
      fc.property(limits, moments, fc.nat(), (limit, calls, place) => {
        const windows = new SlidingWindows();
        const taken = place % (calls.length + 1);
        const later = calls.flatMap((now, index) => {
          const hit = windows.hit('a', limit, WINDOW, now);
          if (index !== taken) return [hit.allowed];
          if (hit.allowed) windows.takeBack('a', hit.moment);
          return [];
        });
        const others = new SlidingWindows();
        const without = calls.filter((_, index) => index !== taken);
        expect(later).toEqual(without.map((now) => others.hit('a', limit, WINDOW, now).allowed));
      }),
    );
  });

  it('takes back nothing for a moment without a call, nor for a key without calls', () => {
    const windows = new SlidingWindows();
    for (const now of [1, 2]) windows.hit('a', 5, WINDOW, now);
    windows.takeBack('a', 3);
    windows.takeBack('b', 1);
    expect(windows.hit('a', 5, WINDOW, 3).calls).toBe(3);
    expect(windows.size).toBe(1);
  });

  it('holds for each key by itself', () => {
    const windows = new SlidingWindows();
    expect(windows.hit('a', 1, WINDOW, 0).allowed).toBe(true);
    expect(windows.hit('b', 1, WINDOW, 0).allowed).toBe(true);
    expect(windows.hit('a', 1, WINDOW, 0)).toEqual({ allowed: false, calls: 1, freeIn: WINDOW, moment: 0 });
  });

  it('forgets the keys that nobody uses any more', () => {
    const windows = new SlidingWindows();
    for (let key = 0; key < 30_000; key++) windows.hit(String(key), 5, WINDOW, key * 100);
    expect(windows.size).toBeLessThan(12_000);
  });

  it('looks for them with every 10,000th call, and keeps the keys that have calls in their window', () => {
    const windows = new SlidingWindows();
    for (const now of [0, 1, 2]) windows.hit('three', 5, WINDOW, now);
    for (let key = 4; key < 10_000; key++) windows.hit(String(key), 5, WINDOW, 1);
    expect(windows.size).toBe(9_997);
    windows.hit('now', 5, WINDOW, WINDOW + 1);
    expect([...'three now 4'.split(' ')].map((key) => windows.hit(key, 5, WINDOW, WINDOW + 1).calls)).toEqual([
      2, 2, 1,
    ]);
    expect(windows.size).toBe(3);
  });
});
