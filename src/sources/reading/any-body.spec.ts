import fc from 'fast-check';
import { atOnce } from '../../../test/support/at-once';
import { NO_RULES } from '../../../test/support/reading-rules';
import { TOOL_PAYLOADS } from '../../../test/support/tool-payloads';
import { decodeBody } from './decode-body';
import { isList, isObject, type Json } from './json';
import { peopleIn } from './people';
import { readPerson } from './read-person';

/** Labels of the payloads in other languages, and without sense. */
const TRANSLATIONS: Readonly<Record<string, readonly string[]>> = {
  name: ['naam', 'nom', 'Vorname', 'cognome', 'imię', 'qwe'],
  phone: ['teléfono móvil', 'téléphone', 'Handynummer', 'numero di cellulare', 'numer telefonu', 'zxc'],
  email: ['sähköposti', 'courriel', 'E-Mail-Adresse', 'posta', 'adres', 'asd'],
  other: ['otro', 'autre', 'andere', 'altro', 'inny', 'jkl'],
};

const kindOf = (label: string): readonly string[] => {
  if (/fone|phone|cel|whats/i.test(label)) return TRANSLATIONS['phone'] ?? [];
  if (/nom|name/i.test(label)) return TRANSLATIONS['name'] ?? [];
  return TRANSLATIONS[/mail/i.test(label) ? 'email' : 'other'] ?? [];
};

/** Changes of a body that leave its person the same, or not to be found. */
interface Change {
  readonly seed: number;
  readonly isShuffled: boolean;
  readonly wrapper: string | null;
  /** The part of the labels that are translated, in percent. */
  readonly translated: number;
  readonly nested: number;
}

const CHANGE: fc.Arbitrary<Change> = fc.record({
  seed: fc.integer(),
  isShuffled: fc.boolean(),
  wrapper: fc.constantFrom(null, 'body', 'data', 'x', 'lead'),
  translated: fc.constantFrom(0, 0, 30, 100),
  nested: fc.constantFrom(0, 0, 20),
});

function changed(body: Json, { seed, isShuffled, wrapper, translated, nested }: Change): Json {
  let state = seed;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    return (state >>> 8) % below;
  };
  const isDrawn = (percent: number): boolean => draw(100) < percent;
  const renamed = (label: string): string => (isDrawn(translated) ? (kindOf(label)[draw(6)] ?? label) : label);
  const change = (value: Json): Json => {
    if (isList(value)) return value.map(change);
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, item]): [string, Json] => {
      const isLabel = ['label', 'title', 'name', 'column_name', 'column_id'].includes(key) && typeof item === 'string';
      const inside = isLabel && 'value' in value ? renamed(item) : change(item);
      return [
        /^[a-z]*id$|fields|answers|value|field|type|options/i.test(key) ? key : renamed(key),
        isDrawn(nested) ? { inside } : inside,
      ];
    });
    if (isShuffled) entries.sort(() => draw(3) - 1);
    return Object.fromEntries(entries);
  };
  const all = change(body);
  return wrapper === null ? all : { [wrapper]: all };
}

const CASES = TOOL_PAYLOADS.filter(({ type, expected }) => type === 'application/json' && 'phone' in expected);

/** The lead of RD Station has two phones, of which each may be the only one that is still known. */
const WITH_ONE_PHONE = CASES.filter(({ tool }) => tool !== 'RD Station');

it.each(WITH_ONE_PHONE)(
  '$tool: shuffled, renamed or nested, it is the same person or held',
  async ({ body, type, expected }) => {
    const decoded = await decodeBody(Buffer.from(body), type);
    if (!('body' in decoded) || !('phone' in expected)) throw new Error('unreadable');
    fc.assert(
      fc.property(CHANGE, (change) => {
        for (const person of peopleIn(changed(decoded.body, change))) {
          const read = atOnce(readPerson(person, NO_RULES));
          if (read.heldFor) continue;
          const { phone, name = '', email, attribution } = read.body;
          expect(phone).toBe(`+${expected.phone}`);
          expect([undefined, expected.email]).toContain(email);
          // Of a name in two fields one may be lost.
          for (const word of String(name).split(' ')) expect(['', ...(expected.name ?? '').split(' ')]).toContain(word);
          for (const [signal, value] of Object.entries(attribution ?? {}))
            expect(expected.attribution).toHaveProperty(signal, value);
        }
      }),
      { numRuns: 60 },
    );
  },
);

it.each(CASES)(
  '$tool: in any order of keys and inside another object, it is the same lead',
  async ({ body, type, expected }) => {
    const decoded = await decodeBody(Buffer.from(body), type);
    if (!('body' in decoded) || !('phone' in expected)) throw new Error('unreadable');
    const whole = fc.record({ seed: fc.integer(), wrapper: fc.constantFrom(null, 'body', 'x') });
    fc.assert(
      fc.property(whole, ({ seed, wrapper }) => {
        const [person] = peopleIn(changed(decoded.body, { seed, wrapper, isShuffled: true, translated: 0, nested: 0 }));
        if (!person) throw new Error('nobody');
        const { notes, ...rest } = atOnce(readPerson(person, NO_RULES)).body as { notes?: string };
        const { phone, notes: lines, ...others } = expected;
        expect(rest).toEqual({ phone: `+${phone}`, ...others });
        expect(notes?.split('\n').toSorted()).toEqual(lines?.split('\n').toSorted());
      }),
      { numRuns: 30 },
    );
  },
);

it('reads any JSON without an error', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (body) => {
      for (const person of peopleIn(body as Json)) atOnce(readPerson(person, NO_RULES));
    }),
  );
});
