import { anyText } from '../../../test/support/any-text';
import fc from 'fast-check';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { AREA_CODES } from '../../contract/phone';
import { formsOf, parsePhone } from './phone';

const REAL_AREA_CODES = [
  ...['11', '12', '13', '14', '15', '16', '17', '18', '19'],
  ...['21', '22', '24', '27', '28'],
  ...['31', '32', '33', '34', '35', '37', '38'],
  ...['41', '42', '43', '44', '45', '46', '47', '48', '49'],
  ...['51', '53', '54', '55'],
  ...['61', '62', '63', '64', '65', '66', '67', '68', '69'],
  ...['71', '73', '74', '75', '77', '79'],
  ...['81', '82', '83', '84', '85', '86', '87', '88', '89'],
  ...['91', '92', '93', '94', '95', '96', '97', '98', '99'],
];

const ALL_PAIRS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
const UNREAL_AREA_CODES = ALL_PAIRS.filter((code) => !REAL_AREA_CODES.includes(code));

const MOBILE = '987654321';
const OLD_MOBILE = '87654321';
const LANDLINE = '33334444';

function spellings(areaCode: string, subscriber: string): string[] {
  const head = subscriber.slice(0, -4);
  const tail = subscriber.slice(-4);
  const nationals = [
    `${areaCode}${subscriber}`,
    `0${areaCode}${subscriber}`,
    `${areaCode} ${subscriber}`,
    `(${areaCode}) ${head}-${tail}`,
    `(0${areaCode}) ${head}-${tail}`,
    `(${areaCode})${head}${tail}`,
    `${areaCode}-${head}-${tail}`,
    `0 ${areaCode} ${head} ${tail}`,
    ` ${areaCode} ${head} ${tail} `,
  ];
  const international = nationals.flatMap((national) => [`+55${national}`, `+55 ${national}`, `+ 55-${national}`]);
  const withoutPlus = nationals.filter((national) => !/^\D*0/.test(national)).map((national) => `55 ${national}`);
  return [
    ...nationals,
    ...international,
    ...withoutPlus,
    `  +55${areaCode}${subscriber}`,
    `55${areaCode}${subscriber}`,
  ];
}

describe('the list of area codes', () => {
  it('has the 67 codes that exist and no other', () => {
    expect(REAL_AREA_CODES).toHaveLength(67);
    expect([...AREA_CODES].sort()).toEqual(REAL_AREA_CODES);
  });
});

describe.each(REAL_AREA_CODES)('area code %s', (areaCode) => {
  it.each([
    ['a mobile with the ninth digit', MOBILE, `55${areaCode}${MOBILE}`, `55${areaCode}${OLD_MOBILE}`],
    ['a mobile from before the ninth digit', OLD_MOBILE, `55${areaCode}${OLD_MOBILE}`, `55${areaCode}${OLD_MOBILE}`],
    ['a landline', LANDLINE, `55${areaCode}${LANDLINE}`, `55${areaCode}${LANDLINE}`],
    ['a 9[0-5] mobile', '933334444', `55${areaCode}933334444`, `55${areaCode}933334444`],
  ])('reads %s in every spelling', (_, subscriber, digits, key) => {
    const read = spellings(areaCode, subscriber).map((text) => ({ text, phone: parsePhone(text) }));
    expect(read).toEqual(read.map(({ text }) => ({ text, phone: { digits, key } })));
  });

  it('keeps a landline apart from the mobile that ends in the same eight digits', () => {
    for (const first of ['2', '3', '4', '5']) {
      const landline = parsePhone(`${areaCode}${first}1234567`);
      const mobile = parsePhone(`${areaCode}9${first}1234567`);
      expect(landline?.key).toBe(`55${areaCode}${first}1234567`);
      expect(mobile?.key).toBe(`55${areaCode}9${first}1234567`);
    }
  });
});

describe('area codes that do not exist', () => {
  it('are 33', () => expect(UNREAL_AREA_CODES).toHaveLength(33));

  it.each(UNREAL_AREA_CODES)('%s is refused with country code', (areaCode) => {
    for (const subscriber of [MOBILE, OLD_MOBILE, LANDLINE, '933334444']) {
      // After +55 a zero is dropped. The codes in `0X` begin with a zero, so two are written.
      expect(parsePhone(`+55 0 ${areaCode} ${subscriber}`)).toBeUndefined();
    }
  });

  it.each(UNREAL_AREA_CODES.filter((code) => !code.startsWith('0')))('%s is refused in every spelling', (areaCode) => {
    for (const subscriber of [MOBILE, OLD_MOBILE, LANDLINE, '933334444']) {
      const accepted = spellings(areaCode, subscriber).filter((text) => parsePhone(text) !== undefined);
      expect(accepted).toEqual([]);
    }
  });

  it.each(ALL_PAIRS.slice(0, 10))('%s with eight digits is refused', (areaCode) => {
    for (const subscriber of [OLD_MOBILE, LANDLINE]) {
      expect(parsePhone(areaCode + subscriber)).toBeUndefined();
      expect(parsePhone(`+55${areaCode}${subscriber}`)).toBeUndefined();
    }
  });

  it('a leading zero is never part of the area code', () => {
    // 01 98765-4321 is the zero, area code 19 and an old mobile; 02 98765-4321 would have area code 29.
    expect(parsePhone('01987654321')).toEqual({ digits: '551987654321', key: '551987654321' });
    expect(parsePhone('02987654321')).toBeUndefined();
    expect(parsePhone('00987654321')).toBeUndefined();
  });

  it.each(['0011987654321', '00 11 98765-4321', '+55 00 11 98765-4321', '0 0 11 3333-4444'])(
    'only one zero is dropped: %s is refused',
    (text) => expect(parsePhone(text)).toBeUndefined(),
  );
});

describe('the ninth digit', () => {
  it.each(['6', '7', '8', '9'])('folds for mobiles that begin with 9%s', (first) => {
    const withNinth = parsePhone(`119${first}1234567`);
    const without = parsePhone(`11${first}1234567`);
    expect(withNinth).toEqual({ digits: `55119${first}1234567`, key: `5511${first}1234567` });
    expect(without).toEqual({ digits: `5511${first}1234567`, key: `5511${first}1234567` });
  });

  it.each(['0', '1', '2', '3', '4', '5'])('never folds for mobiles that begin with 9%s', (first) => {
    const digits = `55119${first}1234567`;
    expect(parsePhone(`(11) 9${first}123-4567`)).toEqual({ digits, key: digits });
  });

  it.each(['0', '1'])('an eight-digit number that begins with %s is refused', (first) => {
    expect(parsePhone(`11${first}1234567`)).toBeUndefined();
    expect(parsePhone(`+5511${first}1234567`)).toBeUndefined();
  });

  it.each(['0', '1', '2', '3', '4', '5', '6', '7', '8'])(
    'a nine-digit number that begins with %s is refused',
    (first) => {
      expect(parsePhone(`11${first}12345678`)).toBeUndefined();
      expect(parsePhone(`+5511${first}12345678`)).toBeUndefined();
    },
  );
});

describe('numbers that begin with 55', () => {
  it.each([
    ['10 digits', '5533334444', '555533334444', '555533334444'],
    ['10 digits, an old mobile', '5587654321', '555587654321', '555587654321'],
    ['11 digits', '55987654321', '5555987654321', '555587654321'],
    ['11 digits in parentheses', '(55) 98765-4321', '5555987654321', '555587654321'],
    ['a zero and 11 digits', '055987654321', '5555987654321', '555587654321'],
  ])('with %s and no plus are area code 55', (_, text, digits, key) => {
    expect(parsePhone(text)).toEqual({ digits, key });
  });

  it.each([
    ['12 digits', '551133334444', '551133334444', '551133334444'],
    ['13 digits', '5511987654321', '5511987654321', '551187654321'],
    ['12 digits of area code 55', '555533334444', '555533334444', '555533334444'],
    ['13 digits of area code 55', '5555987654321', '5555987654321', '555587654321'],
  ])('with %s and no plus carry their country code', (_, text, digits, key) => {
    expect(parsePhone(text)).toEqual({ digits, key });
  });

  it.each(['+5533334444', '+55 33334444', '+55987654321', '+55 98765-4321'])('%s lacks the area code', (text) =>
    expect(parsePhone(text)).toBeUndefined(),
  );
});

describe('foreign numbers', () => {
  const REAL = [
    ['United States', '+1 202 456-1111', '12024561111'],
    ['Portugal', '+351 912 345 678', '351912345678'],
    ['Argentina, mobile', '+54 9 11 2345-6789', '5491123456789'],
    ['United Kingdom', '+44 20 7946 0018', '442079460018'],
    ['United Kingdom with its national zero', '+44 (0) 20 7946 0018', '442079460018'],
    ['Italy, whose zero belongs to the number', '+39 06 6982 1234', '390669821234'],
    ['Paraguay', '+595 961 123456', '595961123456'],
    ['Germany', '+49 89 636 48018', '498963648018'],
    ['Japan', '+81 90-1234-5678', '819012345678'],
  ];

  it.each(REAL)('%s is accepted with plus', (_, text, digits) => {
    expect(parsePhone(text)).toEqual({ digits, key: digits });
  });

  it.each(REAL.map(([country, text]) => [country, text?.replace('+', '')]))('%s without plus is refused', (_, text) =>
    expect(parsePhone(text ?? '')).toBeUndefined(),
  );

  it.each([
    ['a country code that does not exist', '+999 12345678'],
    ['too short', '+1 202 456'],
    ['too long', '+1 202 456 11111'],
    ['an area code that does not exist there', '+1 123 456 7890'],
    ['a country code of zero', '+0 11 98765-4321'],
    ['the country code alone', '+351'],
    ['the longest that E.164 allows and one more', '+1234567890123456'],
    ['hundreds of digits', `+${'1'.repeat(500)}`],
  ])('%s is refused', (_, text) => expect(parsePhone(text)).toBeUndefined());

  it('without plus, 10 and 11 digits count only if they are a national number', () => {
    expect(['2024561111', '12024561111'].map(parsePhone)).toEqual([undefined, undefined]);
    expect(parsePhone('+12024561111')).toBeDefined();
  });
});

describe('a mobile prefix that may be left out', () => {
  const MEXICAN = '525512345678';
  const ARGENTINE = '5491123456789';

  it.each([
    ['Mexico', '+52 55 1234 5678', '525512345678', MEXICAN],
    ['Mexico, with the old prefix of mobiles', '+52 1 55 1234 5678', '5215512345678', MEXICAN],
    ['Mexico, with the old prefix and without blanks', '+5215512345678', '5215512345678', MEXICAN],
    ['Mexico, another area code', '+52 1 222 123 4567', '5212221234567', '522221234567'],
    ['Mexico, free of charge', '+52 800 123 4567', '528001234567', '528001234567'],
    ['Argentina', '+54 9 11 2345-6789', '5491123456789', ARGENTINE],
    ['Argentina, without the prefix of mobiles', '+54 11 2345-6789', '541123456789', ARGENTINE],
    ['Argentina, with the prefix of calls within the country', '+54 11 15 2345-6789', '5491123456789', ARGENTINE],
    ['Argentina, with both zeros', '+54 011 15 2345-6789', '5491123456789', ARGENTINE],
    ['Argentina, an area code of four digits', '+54 2966 15 456789', '5492966456789', '5492966456789'],
    ['Argentina, the same without the prefix', '+54 2966 456789', '542966456789', '5492966456789'],
    ['Argentina, free of charge', '+54 800 123 4567', '548001234567', '548001234567'],
  ])('%s', (_, text, digits, key) => {
    expect(parsePhone(text)).toEqual({ digits, key });
    expect(parsePhone(`+${digits}`)).toEqual({ digits, key });
  });

  it.each([
    ['the old prefix before a free number', '+52 1 800 123 4567'],
    ['the old prefix twice', '+52 1 1 55 1234 5678'],
    ['the old prefix and a digit too few', '+52 1 55 1234 567'],
    ['the old prefix before an area code that does not exist', '+52 1 100 123 4567'],
    ['the prefix of mobiles before a free number', '+54 9 800 123 4567'],
    ['both prefixes', '+54 9 11 15 2345-6789'],
    ['no plus', '52 1 55 1234 5678'],
  ])('%s: refused', (_, text) => expect(parsePhone(text)).toBeUndefined());

  it('belongs to these two countries alone', () => {
    const others = fc.constantFrom(...getCountries().filter((country) => !['MX', 'AR', 'BR'].includes(country)));
    fc.assert(
      fc.property(others, fc.constantFrom('', '1', '9'), fc.stringMatching(/^\d{6,11}$/), (country, prefix, rest) => {
        const written = `+${getCountryCallingCode(country)}${prefix}${rest}`;
        const known = parsePhoneNumberFromString(written);
        const digits = known?.isValid() ? known.number.slice(1) : undefined;
        expect(parsePhone(written)).toEqual(digits && { digits, key: digits });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['5491123456789', ['541123456789', '5491123456789']],
    ['541123456789', ['541123456789', '5491123456789']],
    ['525512345678', ['525512345678', '5215512345678']],
    ['5215512345678', ['525512345678', '5215512345678']],
    ['549', ['54', '549']],
    ['5511987654321', ['5511987654321']],
    ['351912345678', ['351912345678']],
    ['', ['']],
  ])('gives %s these forms: %j', (digits, forms) => expect(formsOf(digits)).toEqual(forms));
});

describe('characters', () => {
  it.each([
    ['letters', '11 98765-432a'],
    ['a word', 'telefone'],
    ['an extension', '11 3333-4444 ramal 12'],
    ['an extension with x', '11 3333-4444 x12'],
    ['an extension after a foreign number', '+1 202 456 1111 x2'],
    ['ext.', '11 3333-4444 ext. 2'],
    ['dots', '11.98765.4321'],
    ['a slash', '11/98765-4321'],
    ['two numbers', '11 3333-4444/5555'],
    ['an underscore', '11_98765_4321'],
    ['a comma', '11 98765,4321'],
    ['a hash', '11 98765-4321#1'],
    ['an asterisk', '*11987654321'],
    ['full-width digits', '１１９８７６５４３２１'],
    ['one full-width digit', '1198765432１'],
    ['Arabic digits', '١١٩٨٧٦٥٤٣٢١'],
    ['a full-width plus', '＋5511987654321'],
    ['a tab in the middle', '11\t98765-4321'],
    ['a line break in the middle', '11\n987654321'],
    ['NUL', '11987654321\0'],
    ['square brackets', '[11] 98765-4321'],
    ['two pluses', '++5511987654321'],
    ['two pluses apart', '+ +5511987654321'],
    ['a plus in the middle', '55+11987654321'],
    ['a plus at the end', '5511987654321+'],
    ['a plus for the area code', '55 +11 98765-4321'],
    ['tel:', 'tel:+5511987654321'],
    ['an e-mail', 'a@example.com'],
    ['a lone surrogate', '11987654321\ud800'],
    ['101 characters', '11987654321'.padEnd(101)],
  ])('%s: refused', (_, text) => expect(parsePhone(text)).toBeUndefined());

  it.each(['', ' ', '+', '()', '-', '+ -()', '+()', '0', '00', '+0', '55', '+55', '055'])(
    'nothing but %j: refused',
    (text) => expect(parsePhone(text)).toBeUndefined(),
  );

  it('parentheses and hyphens may be anywhere', () => {
    expect(parsePhone('((11--98765)-4321')?.digits).toBe('5511987654321');
    expect(parsePhone('+(55)(11)98765-4321'.padEnd(100))?.digits).toBe('5511987654321');
  });
});

describe('lengths', () => {
  it.each(Array.from({ length: 25 }, (_, length) => length))('area code 11 and 9 and %i digits more', (more) => {
    const isNumber = more === 7 || more === 8;
    expect(parsePhone(`119${'8'.repeat(more)}`) !== undefined).toBe(isNumber);
    expect(parsePhone(`+55119${'8'.repeat(more)}`) !== undefined).toBe(isNumber);
    expect(parsePhone(`55119${'8'.repeat(more)}`) !== undefined).toBe(isNumber);
  });
});

describe('properties', () => {
  const areaCode = fc.constantFrom(...REAL_AREA_CODES);
  const digits = (count: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((list) => list.join(''));
  const separators = fc.string({
    unit: fc.constantFrom(' ', '(', ')', '-', '\u00a0', '\u200e', '\u2011', '\u2212'),
    maxLength: 2,
  });
  const prefix = fc.constantFrom('', '0', '55', '+55', '+550');

  const spelled = (national: string) =>
    fc
      .tuple(prefix, fc.array(separators, { minLength: 20, maxLength: 20 }))
      .map(([before, gaps]) => [...(before + national)].map((character, index) => character + gaps[index]).join(''));

  it('any spelling of one mobile, with or without its ninth digit, gives one key', () => {
    const mobile = fc.tuple(areaCode, fc.constantFrom('6', '7', '8', '9'), digits(7));
    fc.assert(
      fc.property(
        mobile.chain(([code, first, rest]) =>
          fc.tuple(
            fc.constant(`55${code}${first}${rest}`),
            fc.boolean().chain((ninth) => spelled(`${code}${ninth ? '9' : ''}${first}${rest}`)),
          ),
        ),
        ([key, text]) => parsePhone(text)?.key === key,
      ),
      { numRuns: 500 },
    );
  });

  it('the key of a 9[6-9] mobile is the key of the number without its ninth digit', () => {
    fc.assert(
      fc.property(areaCode, fc.constantFrom('6', '7', '8', '9'), digits(7), (code, first, rest) => {
        const withNinth = parsePhone(`${code}9${first}${rest}`);
        const without = parsePhone(`${code}${first}${rest}`);
        expect(withNinth?.key).toBe(without?.key);
        expect(withNinth?.digits).not.toBe(without?.digits);
      }),
    );
  });

  it('two different mobiles never share a key', () => {
    const mobile = fc.tuple(areaCode, digits(8)).map(([code, rest]) => `${code}9${rest}`);
    fc.assert(fc.property(mobile, mobile, (a, b) => a === b || parsePhone(a)?.key !== parsePhone(b)?.key));
  });

  it('what was stored is read again as the same phone', () => {
    fc.assert(
      fc.property(areaCode, fc.oneof(digits(8), digits(9)), (code, subscriber) => {
        const phone = parsePhone(code + subscriber);
        fc.pre(phone !== undefined);
        expect(parsePhone(phone?.digits ?? '')).toEqual(phone);
        expect(parsePhone(`+${phone?.digits}`)).toEqual(phone);
      }),
    );
  });

  it.each([
    ['any text', anyText()],
    ['any UTF-16 text', fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units))],
    ['texts of the allowed characters', fc.string({ unit: fc.constantFrom(...'0123456789 ()-+'), maxLength: 40 })],
    ['a plus and digits', fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 25 }).map((d) => `+${d}`)],
  ])('never throws and gives plain digits: %s', (_, text) => {
    fc.assert(
      fc.property(text, (value) => {
        const phone = parsePhone(value);
        if (phone)
          expect([phone.digits, phone.key]).toEqual([
            expect.stringMatching(/^\d{6,15}$/),
            expect.stringMatching(/^\d{6,15}$/),
          ]);
      }),
      { numRuns: 500 },
    );
  });
});

it.each(['55011987654321', '55 (011) 98765-4321'])('%s: drops the zero after its country code, no other', (text) => {
  expect(parsePhone(text)).toEqual({ digits: '5511987654321', key: '551187654321' });
  expect(parsePhone('551135504444')?.digits).toBe('551135504444');
});
