import { setImmediate } from 'node:timers/promises';
import { HeavyCalls } from './heavy-calls';

const stays = new AbortController().signal;

it('lets two of an account run at once, and the others in the order in which they came', async () => {
  const calls = new HeavyCalls();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  for (const n of [1, 2, 3, 4]) {
    void calls.begin('a', null, stays).then((end) => {
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
  expect(calls.isBusy('a', null)).toBe(true);
  ends[2]?.();
  ends[3]?.();
  expect(calls.isBusy('a', null)).toBe(false);
});

it('counts each account by itself', async () => {
  const calls = new HeavyCalls();
  await Promise.all([calls.begin('a', null, stays), calls.begin('a', null, stays), calls.begin('b', null, stays)]);
  expect([calls.isBusy('a', null), calls.isBusy('b', null)]).toEqual([true, false]);
});

it('gives up a call that waits too long, and one whose caller leaves, without losing their turns', async () => {
  const calls = new HeavyCalls();
  calls.patienceMs = 10;
  const ends = await Promise.all([calls.begin('a', null, stays), calls.begin('a', null, stays)]);
  await expect(calls.begin('a', null, stays)).rejects.toMatchObject({
    code: 'rate_limited',
    details: { limit: 'heavy' },
  });
  const leaving = new AbortController();
  const left = calls.begin('a', null, leaving.signal);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await expect(calls.begin('b', null, leaving.signal)).rejects.toThrow('left');
  for (const end of ends) end();
  await expect(calls.begin('a', null, stays)).resolves.toEqual(expect.any(Function));
  expect(calls.isBusy('a', null)).toBe(false);
});

it('tells a member who waits for their own call so', async () => {
  const calls = new HeavyCalls();
  calls.patienceMs = 10;
  const messageFor = (holder: string | null) =>
    calls.begin('a', holder, stays).then(
      () => undefined,
      ({ message }: Error) => message,
    );
  await calls.begin('a', 'ana', stays);
  expect(await messageFor('ana')).toContain('Você já tem uma chamada');
  await calls.begin('a', null, stays);
  expect(await messageFor('bia')).toContain('A conta já tem duas chamadas');
});

it('lets a member run one call at once, and others pass the further ones', async () => {
  const calls = new HeavyCalls();
  const begun: string[] = [];
  const begin = (name: string, holder: string | null) =>
    calls.begin('a', holder, stays).then((end) => {
      begun.push(name);
      return end;
    });
  const [first, second, , owners] = [begin('1', 'ana'), begin('2', 'ana'), begin('3', 'ana'), begin('4', null)];
  await setImmediate();
  expect(begun).toEqual(['1', '4']);
  expect([calls.isBusy('a', 'bia'), calls.isBusy('a', null)]).toEqual([true, true]);
  (await owners)();
  await setImmediate();
  expect([calls.isBusy('a', 'ana'), calls.isBusy('a', 'bia'), calls.isBusy('a', null)]).toEqual([true, false, false]);
  (await first)();
  await setImmediate();
  expect(begun).toEqual(['1', '4', '2']);
  (await second)();
  await setImmediate();
  expect(begun).toEqual(['1', '4', '2', '3']);
});
