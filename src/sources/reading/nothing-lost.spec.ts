import fc from 'fast-check';
import { decodeBody } from './decode-body';
import type { Json } from './json';
import { peopleIn } from './people';
import { withoutSecrets } from './same-again';

/** A JSON as it is written: its objects may have equal names, or such that become equal. Null is a value. */
type Written =
  | null
  | { readonly list: readonly Written[] }
  | { readonly object: readonly (readonly [name: string, value: Written])[] };

const NAMES = [
  'a',
  'b',
  'a\0',
  'a#2',
  '\ud800a',
  '0',
  '1',
  '',
  '__proto__',
  'telefone',
  'leads',
  'label',
  'value',
  'id',
];

const { written } = fc.letrec<{ written: Written }>((tie) => ({
  written: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.record({ list: fc.array(tie('written'), { maxLength: 4 }) }),
    fc.record({ object: fc.array(fc.tuple(fc.constantFrom(...NAMES), tie('written')), { maxLength: 8 }) }),
  ),
}));

/** Gives each value a number of its own: a phone, or one that is too long for a number of JavaScript. */
class Numbers {
  readonly all: string[] = [];

  next(): string {
    const number = String(11_980_000_000 + this.all.length);
    this.all.push(this.all.length % 2 === 0 ? number : `98765432${number}`);
    return this.all.at(-1) ?? '';
  }

  jsonOf(value: Written): string {
    if (value === null) return this.next();
    if ('list' in value) return `[${value.list.map((item) => this.jsonOf(item)).join(',')}]`;
    return `{${value.object.map(([name, item]) => `${JSON.stringify(name)} :${this.jsonOf(item)}`).join(',')}}`;
  }
}

const textsIn = (value: Json): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)];

/** Returns which of the numbers are in nothing that is kept of a body. */
async function lostOf({ all }: Numbers, body: string, type: string): Promise<readonly string[]> {
  const decoded = await decodeBody(Buffer.from(body), type);
  if (!('body' in decoded)) return [];
  const kept = new Set(peopleIn(decoded.body).flatMap((person) => textsIn(withoutSecrets(person.kept))));
  return all.filter((number) => !kept.has(number));
}

it('no value of a JSON is lost', async () => {
  const around = fc.integer({ min: 0, max: 120 });
  await fc.assert(
    fc.asyncProperty(written, around, async (value, count) => {
      const numbers = new Numbers();
      const more = Array.from({ length: count }, (_, n) => `"x${n}":${numbers.next()}`).join(',');
      const inside = numbers.jsonOf(value);
      const body = count === 0 ? inside : `{${more},"leads":${inside}}`;
      expect(await lostOf(numbers, body, 'application/json')).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

/** Names with brackets, few of each, so that they meet. */
const PARTS = ['[]', '[0]', '[1]', '[2]', '[b]', '[b#2]', '\0'];
const names = fc.array(
  fc.tuple(fc.constantFrom('a', 'b', 'a#2', ''), fc.array(fc.constantFrom(...PARTS), { maxLength: 3 })),
  { minLength: 1, maxLength: 12 },
);

it.each<[kind: string, type: string, write: (pairs: readonly (readonly [string, string])[]) => string]>([
  [
    'form',
    'application/x-www-form-urlencoded',
    (pairs) => pairs.map(([name, value]) => `${encodeURIComponent(name)}=${value}`).join('&'),
  ],
  [
    'form in parts',
    'multipart/form-data; boundary=b',
    (pairs) =>
      pairs
        .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join(''),
  ],
])('no value of a %s is lost', async (_, type, write) => {
  await fc.assert(
    fc.asyncProperty(names, fc.boolean(), async (all, isJson) => {
      const numbers = new Numbers();
      const pairs = all.map(([begin, parts]): [string, string] => {
        const number = numbers.next();
        return [begin + parts.join(''), isJson ? `{"n":${number},"n":${numbers.next()}}` : number];
      });
      expect(await lostOf(numbers, write(pairs), type)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

it('what stands after many empty pairs of a form is not lost', async () => {
  expect(await decodeBody(Buffer.from(`${'&'.repeat(3_000)}telefone=11987654321`))).toEqual({ unreadable: true });
});

it.each([
  '{"token":"secret","token":"secret"}',
  '{"token":"secret","token\\u0000":"secret"}',
  '{"name":"token","value":"secret","value":"secret"}',
  '{"name":"x","name":"token","value":"secret"}',
])('a secret that comes twice is kept nowhere: %s', async (body) => {
  const decoded = await decodeBody(Buffer.from(body));
  const text = JSON.stringify('body' in decoded && withoutSecrets(decoded.body));
  expect(text).not.toContain('secret');
});

it('equal keys have their values in order, the first under the key itself', async () => {
  const body = '{"telefone":1,"\\u0074elefone":2,"telefone#2":3,"telefone\\u0000":4,"x":{"telefone":5}}';
  expect(await decodeBody(Buffer.from(body))).toEqual({
    body: { telefone: 1, 'telefone#2': 2, 'telefone#2#2': 3, 'telefone#3': 4, x: { telefone: 5 } },
  });
});
