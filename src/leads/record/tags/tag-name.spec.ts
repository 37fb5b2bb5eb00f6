import { tagNames } from './tag-name';

it.each<[string, string[], [key: string, name: string][]]>([
  ['none', [], []],
  ['as written, with its key', ['VIP'], [['vip', 'VIP']]],
  [
    'in the order of the keys',
    ['c', 'a', 'B'],
    [
      ['a', 'a'],
      ['b', 'B'],
      ['c', 'c'],
    ],
  ],
  [
    'once, in the first spelling',
    ['vip', 'novo', 'VIP', ' Vip '],
    [
      ['novo', 'novo'],
      ['vip', 'vip'],
    ],
  ],
  ['once, however its accent is written', ['a\u0301gua', '\u00c1GUA'], [['\u00e1gua', 'a\u0301gua']]],
])('%s', (_, tags, expected) => {
  expect(tagNames(tags)).toEqual(expected.map(([key, name]) => ({ key, name })));
});
