import type { IncomingMessage } from 'node:http';
import { bearerToken } from './bearer';

const tokenOf = (...authorization: string[]): string | undefined =>
  bearerToken({ headersDistinct: { authorization } } as unknown as IncomingMessage);

it.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER   abc', 'abc'],
  ['Bearer a.b-c_d=', 'a.b-c_d='],
])('%j gives %j', (header, token) => {
  expect(tokenOf(header)).toBe(token);
});

it.each([
  ...['', 'Bearer', 'Bearer ', 'abc', 'Basic abc', 'Bearerabc', 'Bearer a b', 'xBearer abc', 'Bearer abc '],
  'Bearer\tabc',
])('%j gives none', (header) => {
  expect(tokenOf(header)).toBeUndefined();
});

it('none, and more than one, give none', () => {
  expect(tokenOf()).toBeUndefined();
  expect(tokenOf('Bearer abc', 'Bearer abc')).toBeUndefined();
  expect(bearerToken({ headersDistinct: {} } as IncomingMessage)).toBeUndefined();
});
