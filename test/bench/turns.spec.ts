import { checkYardstick, pagesOf, ratioAt, type Side, takeTurns } from './turns';

it('reads the same place of both accounts in turn, each of them first as often as the other', async () => {
  const read: [string, Side, number][] = [];
  let drawn = 0;
  const random = (): number => drawn++;
  const [times] = await takeTurns(['list'], 2, random, (one, side, share) => {
    read.push([one, side, share]);
    return Promise.resolve();
  });
  const warmUp = 2 * 10;
  expect(read.slice(warmUp, warmUp + 4)).toEqual([
    ['list', 'big', 10],
    ['list', 'small', 10],
    ['list', 'small', 11],
    ['list', 'big', 11],
  ]);
  expect(read).toHaveLength(warmUp + 2 * pagesOf(2));
  expect([times?.big.flat().length, times?.small.flat().length]).toEqual([pagesOf(2), pagesOf(2)]);
});

it('gives the ratio of all pages, and its range over the rounds', () => {
  const times = { big: [[2], [6], [8]], small: [[2], [2], [4]] };
  expect(ratioAt(50, times)).toEqual({ median: 3, min: 1, max: 3 });
});

it('refuses rounds in which the small account took much longer than in others', () => {
  const rounds = (last: number) => [{ big: [[1], [1], [1], [1], [1]], small: [[10], [10], [10], [10], [last]] }];
  expect(() => checkYardstick(rounds(13))).not.toThrow();
  expect(() => checkYardstick(rounds(15))).toThrow('the small account varied by 1.50x');
});
