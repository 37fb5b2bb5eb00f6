import { atOnce } from '../../../test/support/at-once';
import { NO_RULES } from '../../../test/support/reading-rules';
import type { Json } from './json';
import { peopleIn } from './people';
import { readPerson } from './read-person';

const phone = (at: number): string => `11 98765-${4000 + at}`;
const leads = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ nome: `Ana ${'abcdefghijk'[at % 11]}`, telefone: phone(at) }));
const ANA = { nome: 'Ana a', telefone: phone(0) };
const BIA = { nome: 'Ana b', telefone: phone(1) };

it.each<[what: string, body: Json, path: string, elements: Json[]]>([
  ['a list', [ANA, BIA], '[]', [ANA, BIA]],
  ['a list of one', [ANA], '[]', [ANA]],
  ['a list under `leads`', { id: 1, leads: [ANA, BIA] }, 'leads[]', [ANA, BIA]],
  ['a list further inside', { payload: { contacts: [ANA, BIA] } }, 'payload.contacts[]', [ANA, BIA]],
])('%s is several people', (_, body, path, elements) => {
  expect(peopleIn(body)).toMatchObject(elements.map((element) => ({ element, path, isRest: false })));
});

it.each<[what: string, body: Json]>([
  ['a phone outside of the list', { telefone: phone(3), items: [{ nome: 'Camiseta', telefone: phone(1) }] }],
  ['two lists', { leads: [ANA], contacts: [BIA] }],
  ['a list without phones', { whatsapp: '', items: [{ nome: 'Camiseta' }, { nome: 'Boné' }] }],
  [
    'a list of pairs',
    [
      { name: 'nome', value: 'Ana' },
      { name: 'telefone', value: phone(1) },
    ],
  ],
  [
    'a list of pairs under `data`',
    {
      data: [
        { label: 'nome', value: 'Ana' },
        { label: 'telefone', value: phone(1) },
      ],
    },
  ],
  ['a list under another key', { people: [ANA, BIA] }],
  ['an empty list', []],
  ['a list of texts', ['a', 'b']],
])('%s is one person', (_, body) => {
  expect(peopleIn(body)).toEqual([{ body, kept: body, element: body, path: '', isRest: false }]);
});

it('holds the people after the first 100 together', () => {
  const people = peopleIn(leads(103));
  expect(people).toHaveLength(101);
  expect(people.at(-1)).toMatchObject({ isRest: true, element: leads(103).slice(100) });
  expect(atOnce(readPerson(people.at(-1) as (typeof people)[number], NO_RULES))).toMatchObject({
    heldFor: 'two_phones',
  });
});

it('reads each person with the same paths, and with what stands around them', () => {
  const read = peopleIn({ utm_source: 'google', leads: [ANA, BIA] }).map((person) =>
    atOnce(readPerson(person, NO_RULES)),
  );
  expect(read.map(({ body }) => body)).toEqual([
    { phone: '+5511987654000', name: 'Ana a', attribution: { utm_source: 'google' } },
    { phone: '+5511987654001', name: 'Ana b', attribution: { utm_source: 'google' } },
  ]);
  expect(read.map(({ fields }) => fields.map(({ path }) => path))).toEqual([
    ['utm_source', 'leads[].nome', 'leads[].telefone'],
    ['utm_source', 'leads[].nome', 'leads[].telefone'],
  ]);
});

it('gives a hundred people little of what stands around them', () => {
  const people = peopleIn({
    ...Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, 'x'.repeat(50)])),
    leads: leads(100),
  });
  expect(people).toHaveLength(100);
  expect(JSON.stringify(people.map(({ body }) => body)).length).toBeLessThan(100 * 6_000);
});
