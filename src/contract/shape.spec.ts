import { eitherOf, having, listOf, named, object, type Of, oneOf, only, optional, orNull, TEXT, told } from './shape';

const CAT = named('Cat', object({ name: TEXT, colour: oneOf(['black', 'white']) }));
const HOUSE = object({
  address: orNull(TEXT),
  colour: told(orNull(oneOf(['red', 'blue'])), 'Of the door.'),
  cats: having(listOf(CAT), { maxItems: 3 }),
  eldest: orNull(CAT),
  guest: optional(eitherOf(CAT, only('nobody'))),
});

/** The compiler holds this to the shape: a field more or less, or another value, does not compile. */
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
      guest: { anyOf: [cat, { const: 'nobody' }] },
    },
    required: ['address', 'colour', 'cats', 'eldest'],
    additionalProperties: false,
  });
  expect(CAT.definition).toMatchObject({ type: 'object', required: ['name', 'colour'] });
});

it('a shape is a type', () => expect([HERE, THERE, ELSEWHERE, NOWHERE]).toHaveLength(4));
