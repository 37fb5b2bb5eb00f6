import { anyText } from '../../../test/support/any-text';
import fc from 'fast-check';
import { typedText, withoutInvisible, withPlainSpaces } from './typed-text';

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

it.each(named(HYPHENS))('the hyphen U+%s is a plain one', (_, hyphen) => expect(typedText(`1${hyphen}2`)).toBe('1-2'));

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
