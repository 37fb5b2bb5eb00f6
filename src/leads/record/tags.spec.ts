import { tagNames, TAGS_LEFT_OUT, tagsThatFit } from './tags';

describe('tags as sent', () => {
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
});

describe('the room of a lead', () => {
  it('a warning names the field and the limit', () =>
    expect(TAGS_LEFT_OUT).toEqual({
      code: 'tags_full',
      field: 'tags',
      message: 'Um lead tem no máximo 100 etiquetas; as que passam disso ficaram de fora.',
    }));

  const present = (count: number): string[] => Array.from({ length: count }, (_, index) => `t${index}`);

  it.each<[string, number, string[], string[], boolean]>([
    ['no tags', 100, [], [], true],
    ['room for all', 95, ['e', 'd', 'c', 'b', 'a'], ['a', 'b', 'c', 'd', 'e'], true],
    ['room for some: the last ones sent are left out', 98, ['e', 'a', 'd'], ['a', 'e'], false],
    ['room for none', 100, ['a'], [], false],
    ['more than a lead may have', 160, ['a'], [], false],
    ['a tag that the lead has', 100, ['T3'], [], true],
    ['a tag that the lead has, before one that fits', 99, ['t3', 'a'], ['a'], true],
    ['a tag that the lead has, after one that does not fit', 100, ['a', 't3'], [], false],
    ['one tag in two spellings', 99, ['Ação', 'AÇÃO'], ['Ação'], true],
  ])('%s', (_, count, sent, names, allFit) => {
    const { fitting, ...rest } = tagsThatFit(sent, present(count));
    expect([fitting.map(({ name }) => name), rest]).toEqual([names, { allFit }]);
  });
});
