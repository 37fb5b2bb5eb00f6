import { nextPositions, type RotaPosition, positionsOfNew } from './rota';

const positions = (order: Record<string, number>): RotaPosition[] =>
  Object.entries(order).map(([memberId, position]) => ({ memberId, position }));

it.each([
  ['an empty rota', ['b', 'a'], {}, { b: -2, a: -1 }],
  ['members who stay', ['c', 'a', 'd'], { a: 7, b: 9 }, { c: -2, d: -1 }],
  ['an earlier newcomer who was not served yet', ['a', 'b', 'c'], { a: 3, b: -1 }, { c: -2 }],
])('newcomers are before all others, in the order of their names: %s', (_, wanted, current, expected) => {
  expect(positionsOfNew(wanted, positions(current))).toEqual(positions(expected));
});

const served = (current: Record<string, number>, present: string, count: number): string =>
  nextPositions(positions(current), new Set(present), count)
    .map(({ memberId, position }) => `${memberId}${position}`)
    .join(' ');

it.each([
  ['all present', { a: 4, b: 2, c: 3 }, 'abc', 4, 'b5 c6 a7 b8'],
  ['one is away', { a: 4, b: 2, c: 3 }, 'ac', 3, 'c5 a6 c7'],
  ['one was away for long: served once first', { a: 41, b: 2, c: 40 }, 'abc', 4, 'b42 c43 a44 b45'],
  ['a newcomer', { a: 1, b: 2, n: -1 }, 'abn', 3, 'n3 a4 b5'],
  ['equal positions', { b: 0, a: 0 }, 'ab', 2, 'a1 b2'],
  ['equal positions in the order of the members', { a: 0, b: 0 }, 'ab', 2, 'a1 b2'],
  ['somebody who is not of the rota', { a: 1 }, 'ax', 2, 'a2 a3'],
  ['nobody present', { a: 1 }, '', 2, ''],
  ['an empty rota', {}, 'a', 2, ''],
])('leads go to whom was served longest ago: %s', (_, current, present, count, expected) => {
  expect(served(current, present, count)).toBe(expected);
});
