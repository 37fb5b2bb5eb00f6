import { phoneProblem, readPhone, PHONE_PROBLEMS, type PhoneFault } from './phone';
describe('what is copied', () => {
  const MOBILE_OF_SAO_PAULO = { digits: '5511987654321', key: '551187654321' };

  it.each([
    ['a number copied from a chat, between marks of direction', '\u202a+55 11 98765\u20114321\u202c'],
    ['a contact of a chat, with no-break spaces', '+55\u00a011\u00a098765-4321'],
    ['a contact of an Android phone', '\u200e+55 11 98765-4321'],
    ['a contact of an iPhone', '\u2068(11) 98765-4321\u2069'],
    ['a country code in parentheses', '(+55) 11 98765-4321'],
    ['a country code in parentheses, spaced', '( + 55 ) (11) 98765-4321'],
    ['a text editor, with an en dash', '(11) 98765\u20134321'],
    ['a text editor, with an em dash', '(11) 98765\u20144321'],
    ['a spreadsheet, with a minus sign', '11 98765\u22124321'],
    ['a site, with a non-breaking hyphen', '11 98765\u20114321'],
    ['a site, with a soft hyphen', '11 98765\u00ad4321'],
    ['a site, with thin spaces', '11\u200998765\u200a4321'],
    ['a site, with narrow no-break spaces', '11\u202f98765\u202f4321'],
    ['a zero-width space', '11\u200b98765\u200b4321'],
    ['a Japanese keyboard, with its space and hyphen', '11\u300098765\uff0d4321'],
    ['a file with a byte order mark', '\ufeff11987654321'],
    ['an emoji before it that was deleted but for its selector', '\ufe0f11987654321'],
    ['a cell of a spreadsheet, with its line end', '11987654321\r\n'],
    ['a cell of a spreadsheet, with its tab', '11987654321\t'],
    ['a line of an e-mail', '\n11 98765-4321\n'],
    ['a no-break space at the end', '11 98765-4321\u00a0'],
  ])('%s', (_, text) => expect(readPhone(text)).toEqual(MOBILE_OF_SAO_PAULO));

  it('a mark never stands for a digit: the number without it decides', () => {
    expect(readPhone('119876\u200b543')).toBe('no_area_code');
    expect(readPhone('(+1) 202\u2011456\u20111111')).toEqual({ digits: '12024561111', key: '12024561111' });
  });

  it('counts marks for the length, in code points', () => {
    expect(readPhone('11987654321' + '\u{e0100}'.repeat(89))).toEqual(MOBILE_OF_SAO_PAULO);
    expect(readPhone('11987654321' + '\u{e0100}'.repeat(90))).toBe('too_long');
  });
});

describe('why a phone is refused', () => {
  const CASES: readonly (readonly [PhoneFault, string, string])[] = [
    ['missing', 'an empty field', ''],
    ['missing', 'a blank field', ' \t\u00a0\u200b'],
    ['missing', 'a mask that nobody filled in', '(__) _____-____'],
    ['missing', 'a mask without its digits', '() -'],
    ['missing', 'a dash for nothing', '\u2014'],
    ['too_long', 'a whole message', '11987654321'.padEnd(101)],
    ['scientific', 'Excel in a narrow column', '5,5119999914E+12'],
    ['scientific', 'Excel in English', '5.51E+12'],
    ['scientific', 'Excel without decimals', '6E+12'],
    ['scientific', 'a number of a script', '5.511987654321e12'],
    ['scientific', 'Excel with a blank', '5,51 E+12'],
    ['scientific', 'more digits before the comma', '55,1E+12'],
    ['extension', 'an extension', '11 3333-4444 ramal 12'],
    ['extension', 'an extension after a dash', '11 3333-4444 - ramal 12'],
    ['extension', 'an extension without a blank', '11 3333-4444x12'],
    ['extension', 'an extension in short', '(11) 3333-4444 R. 12'],
    ['extension', 'an extension with x', '11 3333-4444 x12'],
    ['extension', 'an extension in English', '+1 202 456 1111 ext. 2'],
    ['several', 'two phones with a slash', '(11) 98765-4321 / (11) 3333-4444'],
    ['several', 'two ends of one beginning', '11 3333-4444/5555'],
    ['several', 'two phones with a comma', '11987654321,11987654322'],
    ['several', 'two phones with a semicolon', '11987654321; 1133334444'],
    ['several', 'two phones and a word', '11 98765-4321 ou 11 3333-4444'],
    ['several', 'two lines', '11 98765-4321\n11 3333-4444'],
    ['several', 'two phones with plus', '+5511987654321 +5511987654322'],
    ['several', 'two phones with a blank', '11 98765-4321 11 3333-4444'],
    ['several', 'two phones after one plus', '+5511987654321 11987654322'],
    ['several', 'two foreign ones after one plus', '+351912345678 351912345679'],
    ['several', 'a second plus without a blank', '11987654321+5511987654322'],
    ['several', 'the shortest two', '33334444/5555'],
    ['several', 'sixteen digits', '1198765432111987'],
    ['several', 'sixteen digits of another country', '+1234567890123456'],
    ['letters', 'scientific with a letter before it', 'a5,51E+12'],
    ['letters', 'scientific with a letter after it', '5,51E+12a'],
    ['letters', 'a name in the wrong column', 'Maria'],
    ['letters', 'a broken script', 'undefined'],
    ['letters', 'a phone with the word before it', 'Tel: 11 98765-4321'],
    ['letters', 'a zero that is an O', '11 98765-432O'],
    ['letters', 'an e-mail', 'a@example.com'],
    ['other_digits', 'full-width digits', '１１９８７６５４３２１'],
    ['other_digits', 'Arabic digits', '١١٩٨٧٦٥٤٣٢١'],
    ['misplaced_plus', 'two pluses', '++5511987654321'],
    ['misplaced_plus', 'a plus at the end', '5511987654321+'],
    ['misplaced_plus', 'a plus after the country code', '55+11987654321'],
    ['other_characters', 'dots', '11.98765.4321'],
    ['other_characters', 'a slash', '11/98765-4321'],
    ['other_characters', 'two ends without a beginning', '3333/4444'],
    ['other_characters', 'a tab in the middle', '11\t98765-4321'],
    ['other_characters', 'a full-width plus', '\uff0b5511987654321'],
    ['no_area_code', 'a mobile without area code', '98765-4321'],
    ['no_area_code', 'an old mobile without area code', '8765-4321'],
    ['no_area_code', 'a landline without area code', '3333-4444'],
    ['no_area_code', 'a mobile with the country code alone', '+55 98765-4321'],
    ['no_area_code', 'a mobile with a zero alone', '0 98765-4321'],
    ['unknown_area_code', 'an area code that nobody has', '(20) 98765-4321'],
    ['unknown_area_code', 'a number of the United States without plus', '2024561111'],
    ['unknown_area_code', 'the same with its country code', '+55 23 98765-4321'],
    ['too_short', 'half a number', '11 9876'],
    ['too_short', 'a service', '190'],
    ['too_short', 'a country code alone', '+55'],
    ['too_many_digits', 'a digit too many', '11 98765-43210'],
    ['too_many_digits', 'fifteen digits', '119876543211198'],
    ['too_many_digits', 'a digit too many after the country code', '+55 11 98765-43210'],
    ['too_many_digits', 'a number of Portugal without plus', '351912345678'],
    ['two_zeros', 'a country code after two zeros', '0055 11 98765-4321'],
    ['two_zeros', 'an area code after two zeros', '0011 3333-4444'],
    ['no_brazilian', 'eleven digits without the nine', '11 88765-4321'],
    ['no_brazilian', 'ten digits that begin with one', '11 1234-5678'],
    ['no_foreign', 'a number that its country has not', '+1 123 456 7890'],
    ['no_foreign', 'a country code that is the area code', '+11 98765-4321'],
    ['no_foreign', 'a country code that does not exist', '+999 12345678'],
    ['no_foreign', 'fifteen digits', '+123456789012345'],
  ];

  it.each(CASES)('%s: %s', (fault, _, text) => {
    expect(readPhone(text)).toBe(fault);
    expect(phoneProblem(text)).toBe(PHONE_PROBLEMS[fault]);
  });

  it.each([
    ['missing', undefined],
    ['missing', null],
    ['number', 11987654321],
    ['number', 0],
    ['no_text', true],
    ['no_text', ['11987654321']],
    ['no_text', {}],
  ] as const)('%s: %j', (fault, value) => expect(phoneProblem(value)).toBe(PHONE_PROBLEMS[fault]));

  it('a phone has no problem', () => expect(phoneProblem('(11) 98765-4321')).toBeUndefined());

  it('the shortest number of any country is none', () => {
    expect(readPhone('+43 1110')).toEqual({ digits: '431110', key: '431110' });
  });

  it('a sentence says how a phone is written', () => {
    expect(PHONE_PROBLEMS.no_area_code).toBe('falta o DDD: envie com ele, como (11) 98765-4321');
    expect(PHONE_PROBLEMS.unknown_area_code).toBe(
      'tem um DDD que não existe: confira o DDD; se for de outro país, comece com + e o código do país',
    );
  });

  it('every cause has a case, and a sentence of its own', () => {
    const covered = new Set<string>([...CASES.map(([fault]) => fault), 'number', 'no_text']);
    expect(Object.keys(PHONE_PROBLEMS).filter((fault) => !covered.has(fault))).toEqual([]);
    expect(new Set(Object.values(PHONE_PROBLEMS)).size).toBe(Object.keys(PHONE_PROBLEMS).length);
  });
});
