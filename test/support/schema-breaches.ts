import type { SchemaObject, Surroundings } from './schema-values';

/** Half a surrogate pair, which no text may contain. A schema cannot express that. */
const HALF_CHARACTER = 'a\ud800b';

const WRONG_TEXTS = ['', ' ', '\t', 'a\u0000b', 'a\u0085b', 'a\tb', 'a/b', '+', '()', 'x@', '2026-02-30', '0000-01-01'];
const WRONG_MOMENTS = ['2026-02-30T00:00:00Z', '2026-03-01T24:00:00Z', '2026-03-01 00:00:00Z', '2026-03-01T00:00Z'];
const OTHER_TYPES: readonly unknown[] = [null, 7, [null]];

/** Copies a valid value with one mistake each. Some copies may still be valid: check them with the schema. */
export function breaches(unresolved: SchemaObject, value: unknown, around: Surroundings): unknown[] {
  const schema = around.resolve(unresolved);
  if (schema.oneOf) return schema.oneOf.flatMap((form) => breaches(form, value, around));
  return [...OTHER_TYPES, ...ownBreaches(schema, value, around)];
}

function ownBreaches(schema: SchemaObject, value: unknown, around: Surroundings): unknown[] {
  if (schema.enum || 'const' in schema) return ['unknown', {}, '', `${String(schema.enum?.[0])} `];
  switch (Array.isArray(schema.type) ? (schema.type as string[])[0] : schema.type) {
    case 'object':
      return objectBreaches(schema, isObject(value) ? value : {}, around);
    case 'array':
      return listBreaches(schema, Array.isArray(value) ? value : [], around);
    case 'string':
      return textBreaches(schema, typeof value === 'string' ? value : 'a');
    case 'integer':
    case 'number':
      return numberBreaches(schema);
    default:
      return ['true', 'x', {}, 0];
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function objectBreaches({ properties = {} }: SchemaObject, value: Record<string, unknown>, around: Surroundings) {
  const without = (name: string) => Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
  return [
    'x',
    [],
    ...Object.keys(value).map(without),
    { ...value, unknown: 1 },
    JSON.parse(`{ "__proto__": 1, ${JSON.stringify(value).slice(1)}`.replace(', }', '}')) as object,
    ...Object.entries(properties).flatMap(([name, schema]) =>
      breaches(schema, value[name], around).map((bad) => ({ ...value, [name]: bad })),
    ),
  ];
}

function listBreaches({ items = {}, maxItems, minItems }: SchemaObject, list: unknown[], around: Surroundings) {
  return [
    'x',
    {},
    ...(maxItems === undefined || list.length === 0 ? [] : [Array.from({ length: maxItems + 1 }, () => list[0])]),
    ...(minItems === undefined ? [] : [list.slice(0, minItems - 1)]),
    ...list.flatMap((item, index) => breaches(items, item, around).map((bad) => list.with(index, bad))),
  ];
}

const textBreaches = ({ maxLength, format, pattern }: SchemaObject, text: string): unknown[] => [
  true,
  {},
  ...(maxLength === undefined ? [] : [text.trimEnd() + 'x'.repeat(maxLength + 1), '😀'.repeat(maxLength + 1)]),
  ...(format === 'date-time' ? WRONG_MOMENTS : []),
  ...WRONG_TEXTS,
  // Only for texts without control characters: ids and signals may be any text.
  ...(pattern?.includes('\\x1f') ? [HALF_CHARACTER] : []),
];

const numberBreaches = ({ minimum = 0, maximum = 0, type }: SchemaObject): unknown[] => [
  minimum - 1,
  maximum + 1,
  -1e-9,
  1e300,
  String(minimum),
  true,
  {},
  ...(type === 'integer' ? [minimum + 0.5] : []),
];

export const hasHalfCharacter = (value: unknown): boolean => JSON.stringify(value).includes('\\ud800');
