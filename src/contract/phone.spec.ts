import { AREA_CODES, nationalPhone } from './phone';

it.each([
  ['a mobile number', '5511987654321', '(11) 98765-4321'],
  ['a mobile number from before the ninth digit', '551187654321', '(11) 8765-4321'],
  ['a landline', '551133331001', '(11) 3333-1001'],
  ['a number of Germany with a Brazilian end', '49551187654321', '+49551187654321'],
  ['too many digits', '55119876543210', '+55119876543210'],
  ['a number of Portugal', '351912345678', '+351912345678'],
])('%s', (_, digits, written) => {
  expect(nationalPhone(digits)).toBe(written);
});

it('Brazil has 67 area codes', () => expect(AREA_CODES).toHaveLength(67));
