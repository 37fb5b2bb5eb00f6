import { CONSENTS } from '../../test/support/headers/consents';
import { casesOf, type HeaderCase, type HeaderKind } from '../../test/support/headers/header-kinds';
import { kindOfHeader } from '../../test/support/headers/kind-of-header';
import { MOMENTS } from '../../test/support/headers/moments';
import { NAMES } from '../../test/support/headers/names';
import { PHONES_BY_HAND } from '../../test/support/headers/phones-by-hand';
import { PHONES_OF_OTHERS } from '../../test/support/headers/phones-of-others';
import { PHONES_OF_TOOLS } from '../../test/support/headers/phones-of-tools';
import { UNKNOWN_WORDS, withWord } from '../../test/support/headers/unknown-words';

const CASES: readonly HeaderCase[] = [
  PHONES_OF_TOOLS,
  PHONES_BY_HAND,
  PHONES_OF_OTHERS,
  NAMES,
  MOMENTS,
  CONSENTS,
].flatMap(casesOf);

describe('a header of a file', () => {
  it.each(CASES)('%s: %j is %s', (_, header, kind) => expect(kindOfHeader(header)).toBe(kind));
});

describe('a known header with one unknown word', () => {
  const RECOGNISED: readonly HeaderKind[] = ['phone', 'name', 'created_at', 'consent'];
  const recognised = CASES.filter(([, , kind]) => RECOGNISED.includes(kind)).map(([, header]) => header);

  it.each(UNKNOWN_WORDS)('%s: is no phone, name, moment or consent', (word) => {
    // A quarter of the forms with each header; together the headers have all of them.
    const headers = recognised.flatMap((header, at) => withWord(header, word).filter((_, form) => form % 4 === at % 4));
    expect(headers.filter((header) => RECOGNISED.includes(kindOfHeader(header)))).toEqual([]);
  });
});
