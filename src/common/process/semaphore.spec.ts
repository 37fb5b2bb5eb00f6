import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Semaphore } from './semaphore';

function work(semaphore: Semaphore, leaving?: AbortSignal) {
  const state = { started: false, end: (): void => undefined, done: Promise.resolve() };
  const ended = new Promise<void>((resolve) => (state.end = resolve));
  state.done = semaphore.run(() => {
    state.started = true;
    return ended;
  }, leaving);
  state.done.catch(() => undefined);
  return state;
}

it('so much work runs at once, and the rest in its order', async () => {
  const semaphore = new Semaphore(2);
  const all = [work(semaphore), work(semaphore), work(semaphore), work(semaphore)];
  await setImmediate();
  const started = () => all.map((one) => one.started);
  expect(started()).toEqual([true, true, false, false]);
  all[1]?.end();
  await setImmediate();
  expect(started()).toEqual([true, true, true, false]);
  all[0]?.end();
  all[2]?.end();
  await setImmediate();
  expect(started()).toEqual([true, true, true, true]);
});

it('a slot is free again after work that failed', async () => {
  const semaphore = new Semaphore(1);
  await expect(semaphore.run(() => Promise.reject(new Error('bad')))).rejects.toThrow('bad');
  expect(await semaphore.run(() => Promise.resolve(1))).toBe(1);
});

it('who has left gets no slot, and takes none from others', async () => {
  const semaphore = new Semaphore(1);
  const first = work(semaphore);
  const leaving = new AbortController();
  const left = work(semaphore, leaving.signal);
  const last = work(semaphore);
  leaving.abort(new Error('left'));
  await expect(left.done).rejects.toThrow('left');
  await expect(work(semaphore, leaving.signal).done).rejects.toThrow('left');
  first.end();
  await setImmediate();
  expect([left.started, last.started]).toEqual([false, true]);
});

it('who has got a slot or has left is no longer listened to', async () => {
  const semaphore = new Semaphore(1);
  const [staying, leaving] = [new AbortController(), new AbortController()];
  const first = work(semaphore);
  const next = work(semaphore, staying.signal);
  work(semaphore, leaving.signal);
  leaving.abort(new Error('left'));
  first.end();
  await setImmediate();
  expect(next.started).toBe(true);
  expect([staying, leaving].flatMap(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([]);
});
