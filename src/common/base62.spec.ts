import fc from 'fast-check';
import { base62, fromBase62 } from './base62';

const KNOWN = [
  [0n, 1, '0'],
  [9n, 1, '9'],
  [10n, 1, 'A'],
  [35n, 1, 'Z'],
  [36n, 1, 'a'],
  [61n, 1, 'z'],
  [62n, 2, '10'],
  [3_843n, 2, 'zz'],
  [3_844n, 3, '100'],
  [0n, 6, '000000'],
  [61n, 6, '00000z'],
  [2n ** 32n - 1n, 6, '4gfFC3'],
  [2n ** 128n - 1n, 22, '7n42DGM5Tflk9n8mt7Fhc7'],
] as const;

describe('base 62', () => {
  it.each(KNOWN)('of %s with width %i is %s', (number, width, text) => {
    expect(base62(number, width)).toBe(text);
    expect(fromBase62(text)).toBe(number);
  });

  it('is never cut to its width', () => expect(base62(3_844n, 2)).toBe('100'));

  it('is read again as the same number, whatever its width', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n }), fc.nat({ max: 60 }), (number, width) => {
        const text = base62(number, width);
        expect(text).toMatch(/^[0-9A-Za-z]*$/);
        expect(text.length).toBeGreaterThanOrEqual(width);
        expect(fromBase62(text)).toBe(number);
      }),
    );
  });

  it('of one width is in the order of the numbers', () => {
    const number = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
    fc.assert(fc.property(number, number, (a, b) => a < b === base62(a, 22) < base62(b, 22)));
  });

  it('holds 256 bits in 43 characters and 128 bits in 22', () => {
    expect(base62(2n ** 256n - 1n, 43)).toHaveLength(43);
    expect(base62(2n ** 128n - 1n, 22)).toHaveLength(22);
  });

  it.each(['-', '_', ' ', 'abc ', ' abc', 'a b', '+', '/', '=', 'ã', '１', '😀', '\0', '-1', '0x1f!'])(
    '%j is not a number of it',
    (text) => expect(fromBase62(text)).toBeUndefined(),
  );

  it('of nothing is zero', () => expect(fromBase62('')).toBe(0n));
});
