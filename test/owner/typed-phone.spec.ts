import { phoneAsShown, spacedPhone, wholePhone } from '../../console/typed-phone';

it.each([
  ['as it is shown', '(11) 98765-4321', '11987654321'],
  ['with its country code in parentheses', '(+55) 11 98765-4321', '+5511987654321'],
  ['copied from a chat', '\u202a+55\u00a011\u00a098765\u20114321\u202c', '+5511987654321'],
  ['with dots', '11.98765.4321', '11987654321'],
  ['with a slash', '11/98765-4321', '11987654321'],
  ['its end alone', '98765-4321', undefined],
  ['two of them', '11 98765-4321 11 3333-4444', undefined],
  ['after a name', 'Ana 11987654321', undefined],
  ['in an e-mail address', '11987654321@2.3', undefined],
  ['with a plus in the middle', '55+11987654321', undefined],
  ['nothing', '', undefined],
])('a whole phone in a search: %s', (_, text, phone) => expect(wholePhone(text)).toBe(phone));

it('dots and slashes are blanks', () => expect(spacedPhone('11.98765/4321')).toBe('11 98765 4321'));

it.each([
  ['11912349876', '(11) 91234-9876'],
  ['1132345678', '(11) 3234-5678'],
  ['5532345678', '(55) 3234-5678'],
  ['011912349876', '(11) 91234-9876'],
  ['+5511912349876', '(11) 91234-9876'],
  ['5511912349876', '(11) 91234-9876'],
  ['+351912345678', '+351912345678'],
  ['351912345678', '351912345678'],
])('the whole phone %s is shown as %s', (phone, shown) => expect(phoneAsShown(phone)).toBe(shown));
