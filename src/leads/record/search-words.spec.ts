import { endOf } from '../../common/text';
import { searchOf, wordsOf } from './search-words';

const LEAD = { name: 'Ana Conceição', email: 'ana@example.com', phone: '5511987654321' };
const WORDS = wordsOf(LEAD);

const finds = (text: string, words: readonly string[] = WORDS): boolean =>
  (searchOf(text) ?? []).some((beginnings) =>
    beginnings.every((beginning) => words.some((word) => word.startsWith(beginning))),
  );

const PHONE_WORDS = ['#1234567891155', '+5511987654321', '-987654321', '=7654321', '=654321', '=54321'];

it('a lead is found by the words of its name, its phone from both ends and places, and its e-mail address', () =>
  expect(WORDS).toEqual(['ana', 'conceicao', ...PHONE_WORDS, '@ana@example.com']));

it('a lead without name and address has the words of its phone', () =>
  expect(wordsOf({ name: null, email: null, phone: '5511987654321' })).toEqual(PHONE_WORDS));

it.each([
  ['5511987654321', '987654321'],
  ['551187654321', '987654321'],
  ['551134567890', '34567890'],
  ['351912345678', '912345678'],
  ['12025550123', '025550123'],
  ['290123456', '90123456'],
])('any four digits or more in a row find the phone %s, of those of its number %s', (phone, number) => {
  const words = wordsOf({ name: null, email: null, phone });
  const runs = [...number].flatMap((_, from) =>
    Array.from({ length: number.length }, (_digit, end) => number.slice(from, end + 1)).filter((run) => run.length > 3),
  );
  expect(runs.filter((run) => !finds(run, words))).toEqual([]);
});

it.each([
  ['987', true],
  ['876', true],
  ['119', true],
  ['321', true],
  ['765', false],
  ['654', false],
  ['8766', false],
  ['(11) 7654', false],
])('three digits are a beginning or the end: by %s it is found: %s', (text, isFound) =>
  expect(finds(text)).toBe(isFound),
);

it.each(["D'Ávila", 'D’Ávila', 'D‘Ávila', 'D´Ávila', 'D`Ávila', 'Dʼávila', 'd′avila'])(
  'a name with an apostrophe, %s, is found with another, with a blank and without',
  (name) => {
    const words = wordsOf({ name: `Maria ${name}`, email: null, phone: '' });
    const texts = ['davila', 'd avila', "d'avila", 'D’ÁVILA', 'dávi', 'avila', 'maria davila', 'maria d´avila'];
    expect(texts.filter((text) => !finds(text, words))).toEqual([]);
  },
);

it('a name without an apostrophe is found with one', () =>
  expect(finds("d'avila", wordsOf({ name: 'Ana Davila', email: null, phone: '' }))).toBe(true));

it('a name gives ten words of sixty letters, and nothing between them', () => {
  const names = Array.from({ length: 11 }, (_, n) => `${'a'.repeat(60 + n)}${n}`);
  const words = wordsOf({ name: `«Ana», ${names.join(' - ')}.`, email: null, phone: '' });
  expect(words).toEqual(['ana', 'a'.repeat(60)]);
  expect(wordsOf({ name: 'a b c d e f g h i j k', email: null, phone: '' })).toHaveLength(10);
});

it('every word with a beginning is before its bound', () => expect(endOf('ana')).toBe('ana\u{10ffff}'));

it.each([
  ['ana', [['ana'], ['@ana']]],
  ['ana silva', [['ana', 'silva']]],
  ["d'a", [['d', 'a'], ['da'], ["@d'a"]]],
  ['ana 4321', [['ana', '4321']]],
  ['4321 ana', [['4321', 'ana']]],
  ['\uff9e', [['@\uff9e']]],
  ['987654321', [['#123456789'], ['#12345678'], ['+55987654321'], ['+559897654321'], ['987654321'], ['@987654321']]],
  ['11 9', [['#911'], ['+55119'], ['+551199'], ['11', '9']]],
  ['+55 11 9', [['#91155'], ['+55119'], ['+551199'], ['55', '11', '9']]],
  ['+351 9', [['#9153'], ['+3519'], ['351', '9']]],
  ['00987654321', [['#12345678900'], ['00987654321'], ['@00987654321']]],
  ['98765432100', [['#00123456789'], ['98765432100'], ['@98765432100']]],
  ['11933334444', [['#4444333391155'], ['11933334444'], ['@11933334444']]],
  ['+49551187654321', [['#12345678115594'], ['+49551187654321'], ['49551187654321'], ['@+49551187654321']]],
])('%j asks for %j', (text, search) => expect(searchOf(text)).toEqual(search));

describe('a phone is found as it is typed or copied', () => {
  it.each([
    ['whole, from a chat between marks of direction', '\u202a+55 11 98765\u20114321\u202c'],
    ['whole, with no-break spaces', '+55\u00a011\u00a098765-4321'],
    ['whole, with its country code in parentheses', '(+55) 11 98765-4321'],
    ['whole, with an en dash', '(11) 98765\u20134321'],
    ['whole, with dots', '11.98765.4321'],
    ['whole, with a slash', '11/98765-4321'],
    ['whole, from a cell of a spreadsheet', '11987654321\r\n'],
    ['whole, without the ninth digit', '(11) 8765-4321'],
    ['whole, without the ninth digit and with dots', '11.8765.4321'],
    ['its beginning', '11 987'],
    ['its beginning, of the area code alone', '(11)'],
    ['its beginning, in parentheses', '(11) 98'],
    ['its beginning, with its country code', '+55 11 9'],
    ['its beginning, with its country code and no plus', '55 11 98'],
    ['its beginning, after a zero', '011 98'],
    ['its beginning, without the ninth digit', '(11) 87'],
    ['its beginning, in digits alone', '11987'],
    ['its beginning, all but a digit', '1198765432'],
    ['its beginning, in four digits', '1198'],
    ['its beginning without area code', '987-6'],
    ['digits in its middle', '8765'],
    ['its end', '4321'],
    ['its end, with a non-breaking hyphen', '98765\u20114321'],
    ['its end, with a dot', '98765.4321'],
    ['its end, after a mark', '\u200e65-4321'],
  ])('%s', (_, text) => expect(finds(text)).toBe(true));

  it.each([
    ['three digits in its middle', '765'],
    ['another beginning', '(11) 97'],
    ['another end', '4322'],
    ['another area code', '21.98765.4321'],
    ['two phones', '11 98765-4321/4322'],
  ])('but not by %s', (_, text) => expect(finds(text)).toBe(false));

  it('of a lead without the ninth digit', () => {
    const words = wordsOf({ name: null, email: null, phone: '551187654321' });
    expect(
      ['11.98765.4321', '11 98', '11 987', '11 87', '(+55) 11 98765\u20114321', '987654321'].filter(
        (text) => !finds(text, words),
      ),
    ).toEqual([]);
  });
});

describe('a phone of a country whose mobile prefix may be left out is found in both forms', () => {
  const ARGENTINE = [
    '+54 9 11 2345-6789',
    '+54 11 2345-6789',
    '+54 11 15 2345-6789',
    '+54 9 11 23',
    '+54 11 23',
    '2345-6789',
  ];
  const MEXICAN = ['+52 1 55 1234 5670', '+52 55 1234 5670', '+52 1 55 12', '+52 55 12', '1234 5670'];

  it.each([
    ['5491123456789', ARGENTINE, MEXICAN],
    ['541123456789', ARGENTINE, MEXICAN],
    ['5215512345670', MEXICAN, ARGENTINE],
    ['525512345670', MEXICAN, ARGENTINE],
  ])('%s', (phone, texts, others) => {
    const words = wordsOf({ name: null, email: null, phone });
    expect(texts.filter((text) => !finds(text, words))).toEqual([]);
    expect(others.filter((text) => finds(text, words))).toEqual([]);
  });
});

describe('a name and an e-mail address are found as they are typed or copied', () => {
  it.each([
    ['a name between marks of direction', '\u2068Ana Conceição\u2069'],
    ['a name with a no-break space', 'ana\u00a0conceicao'],
    ['a name with a soft hyphen', 'Concei\u00adção'],
    ['an e-mail address between blanks', ' ana@example.com '],
    ['an e-mail address after a zero-width space', '\u200bana@example.com'],
    ['an e-mail address with a byte order mark', '\ufeffANA@example.com\u200b'],
  ])('%s', (_, text) => expect(finds(text)).toBe(true));

  it('a stored name with invisible marks is found without them', () => {
    const words = wordsOf({ name: '\u200eMa\u200bria\ufeff Luz', email: null, phone: '' });
    expect(words).toEqual(['maria', 'luz']);
  });
});

it.each(['', ' ', '+', '(-)', '\u200b\u200e', '...'])('%j asks for nothing', (text) =>
  expect(searchOf(text)).toBeUndefined(),
);
