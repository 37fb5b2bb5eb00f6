import { growthOfFour, MOST_GROWTH } from '../../../test/support/linear-time';
import { guarded, withoutGuards } from './formula-guard';

it.each([
  ['a formula', '=1+1', "'=1+1"],
  ['a number with its sign', '+1', "'+1"],
  ['a list in a note', '- leite\n- pão', "'- leite\n'- pão"],
  ['a function as Lotus had them', '@SUM(A1)', "'@SUM(A1)"],
  ['a tab, and what it may separate', '\t=1', "'\t'=1"],
  ['a return alone', '\r=1', "'\r'=1"],
  ['a formula after a semicolon', 'Ana;=cmd|x', "Ana;'=cmd|x"],
  ['a formula after a comma and a blank', 'Ana, =1', "Ana, '=1"],
  ['a formula after a bar', 'Ana|@x', "Ana|'@x"],
  ['a formula after quotes', 'Ana,"=1"', `Ana,"'=1"`],
  ['a formula in quotes', '"=1"', `"'=1"`],
  ['a formula after a line break', 'a\r\n  =1', "a\r\n  '=1"],
  ['a formula after an invisible mark', 'a;\u200b=1', "a;\u200b'=1"],
  ['a formula after a mark of direction', 'a;\u2066=1', "a;\u2066'=1"],
  ['a formula in full width', '＝1;＋2;－3;＠x', "'＝1;'＋2;'－3;'＠x"],
  ['a sign that is guarded', "'=1", "''=1"],
  ['a sign within a text', 'a=b - c @ d', 'a=b - c @ d'],
  ['an e-mail', 'ana@example.com', 'ana@example.com'],
  ['an apostrophe', "d'água;'x", "d'água;'x"],
  ['lines between lines', 'a\r\n\r\nb', 'a\r\n\r\nb'],
  ['nothing', '', ''],
])('%s', (_, text, written) => {
  expect(guarded(text)).toBe(written);
  expect(withoutGuards(written)).toBe(text);
});

it('what nobody guarded stays as it is', () => {
  const text = "d'água; 'x, ' = 1";
  expect(withoutGuards(text)).toBe(text);
});

it.each(['"', "'", ' ', ';', '\t', '\r', '='])('takes time in proportion to the length, for many of %j', (sign) => {
  const both = (size: number): void => {
    for (const text of [sign.repeat(size), `a;${sign.repeat(size)}b`]) {
      if (withoutGuards(guarded(text)) !== text) throw new Error(`a text of ${size} is not read back`);
    }
  };
  expect(growthOfFour(both, 50_000)).toBeLessThan(MOST_GROWTH);
});
