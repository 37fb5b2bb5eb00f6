import { setImmediate } from 'node:timers/promises';
import { HeavyCalls } from './heavy-calls';

const stays = new AbortController().signal;

it('lets two of an account run at once, and the others in the order in which they came', async () => {
  const calls = new HeavyCalls();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  for (const n of [1, 2, 3, 4]) {
    void calls.begin('a', stays).then((end) => {
      begun.push(n);
      ends.push(end);
    });
  }
  await setImmediate();
  expect(begun).toEqual([1, 2]);
  ends[1]?.();
  await setImmediate();
  expect(begun).toEqual([1, 2, 3]);
  ends[0]?.();
  await setImmediate();
  expect(begun).toEqual([1, 2, 3, 4]);
  expect(calls.isBusy('a')).toBe(true);
  ends[2]?.();
  ends[3]?.();
  expect(calls.isBusy('a')).toBe(false);
});

it('counts each account by itself', async () => {
  const calls = new HeavyCalls();
  await Promise.all([calls.begin('a', stays), calls.begin('a', stays), calls.begin('b', stays)]);
  expect([calls.isBusy('a'), calls.isBusy('b')]).toEqual([true, false]);
});

it('gives up a call that waits too long, and one whose caller leaves, without losing their turns', async () => {
  const calls = new HeavyCalls();
  calls.patienceMs = 10;
  const ends = await Promise.all([calls.begin('a', stays), calls.begin('a', stays)]);
  await expect(calls.begin('a', stays)).rejects.toMatchObject({ code: 'rate_limited', details: { limit: 'heavy' } });
  const leaving = new AbortController();
  const left = calls.begin('a', leaving.signal);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await expect(calls.begin('b', leaving.signal)).rejects.toThrow('left');
  for (const end of ends) end();
  await expect(calls.begin('a', stays)).resolves.toEqual(expect.any(Function));
  expect(calls.isBusy('a')).toBe(false);
});
