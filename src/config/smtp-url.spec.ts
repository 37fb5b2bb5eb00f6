import { mailTlsOf } from './smtp-url';

it.each([
  ['smtp://mail.example:587', 'demanded'],
  ['smtp://user:secret@mail.example', 'demanded'],
  ['smtps://mail.example', 'demanded'],
  ['smtp://203.0.113.7', 'demanded'],
  ['smtp://127.example:587', 'demanded'],
  ['smtp://localhost.example', 'demanded'],
  ['smtp://[2001:db8::1]', 'demanded'],
  ['smtps://localhost', 'demanded'],
  ['smtp://localhost:1025', 'offered'],
  ['smtp://LOCALHOST', 'offered'],
  ['smtp://127.0.0.1', 'offered'],
  ['smtp://127.8.8.8', 'offered'],
  ['smtp://[::1]:25', 'offered'],
  ['smtp://mail.example?tls=off', 'off'],
  ['smtp://localhost?tls=off', 'off'],
  ['smtps://mail.example?tls=off', undefined],
  ['smtp://mail.example?tls=on', undefined],
  ['smtp://mail.example?tls', undefined],
  ['smtp://mail.example?requireTLS=false', undefined],
  ['smtp://mail.example?tls=off&tls=off', undefined],
  ['smtp://mail.example?tls=off&requireTLS=false', undefined],
  ['smtp:mail.example', undefined],
  ['smtp:///x', undefined],
])('%s: TLS is %s', (url, tls) => {
  expect(mailTlsOf(url)).toBe(tls);
});
