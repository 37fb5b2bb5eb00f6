import { areaCodeIn, phoneIn } from './phones';

describe('a phone in a cell', () => {
  it.each([
    ['as POST /leads takes it', '(11) 98765-4321', '5511987654321'],
    ['of a lead form of Meta', 'p:+5511999990101', '5511999990101'],
    ['of a lead form of TikTok', '(+55)11999990301', '5511999990301'],
    ['of a vCard', 'tel:+55-11-98765-4321', '5511987654321'],
    ['of a chat tool', 'whatsapp:+5511987654321', '5511987654321'],
    ['with its kind in words', 'Cel.: (11) 98765-4321', '5511987654321'],
    ['that opens a chat', 'https://wa.me/5511987654321?text=Oi%2C%20tudo%20bem', '5511987654321'],
    ['that opens a chat, of the API', 'https://api.whatsapp.com/send?phone=5511987654321&text=Oi', '5511987654321'],
    [
      'that opens a chat, before another',
      'https://api.whatsapp.com/send?phone=5511987654321, 11 3333-1001',
      '5511987654321',
    ],
    [
      'that opens a chat, without its program',
      'https://whatsapp.com/send/?phone=5511987654321&text=Oi',
      '5511987654321',
    ],
    ['that opens a chat, without its scheme and program', 'whatsapp.com/send/?phone=5511987654321', '5511987654321'],
    ['that opens a chat, with the scheme of the program', 'whatsapp://send/?phone=5511987654321', '5511987654321'],
    [
      'that opens a chat with many figures',
      `whatsapp.com/send?phone=5511987654321&text=${'1,'.repeat(10)}`,
      '5511987654321',
    ],
    ['that opens a chat, without its host', 'send?phone=5511987654321&text=Oi', '5511987654321'],
    ['that opens a chat, without its scheme', 'wa.me/5511987654321?text=Oi', '5511987654321'],
    ['that opens a chat, of an old link', 'http://wa.me/5511987654321?text=Oi', '5511987654321'],
    ['kept from becoming a figure', "'11999992102", '5511999992102'],
    ['kept from becoming a formula', "'+5511999990801", '5511999990801'],
    ['that became a figure', '11987654321.0', '5511987654321'],
    ['that became a figure with cents', '11987654321.00', '5511987654321'],
    ['that became a figure in Brazil', '11999991407,0', '5511999991407'],
    ['with points', '11.98765.4321', '5511987654321'],
    ['with the points of a CPF, after the country code', '+55 119.876.543-21', '5511987654321'],
    ['with nearly the points of a CPF, after its zero', '011.987.654-321', '5511987654321'],
    ['with a slash after the area code', '11/98765-4321', '5511987654321'],
    ['with a slash after the area code in parentheses', '(11)/98765-4321', '5511987654321'],
    ['dialled from abroad', '0055 11 98765-4321', '5511987654321'],
    ['of Portugal, dialled from Brazil', '00351 912 345 678', '351912345678'],
    ['with the place of a carrier', '0xx11 99999-1003', '5511999991003'],
    ['with the place of a carrier without its zero', 'xx11 99999-1003', '5511999991003'],
    ['with the place of a carrier in parentheses', '(0XX11) 99999-1003', '5511999991003'],
    ['with the place of a carrier as stars', '0**11 3333-1001', '551133331001'],
    ['with the carrier 15', '0 15 11 98765-4321', '5511987654321'],
    ['with the carrier 21', '0 21 11 99999-1006', '5511999991006'],
    ['with a carrier, of a landline', '02111 3333-1001', '551133331001'],
    ['with the country code twice', '+55 55 11 98765-4321', '5511987654321'],
    ['with the country code twice, of a landline', '55551133331001', '551133331001'],
    ['of the area code 55, whose country code is not doubled', '+55 55 99999-1234', '5555999991234'],
    ['the first of two after Google’s separator', '011 99999-1002 ::: 11 98888-1002', '5511999991002'],
    ['the first of two after a slash', '(11) 98765-4321 / (11) 3333-1001', '5511987654321'],
    ['the first of two after a slash without blanks', '(11) 98765-4321/(11) 3333-1001', '5511987654321'],
    ['the first of two after a comma', '+5511987654321,+5511999990802', '5511987654321'],
    ['the first of two in lines', '11987654321\n11999990802', '5511987654321'],
    ['the first of two after “ou”', '11 98765-4321 ou 11 3333-1001', '5511987654321'],
    ['the mobile number after a landline', '(11) 3333-1001 / 11 98765-4321', '5511987654321'],
    ['the mobile number after a slash, with slashes of its own', '(21) 3751-9428 / 21/97283-8798', '5521972838798'],
    ['the mobile number without its ninth digit after a landline', '(11) 3333-1001 / 11 8765-4321', '551187654321'],
    ['the mobile number after a landline with digits as of one', '(21) 3355-1261 / 21 98765-4321', '5521987654321'],
    ['the first of two landlines', '(11) 3333-1001 / (11) 3333-1002', '551133331001'],
    ['the first that can be used', '3333-1001; 11 98765-4321', '5511987654321'],
    ['the first that can be used, after its label', '3333-1001; p:+5511999990101', '5511999990101'],
    ['the first that can be used, after ten names', `${'Ana; '.repeat(10)}11 98765-4321`, '5511987654321'],
    ['the tenth reading, after slashes', `${'123/'.repeat(8)}11 98765-4321`, '5511987654321'],
    ['after a slash in the last of several', '1; 2; 3; 4; 3333-1001/11 98765-4321', '5511987654321'],
    ['with its area code last', '3333-1001 (11)', '551133331001'],
    ['with its area code last, after the country code', '+55 3333-1001 (11)', '551133331001'],
    ['with its area code last, after a country code without its sign', '55 98765-4321 (11)', '5511987654321'],
    ['with its area code last, of a mobile number', '98765-4321 (011)', '5511987654321'],
    ['with its area code last, without a blank', '98765-4321(11)', '5511987654321'],
    ['with the country code and a slash after the area code', '+55 11/98765-4321', '5511987654321'],
    ['with the country code without a plus and a slash', '55 11/98765-4321', '5511987654321'],
    ['with the country code without a blank and a slash', '+5511/98765-4321', '5511987654321'],
    ['with a slash after the area code and its zero', '(011) / 3333-1001', '551133331001'],
    ['with an extension after a slash', '(11) 3333-1001/1002', '551133331001'],
    ['of two landlines whose slash is no part of the number', '3333-1001/02 e 11 98765-4321', '5511987654321'],
  ])('%s: %s', (_, cell, digits) => {
    expect(phoneIn(cell)?.digits).toBe(digits);
  });

  it.each([
    ['a service number', '*144'],
    ['a test lead of Meta', 'p:<test lead: dummy data for phone_number>'],
    ['scientific notation, whose last digits are lost', '5,5119999914E+12'],
    ['no area code', '99999-1005'],
    ['two landlines without an area code', '3333-1001/02'],
    ['two landlines without an area code or a hyphen', '33331001/45'],
    ['two landlines with a blank', '3333 1001/45'],
    ['a number before its area code', '98765432/11'],
    ['a CPF', '119.876.543-21'],
    ['a label inside', '11 tel: 98765-4321'],
    ['words before a chat', 'veja wa.me/5511987654321?text=Oi'],
    ['a decimal after parentheses', '(11)987654321.0'],
    ['a decimal that is not whole', '1198765432.01'],
    ['a parenthesis that is not closed', '(98765-4321 (11)'],
    ['a digit after the area code', '98765-432 (11) 1'],
    ['a quote inside', "11'98765-4321"],
    ['the place of a carrier after the area code', '11 xx 98765-4321'],
    ['a name before a carrier', 'Ana 0 15 11 98765-4321'],
    ['a plus before a carrier', '+0 15 11 98765-4321'],
    ['a carrier before a second zero', '0 15 011 98765-4321'],
    ['three digits before the number', '101 11 98765-4321'],
    ['two digits before the country code', '99 55 11 98765-4321'],
    ['a zero before a doubled country code', '0 55 55 19 8765-4321'],
    ['a zero after a doubled country code', '55 55 011 98765-4321'],
    ['a word before the number', ' e 11 98765-4321'],
    ['the eleventh reading', `${'123; '.repeat(10)}11 98765-4321`],
    ['after five hundred characters', `${' '.repeat(500)}11 98765-4321`],
    ['words', 'ligar depois'],
    ['nothing', ' '],
    ['a name before the number', 'Ana 11 98765-4321'],
    ['a long text', '1'.repeat(10_000)],
  ])('none: %s: %s', (_, cell) => {
    expect(phoneIn(cell)).toBeUndefined();
  });

  it.each([
    ['a mobile number', '99999-1005', '11', '5511999991005'],
    ['a landline', '3333 1001', '21', '552133331001'],
    ['the mobile number of two', '3333-1001 / 99999-1005', '21', '5521999991005'],
    ['not beside a number that has one', '99999-1005 / (31) 3333-1001', '21', '553133331001'],
    ['the first of two that share their beginning', '33331001/45', '21', '552133331001'],
    ['a mobile number with blanks', '9 9999 1005', '11', '5511999991005'],
    ['a mobile number with points', '9.9999.1005', '11', '5511999991005'],
    ['a mobile number in threes', '999 991 005', '11', '5511999991005'],
    ['a mobile number in threes with a point', '999 991.005', '11', '5511999991005'],
    ['not a number that has one', '(31) 99999-1005', '11', '5531999991005'],
  ])('takes the area code of the import: %s', (_, cell, areaCode, digits) => {
    expect(phoneIn(cell, areaCode)?.digits).toBe(digits);
  });

  it.each([
    ...['123', '9999-100', '+99999-1005', 'a 99999-1005', '123456'],
    ...['(9) 8765-4321', '9876-54321', '(999 991 005', '999 991 005)', '(0xx99999-1005'],
    // A digit is missing, or it is not a phone.
    ...['(91) 8765-432', '(21) 333-444', '91 8765-432', '30130-010', '2026-08-31', '22 33 44 55'],
  ])('%s is none with an area code either', (cell) => {
    expect(phoneIn(cell, '11')).toBeUndefined();
  });
});

it.each([
  '(11) 3333-4444\nMãe\n(11) 98765-4321',
  '(11) 3333-4444 | Mãe | (11) 98765-4321',
  '11 3333-4444, esposa, 11 98765-4321',
  'NÃO LIGAR - 11 98765-4321',
  'antigo | 11 98765-4321',
])('no phone is taken of a cell with another person’s: %j', (cell) => {
  expect(phoneIn(cell)).toBeUndefined();
});

describe('an area code in a cell', () => {
  it.each(['11', '(11)', '011', '(011)', "'11", ' 11 ', '11.0', '11,0'])('%j', (cell) => {
    expect(areaCodeIn(cell)).toBe('11');
  });

  it.each(['', '1', '1x', 'x1', '20', '111', '0111', '11.5', '11.00', '11 9', 'DDD 11', '11 98765-4321'])(
    'none: %j',
    (cell) => {
      expect(areaCodeIn(cell)).toBeUndefined();
    },
  );
});
