import { growthOfFour, MOST_GROWTH } from '../../../../test/support/linear-time';
import { isUnfilled } from './unfilled-signal';

it.each([
  ['a variable that was not set', 'undefined'],
  ['the same after toUpperCase()', 'UNDEFINED'],
  ['a value that was null', 'null'],
  ['a calculation that failed', 'NaN'],
  ['an object in a text', '[object Object]'],
  ['the same after toLowerCase()', '[object object]'],
  ['a dynamic value of an ad of network A', '{{campaign.name}}'],
  ['a template of a page', '{{ utm_source }}'],
  ['a variable of a tag manager', '{{Page URL}}'],
  ['a template literal in the wrong quotes', '${campaign}'],
  ['a parameter of an ad of network B', '{campaignid}'],
  ['a parameter with a condition', '{ifmobile:m}'],
  ['a variable of a mail tool', '%CAMPAIGN%'],
  ['a variable of another mail tool', '[[campaign]]'],
  ['empty braces', '{}'],
  ['two placeholders', '{{campaign.name}}_{{adset.name}}'],
  ['two placeholders of different kinds', '{campaignid} | %AD%'],
])('%s is unfilled: %s', (_, value) => expect(isUnfilled(value)).toBe(true));

it.each([
  ['the visitor who typed the address, in the words of analytics', '(direct)'],
  ['a value that analytics lacks', '(not set)'],
  ['the same without parentheses', 'not set'],
  ['a word that contains one of them', 'nullable'],
  ['a name beside one of them', 'undefined-promo'],
  ['a name beside a placeholder', 'promo-{{campaign.name}}'],
  ['a name after a placeholder', '{{campaign.name}} promo'],
  ['a name between placeholders', '{a} de {b}'],
  ['a placeholder without its end', '{{campaign'],
  ['a placeholder that begins alone', '{campaign'],
  ['single brackets', '[campanha]'],
  ['a percentage', '50%'],
  ['an address in percent signs', '%C3%A9'],
  ['separators alone', '---'],
  ['a blank text, which is absent', ''],
  ['Nana, who is a name', 'nana'],
  ['Hernan, who is one too', 'hernan'],
  ['a placeholder after a separator', '-{{campaign}}'],
])('%s is a text as any other: %s', (_, value) => expect(isUnfilled(value)).toBe(false));

it('takes linear time', () => {
  for (const unit of ['{{', '{', '%', '[[', '${', '{}', '%%', '}{']) {
    const growth = growthOfFour((size) => isUnfilled(unit.repeat(size)), 8_000);
    expect([unit, growth < MOST_GROWTH]).toEqual([unit, true]);
  }
});
