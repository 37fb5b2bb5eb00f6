import fc, { type Arbitrary } from 'fast-check';

/** Any code point but halves of one. The unit `binary` of fast-check lists all of them first, which takes a second. */
const anyCharacter: Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

export const anyText = (
  lengths: { readonly minLength?: number; readonly maxLength?: number } = {},
): Arbitrary<string> => fc.string({ unit: anyCharacter, ...lengths });
