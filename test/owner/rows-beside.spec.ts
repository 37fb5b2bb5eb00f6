import { rowsBeside } from '../../console/pages/metrics/rows-beside';

/** Rows of two periods, joined by their key. */

const row = (key: string | null, leads: number) => ({ key, leads });
const joined = (now: readonly ReturnType<typeof row>[], before: readonly ReturnType<typeof row>[], most?: number) =>
  rowsBeside({ now, before }, { keyOf: ({ key }) => key, noneOf: (one) => ({ ...one, leads: 0 }), most }).map((one) => [
    one.now.key,
    one.now.leads,
    one.before?.leads,
    one.isNew,
  ]);

it.each([
  ['a row of both', [row('a', 3)], [row('a', 5)], undefined, [['a', 3, 5, false]]],
  ['the row of no key', [row(null, 3)], [row(null, 5)], undefined, [[null, 3, 5, false]]],
  ['a new row, which was none before', [row('a', 3)], [], undefined, [['a', 3, 0, true]]],
  [
    'a row only of before, which is none now, after the others',
    [row('b', 1)],
    [row('a', 5), row('b', 1)],
    undefined,
    [
      ['b', 1, 1, false],
      ['a', 0, 5, false],
    ],
  ],
  [
    'a row that may be beyond the rows of before: not known, and not new',
    [row('a', 3)],
    [row('b', 5), row('c', 4)],
    2,
    [
      ['a', 3, undefined, false],
      ['b', 0, 5, false],
      ['c', 0, 4, false],
    ],
  ],
  [
    'no row of before that may be beyond those of now',
    [row('a', 3), row('b', 2)],
    [row('c', 1)],
    2,
    [
      ['a', 3, 0, true],
      ['b', 2, 0, true],
    ],
  ],
])('joins %s', (_, now, before, most, wanted) => {
  expect(joined(now, before, most)).toEqual(wanted);
});
