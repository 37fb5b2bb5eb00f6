import fc from 'fast-check';
import { growthOfFour, MOST_GROWTH } from '../../../test/support/linear-time';
import { isUnfilled, isUnfilledSignal } from './unfilled';

/** Values that both lists have. */
const ANYWHERE: readonly [string, string][] = [
  ['a variable that was not set', 'undefined'],
  ['two of them', 'undefined undefined'],
  ['two of them without a sign between', 'undefinedundefined'],
  ['a value that was null', 'null'],
  ['several of them', 'null,null'],
  ['different ones', 'undefined - null'],
  ['a calculation that failed', 'NaN'],
  ['an object in a text', '[object Object]'],
  ['the same after a change of case', '[object object]'],
  ['an input in a text', '[object HTMLInputElement]'],
  ['an object whose name is two words', '[object Array Iterator]'],
  ['a dynamic value of an ad of network A', '{{campaign.name}}'],
  ['a field of a form', '{{nome}}'],
  ['a value that is not escaped', '{{{nome}}}'],
  ['two fields of a form', '{{ primeiro nome }} {{sobrenome}}'],
  ['a field, and what was not set', '{{nome}} undefined'],
  ['a variable of a tag manager', '{{Page URL}}'],
  ['a template literal in the wrong quotes', '${campaign}'],
  ['a variable of a mail tool in two signs', '%%utm_source%%'],
  ['a merge tag', '*|UTM_SOURCE|*'],
  ['a merge tag with a condition', '*|IF:FNAME|*'],
  ['a tag of a server page', '<%= nome %>'],
  ['white space and invisible marks around', ' \u200b{{nome}}\ufeff\n'],
  ['a sign at the end', 'undefined,'],
];

const ONLY_SIGNAL: readonly [string, string][] = [
  ['upper case', 'UNDEFINED'],
  ['a capital letter', 'Null'],
  ['lower case', 'nan'],
  ['a parameter of an ad of network B', '{campaignid}'],
  ['a parameter with a condition', '{ifmobile:m}'],
  ['empty braces', '{}'],
  ['a variable of a mail tool', '%CAMPAIGN%'],
  ['a variable of another mail tool', '[[campaign]]'],
  ['a variable in brackets', '[campanha]'],
  ['a variable between dollars', '$campaign$'],
  ['a macro of a video network', '__CAMPAIGN_NAME__'],
  ['two macros', '__CAMPAIGN_NAME__|__CID__'],
  ['two macros with the sign that they have', '__AID_____CID__'],
  ['two placeholders', '{{campaign.name}}_{adset}'],
  ['two placeholders of different kinds', '{campaignid} | %AD%'],
  ['encoded braces', '%7B%7Bsource%7D%7D'],
  ['encoded braces in lower case', '$%7bcampaign%7d'],
  ['encoded percent signs', '%25utm_source%25'],
  ['encoded brackets', '%5B%5Bcampaign%5D%5D'],
  ['an encoded merge tag', '*%7CUTM_SOURCE%7C*'],
  ['an encoded tag of a server page', '%3C%25= source %25%3E'],
];

const NOWHERE: readonly [string, string][] = [
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
  ['several words in brackets, which name a campaign', '[VENDAS] [CBO]'],
  ['a word after brackets', '[urgente] ligar'],
  ['two prices', '$10 ou $20'],
  ['a percentage', '50%'],
  ['a letter in percent signs', '%C3%A9'],
  ['separators alone', '---'],
  ['underscores alone', '______'],
  ['a blank text, which is absent', ''],
  ['Nana, who is a name', 'nana'],
  ['Hernan, who is one too', 'hernan'],
  ['a placeholder after a separator', '-{{campaign}}'],
];

it.each([...ANYWHERE, ...ONLY_SIGNAL])('a signal that is %s is unfilled: %s', (_, value) =>
  expect(isUnfilled(value, 'signal')).toBe(true),
);
it.each(ANYWHERE)('a text that is %s is unfilled: %s', (_, value) => expect(isUnfilled(value, 'text')).toBe(true));
it.each([...ONLY_SIGNAL, ...NOWHERE])('a text that is %s is a text as any other: %s', (_, value) =>
  expect(isUnfilled(value, 'text')).toBe(false),
);
it.each(NOWHERE)('a signal that is %s is a text as any other: %s', (_, value) =>
  expect(isUnfilled(value, 'signal')).toBe(false),
);

it.each([
  ['gclid', 'REPLACE_ME', true],
  ['gclid', 'replace_me', true],
  ['gclid', 'your_gclid', true],
  ['fbclid', 'YOUR_FBCLID', true],
  ['wbraid', 'xxxxxxxx', true],
  ['gbraid', '00000000', true],
  ['fbclid', ' -------- ', true],
  ['fbc', '----', false],
  ['fbclid', '{{fbclid}}', true],
  ['gclid', 'Cj0KCQjw', false],
  ['gclid', 'your_gclid_1', false],
  ['gclid', 'xxxxxxxxy', false],
  ['gclid', 'CjwKCAjwhAAA', false],
  ['gclid', 'not_your_gclid', false],
  ['gad_source', '11', false],
  ['utm_campaign', 'REPLACE_ME', false],
  ['utm_term', 'xxx', false],
] as const)('the signal %s is unfilled with %s: %s', (signal, value, expected) =>
  expect(isUnfilledSignal(signal, value)).toBe(expected),
);

/** A word that people write, and that no shape contains. */
const word = fc.stringMatching(/^[b-mo-tv-z]{1,12}$/);
const remains = fc.constantFrom(...ANYWHERE.map(([, value]) => value.trim()));

it.each(['text', 'signal'] as const)('never takes a part for the whole: a %s', (list) =>
  fc.assert(
    fc.property(fc.array(remains, { minLength: 1, maxLength: 3 }), word, fc.nat(3), (left, own, place) => {
      const parts = left.toSpliced(place, 0, own);
      expect([left.join(' '), isUnfilled(left.join(' '), list)]).toEqual([left.join(' '), true]);
      expect([parts.join(' '), isUnfilled(parts.join(' '), list)]).toEqual([parts.join(' '), false]);
      expect(isUnfilled(parts.join(''), list)).toBe(false);
    }),
  ),
);

it('the list for texts is a part of the list for signals', () =>
  fc.assert(
    fc.property(fc.array(fc.oneof(remains, word, fc.constantFrom(...'{}[]%$|*<>_ -'))), (parts) => {
      if (isUnfilled(parts.join(''), 'text')) expect(isUnfilled(parts.join(''), 'signal')).toBe(true);
    }),
  ));

it('takes linear time', () => {
  const begins = ['', '{{', '{', '%', '%%', '[[', '[', '${', '$', '*|', '<%', '__', '[object '];
  const units = [
    ...begins.slice(1),
    '{}',
    '}{',
    'undefined',
    'null-',
    '__a',
    '_a',
    'a',
    '%7B',
    '%25',
    '*|*',
    '{a}_',
    ' ',
  ];
  for (const begin of begins) {
    for (const unit of units) {
      const growth = growthOfFour((size) => {
        isUnfilled(begin + unit.repeat(size), 'text');
        isUnfilled(begin + unit.repeat(size), 'signal');
      }, 8_000);
      expect([begin, unit, growth < MOST_GROWTH]).toEqual([begin, unit, true]);
    }
  }
});
