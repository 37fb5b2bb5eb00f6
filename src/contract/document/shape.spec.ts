import {
  COUNT,
  DAY,
  eitherOf,
  EMPTY_TEXT,
  FLAG,
  having,
  ID,
  listOf,
  MOMENT,
  MONEY,
  named,
  object,
  type Of,
  oneOf,
  only,
  optional,
  orNull,
  PHONE_DIGITS,
  SHAPES,
  TEXT,
  described,
} from './shape';

const CAT = named('Cat', object({ name: TEXT, colour: oneOf(['black', 'white']) }));
const HOUSE = object({
  address: orNull(TEXT),
  colour: described(orNull(oneOf(['red', 'blue'])), 'Of the door.'),
  cats: having(listOf(CAT), { maxItems: 3 }),
  eldest: orNull(CAT),
  guest: optional(eitherOf(CAT, only('nobody'))),
});

/** The compiler checks this against the shape: other fields or values do not compile. */
const HERE: Of<typeof HOUSE> = { address: null, colour: 'red', cats: [{ name: 'Mia', colour: 'black' }], eldest: null };
const THERE: Of<typeof HOUSE> = { ...HERE, guest: 'nobody' };
// @ts-expect-error: the list is closed
const ELSEWHERE: Of<typeof HOUSE> = { ...HERE, colour: 'green' };
// @ts-expect-error: only `guest` may be absent
const NOWHERE: Of<typeof HOUSE> = { address: null, colour: null, cats: [] };

it('a shape is a schema, and refers to shapes that have a name', () => {
  const cat = { $ref: '#/components/schemas/Cat' };
  expect(HOUSE.schema).toEqual({
    type: 'object',
    properties: {
      address: { type: ['string', 'null'] },
      colour: { type: ['string', 'null'], enum: ['red', 'blue', null], description: 'Of the door.' },
      cats: { type: 'array', items: cat, maxItems: 3 },
      eldest: { anyOf: [cat, { type: 'null' }] },
      guest: { anyOf: [cat, { type: 'string', const: 'nobody' }] },
    },
    required: ['address', 'colour', 'cats', 'eldest'],
    additionalProperties: false,
  });
  expect(SHAPES.get('Cat')).toMatchObject({ type: 'object', required: ['name', 'colour'] });
});

it.each([
  ['FLAG', FLAG, { type: 'boolean' }],
  ['COUNT', COUNT, { type: 'integer', minimum: 0 }],
  ['ID', ID, { type: 'string', format: 'uuid' }],
  ['DAY', DAY, { type: 'string', format: 'date' }],
  ['MONEY', MONEY, { type: 'number', minimum: 0 }],
  ['MOMENT', MOMENT, { type: 'string', format: 'date-time', pattern: expect.any(String) as string }],
  ['PHONE_DIGITS', PHONE_DIGITS, { type: 'string', pattern: expect.any(String) as string }],
])('%s', (_, { schema }, expected) => expect(schema).toEqual(expected));

it.each([
  [
    'MOMENT',
    MOMENT,
    '2026-03-01T12:00:00.000Z',
    ['x2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Zx', '2026-03-01T12:00:00Z'],
  ],
  ['PHONE_DIGITS', PHONE_DIGITS, '5511987654321', ['+5511987654321', '551198765x', '1234567', '1234567890123456']],
])('%s matches what it means and nothing else', (_, { schema }, right, wrong) => {
  const matches = (text: string): boolean => new RegExp(schema.pattern as string).test(text);
  expect(matches(right)).toBe(true);
  expect(wrong.filter(matches)).toEqual([]);
});

it('a shape is a type', () => expect([HERE, THERE, ELSEWHERE, NOWHERE]).toHaveLength(4));

it('an empty text has no length', () => expect(EMPTY_TEXT.schema).toEqual({ type: 'string', maxLength: 0 }));

it('a name is taken once', () => expect(() => named('Cat', TEXT)).toThrow('two shapes are named Cat'));
