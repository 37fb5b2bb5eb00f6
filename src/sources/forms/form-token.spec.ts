import { HOUR_MS } from '../../contract/durations';
import { newToken, stateOf } from './form-token';

const SHOWN = { secret: Buffer.alloc(32, 1), sourceId: 'a', form: { title: 'Contato' } };
const MADE = Date.UTC(2026, 0, 5);
const token = newToken(SHOWN, MADE);

it.each([
  [-5, 'too young'],
  [0, 'too young'],
  [1_999, 'too young'],
  [2_000, 'current'],
  [24 * HOUR_MS, 'current'],
  [24 * HOUR_MS + 1, 'outdated'],
])('a page is %i ms old: %s', (age, state) => expect(stateOf(SHOWN, token, MADE + age)).toBe(state));

it('a page of the form before a change is outdated', () => {
  expect(stateOf({ ...SHOWN, form: { title: 'Orçamento' } }, token, MADE + HOUR_MS)).toBe('outdated');
});

it.each([
  ['of another account', { ...SHOWN, secret: Buffer.alloc(32, 2) }, token],
  ['of another form', { ...SHOWN, sourceId: 'b' }, token],
  ['altered', SHOWN, token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
  ['missing', SHOWN, ''],
  ['invented', SHOWN, 'x'.repeat(200)],
])('a token %s is none', (_, shown, sent) => expect(stateOf(shown, sent, MADE + HOUR_MS)).toBeUndefined());

it('two pages have two tokens', () => expect(newToken(SHOWN, MADE)).not.toBe(token));
