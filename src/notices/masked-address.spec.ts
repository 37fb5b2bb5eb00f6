import { maskedAddress, maskedText } from './mail-failure';

it.each([
  ['maria@example.com', 'm***@e***.com'],
  ['m@x.br', 'm***@x***.br'],
  ['ana.silva@mail.example.com.br', 'a***@m***.br'],
  ['ana@localhost', 'a***@l***'],
  ['ana@example.', 'a***@e***'],
  ['ana', 'a***@***'],
  ['', '***@***'],
])('%s is shown as %s', (address, masked) => {
  expect(maskedAddress(address)).toBe(masked);
});

it.each([
  ['<maria@example.com>: no such user', '<m***@e***.com>: no such user'],
  ['maria@example.com, ana@example.org', 'm***@e***.com, a***@e***.org'],
  ['https://a.example/?to=maria%40example.com&x=1', 'https://a.example/?to=m***@e***.com&x=1'],
  ['maria@localhost', 'm***@l***'],
  ['no address', 'no address'],
])('%s is shown as %s', (text, masked) => {
  expect(maskedText(text, '')).toBe(masked);
});

it.each([
  ['user Ana.S of example.com', 'user a*** of e***.com'],
  ['ana.silva bana.s ana.s2 axb', 'ana.silva bana.s ana.s2 axb'],
  ['(ana.s)', '(a***)'],
  ['anaxs', 'anaxs'],
])('%s, to ana.s@example.com, is shown as %s', (text, masked) => {
  expect(maskedText(text, 'ana.s@example.com')).toBe(masked);
});

it('a name with signs of patterns is a text', () => {
  expect(maskedText('of a+(b)$ and aab', 'a+(b)$@x.br')).toBe('of a*** and aab');
  expect(maskedText('user ana', 'ana')).toBe('user a***');
});
