import { newSecret } from '../keys/api-key';
import { formFault } from './refused-credential';

const fault = (headers: string[], hasCookie = false): string | undefined =>
  formFault({ headersDistinct: headers.length > 0 ? { authorization: headers } : {} }, hasCookie);

it.each([
  ['no header', [], /^Falta a credencial/],
  ['two headers', ['Bearer a', 'Bearer b'], /mais de uma vez/],
  ['the token alone', ['abc'], /forma Bearer/],
  ['another scheme', ['Basic abc'], /forma Bearer/],
  ['the word alone', ['Bearer '], /forma Bearer/],
  ['a token with a space in it', ['Bearer a b'], /forma Bearer/],
  ['a token in quotes', ['Bearer "abc"'], /aspas/],
  ['a placeholder', ['Bearer <token>'], /sinais/],
  ['a key of the partner API', [`Bearer ${newSecret('ent_live_')}`], /chave de API/],
])('%s is told by its form', (_, headers, message) => expect(fault(headers)).toMatch(message));

it('a token of the right form is not told more of', () =>
  expect([fault(['Bearer abc']), fault(['Bearer ab<c'])]).toEqual([undefined, undefined]));
it('nor is a cookie', () => expect(fault([], true)).toBeUndefined());
