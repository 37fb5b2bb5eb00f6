import { anyText } from '../../test/support/any-text';
import fc from 'fast-check';
import {
  codePoints,
  comparisonKey,
  firstCodePoints,
  isCleanText,
  typedText,
  withoutInvisible,
  withPlainSpaces,
} from './text';

const codes = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const CONTROLS = [...codes(0x00, 0x1f), ...codes(0x7f, 0x9f)];

it.each([
  ['', ''],
  ['abc', 'abc'],
  ['abcd', 'abc'],
  ['😀😀😀', '😀😀😀'],
  ['😀a😀😀', '😀a😀'],
  ['a😀😀😀', 'a😀😀'],
  ['\ud83dab😀', '\ud83dab'],
])('the first three code points of %j are %j', (text, first) => expect(firstCodePoints(text, 3)).toBe(first));

describe('clean text', () => {
  it('there are 65 control characters', () => expect(CONTROLS).toHaveLength(65));

  it.each(CONTROLS.map((code) => [code.toString(16).padStart(4, '0'), code] as const))(
    'U+%s is not clean',
    (_, code) => {
      const character = String.fromCharCode(code);
      const isLineBreak = character === '\n' || character === '\r';
      for (const text of [character, `a${character}`, `${character}a`, `a${character}b`]) {
        expect(isCleanText(text)).toBe(false);
        expect(isCleanText(text, true)).toBe(isLineBreak);
      }
    },
  );

  it('a forbidden character beside a line break is still found', () => {
    expect(isCleanText('a\r\nb\n', true)).toBe(true);
    expect(isCleanText('a\r\n\tb', true)).toBe(false);
    expect(isCleanText('\n\u0000', true)).toBe(false);
    expect(isCleanText('\n\ud800', true)).toBe(false);
  });

  it.each([
    ['a high surrogate alone', '\ud83d'],
    ['a low surrogate alone', '\ude00'],
    ['a high surrogate before a letter', '\ud83da'],
    ['a low surrogate after a letter', 'a\ude00'],
    ['a pair the wrong way round', '\ude00\ud83d'],
    ['a high surrogate after a pair', '😀\ud83d'],
    ['a high surrogate before a pair', '\ud83d😀'],
  ])('%s is not clean', (_, text) => {
    expect(isCleanText(text)).toBe(false);
    expect(isCleanText(text, true)).toBe(false);
  });

  it.each([
    '',
    ' ',
    'Olá, João!',
    '日本語',
    '😀',
    '👩‍👩‍👧',
    'e\u0301',
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\u2028',
    '\ufffd',
    '\u{10ffff}',
  ])('%j is clean', (text) => {
    expect(isCleanText(text)).toBe(true);
    expect(isCleanText(text, true)).toBe(true);
  });
});

describe('the length', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['ação', 4],
    ['e\u0301', 2],
    ['😀', 1],
    ['😀😀', 2],
    ['a😀b', 3],
    ['👩‍👩‍👧', 5],
    ['🇧🇷', 2],
    ['\ud83d', 1],
    ['\u0000', 1],
  ])('of %j is %i code points', (text, length) => expect(codePoints(text)).toBe(length));

  it('is that of the code points one by one', () => {
    fc.assert(fc.property(anyText(), (text) => codePoints(text) === Array.from(text).length));
  });
});

describe('the comparison key', () => {
  it.each([
    ['  Maria@Example.COM ', 'maria@example.com'],
    ['VIP', 'vip'],
    ['PROMOÇÃO', 'promoção'],
    ['promoc\u0327a\u0303o', 'promoção'],
    ['PROMOC\u0327A\u0303O', 'promoção'],
    ['Ângela', 'ângela'],
    ['\u00a0vip\t', 'vip'],
    ['a  b', 'a  b'],
    ['ß', 'ß'],
    ['I', 'i'],
    ['ﬁ', 'ﬁ'],
    ['１', '１'],
    ['', ''],
    ['   ', ''],
  ])('of %j is %j', (text, key) => expect(comparisonKey(text)).toBe(key));

  it('does not depend on whether accents are composed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(comparisonKey(text.normalize('NFD'))).toBe(comparisonKey(text.normalize('NFC')));
      }),
    );
  });

  it('of letters does not depend on their case', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcxyzáâãàçéêíóôõúü0 -_.@') });
    fc.assert(fc.property(letters, (text) => comparisonKey(text.toUpperCase()) === comparisonKey(text)));
  });
});

describe('a typed text', () => {
  const SPACES = [0x20, 0xa0, 0x1680, ...range(0x2000, 0x200a), 0x202f, 0x205f, 0x3000];
  const HYPHENS = [0x2d, ...range(0x2010, 0x2015), 0x2212, 0xfe63, 0xff0d];
  const MARKS = [
    ...[0xad, 0x61c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0xfeff],
    ...range(0x202a, 0x202e),
    ...range(0x2060, 0x2064),
    ...range(0x2066, 0x206f),
    ...range(0xfe00, 0xfe0f),
    ...[0xe0001, 0xe0030, 0xe0100, 0xe01ef],
  ];

  function range(from: number, to: number): number[] {
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  }

  const named = (codes: readonly number[]) =>
    codes.map((code) => [code.toString(16).toUpperCase().padStart(4, '0'), String.fromCodePoint(code)] as const);

  it.each(named(SPACES))('the space U+%s is a plain one, and none at the ends', (_, space) => {
    expect(typedText(`${space}11${space}9${space}`)).toBe('11 9');
    expect(withPlainSpaces(`a${space}b`)).toBe('a b');
  });

  it.each(named(HYPHENS))('the hyphen U+%s is a plain one', (_, hyphen) =>
    expect(typedText(`1${hyphen}2`)).toBe('1-2'),
  );

  it.each(named(MARKS))('the invisible mark U+%s is dropped', (_, mark) => {
    expect(typedText(`${mark} ${mark}1${mark}2${mark}${mark}`)).toBe('12');
    expect(withoutInvisible(`${mark}a${mark}b`)).toBe('ab');
  });

  it.each([
    ['a tab after a cell of a spreadsheet', '11 9\t', '11 9'],
    ['a line end after a cell of a spreadsheet', '11 9\r\n', '11 9'],
    ['line ends of Unicode', '\u2028 11 9 \u2029', '11 9'],
    ['a mark outside of a line end', '\u200e\n11 9\n\u202c', '11 9'],
    ['a tab in the middle, which parts two cells', '11\t9', '11\t9'],
    ['a line end in the middle', '11\n9', '11\n9'],
    ['a dash that is no hyphen', '1~2_3', '1~2_3'],
    ['full-width digits', '１１', '１１'],
    ['a combining accent', 'e\u0301', 'e\u0301'],
    ['nothing', '', ''],
  ])('%s', (_, text, typed) => expect(typedText(text)).toBe(typed));

  it('what was read once is read alike again', () => {
    fc.assert(
      fc.property(anyText(), (text) => typedText(typedText(text)) === typedText(text)),
      { numRuns: 2_000 },
    );
  });
});
