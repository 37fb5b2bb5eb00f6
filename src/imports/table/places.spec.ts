import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Places } from './workbook';

function work(places: Places, leaving?: AbortSignal) {
  const state = { started: false, end: (): void => undefined, done: Promise.resolve() };
  const ended = new Promise<void>((resolve) => (state.end = resolve));
  state.done = places.run(() => {
    state.started = true;
    return ended;
  }, leaving);
  state.done.catch(() => undefined);
  return state;
}

it('so much work runs at once, and the rest in its order', async () => {
  const places = new Places(2);
  const all = [work(places), work(places), work(places), work(places)];
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

it('a place is free again after work that failed', async () => {
  const places = new Places(1);
  await expect(places.run(() => Promise.reject(new Error('bad')))).rejects.toThrow('bad');
  expect(await places.run(() => Promise.resolve(1))).toBe(1);
});

it('who has left gets no place, and takes none from others', async () => {
  const places = new Places(1);
  const first = work(places);
  const leaving = new AbortController();
  const left = work(places, leaving.signal);
  const last = work(places);
  leaving.abort(new Error('left'));
  await expect(left.done).rejects.toThrow('left');
  await expect(work(places, leaving.signal).done).rejects.toThrow('left');
  first.end();
  await setImmediate();
  expect([left.started, last.started]).toEqual([false, true]);
});

it('who has got a place or has left is no longer listened to', async () => {
  const places = new Places(1);
  const [staying, leaving] = [new AbortController(), new AbortController()];
  const first = work(places);
  const next = work(places, staying.signal);
  work(places, leaving.signal);
  leaving.abort(new Error('left'));
  first.end();
  await setImmediate();
  expect(next.started).toBe(true);
  expect([staying, leaving].flatMap(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([]);
});
