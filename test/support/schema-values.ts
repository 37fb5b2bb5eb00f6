import { anyText } from './any-text';
import fc, { type Arbitrary, type WeightedArbitrary } from 'fast-check';

export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly SchemaObject[];
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly items?: SchemaObject;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly unknown[];
  readonly 'x-rule'?: boolean;
}

export interface Surroundings {
  readonly resolve: (schema: SchemaObject) => SchemaObject;
  /** Good values for a field, such as existing ids. */
  readonly known: (field: string) => readonly string[];
}

/** Draws values that fit the schema: known values, examples, or any permitted text. */
export function fitting(unresolved: SchemaObject, around: Surroundings, field = ''): Arbitrary<unknown> {
  const schema = around.resolve(unresolved);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((form) => fitting(form, around)));
  if (Array.isArray(schema.type)) {
    const [type] = schema.type as string[];
    return fc.oneof({ weight: 3, arbitrary: fitting({ ...schema, type }, around, field) }, fc.constant(null));
  }
  switch (schema.type) {
    case 'object':
      return objects(schema, around);
    case 'array':
      return lists(schema, around);
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return numbers(schema, fc.integer({ min: schema.minimum, max: schema.maximum }));
    case 'number':
      return numbers(schema, fc.double({ min: schema.minimum, max: schema.maximum, noNaN: true }));
    case 'string':
      return fc.oneof(...texts(schema, around.known(field)));
    default:
      throw new Error(`no values are known for ${JSON.stringify(schema)}`);
  }
}

/** Above this many optional fields an object has the filters of a list, and many of them at once nearly always break a rule. */
const MOST_OPTIONAL = 20;
const FEW_FILTERS = 4;

function objects({ properties = {}, required = [], minProperties = 0 }: SchemaObject, around: Surroundings) {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  if (optional.length > MOST_OPTIONAL)
    return fc
      .subarray(optional, { maxLength: FEW_FILTERS })
      .chain((some) => recordOf(properties, [...required, ...some], around));
  return recordOf(properties, required, around, optional).filter((value) => Object.keys(value).length >= minProperties);
}

function recordOf(
  properties: Readonly<Record<string, SchemaObject>>,
  required: readonly string[],
  around: Surroundings,
  optional: readonly string[] = [],
): Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties)
    .filter(([name]) => required.includes(name) || optional.includes(name))
    .map(([name, schema]) => [name, fitting(schema, around, name)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required], noNullPrototype: true });
}

function lists({ items = {}, minItems = 0, maxItems = 3 }: SchemaObject, around: Surroundings) {
  const item = fitting(items, around);
  const short = fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, 3) });
  return maxItems > 10 ? short : fc.oneof(short, fc.array(item, { minLength: maxItems, maxLength: maxItems }));
}

/** Favours the bounds, and numbers with significant decimals. */
function numbers({ type, minimum: min = 0, maximum: max = 1e6 }: SchemaObject, any: Arbitrary<number>) {
  const odd = type === 'integer' ? [] : [1e3, 1.005, 2.5e-7];
  return fc.oneof(any, fc.constantFrom(min, max, ...odd));
}

/** Favours known values and examples, so that calls pass validation. */
function texts(schema: SchemaObject, known: readonly string[]): WeightedArbitrary<string>[] {
  const { pattern, format, minLength = 0, maxLength = 200, examples = [] } = schema;
  const good = known.length > 0 ? known : (examples as string[]);
  const found = good.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...good) }] : [];
  if (format === 'date') return [...found, { weight: 3, arbitrary: days() }];
  if (format === 'date-time') return [...found, { weight: 3, arbitrary: moments() }];
  const fits = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const isFit = (text: string): boolean =>
    !/\p{Cs}/u.test(text) &&
    [...text].length >= minLength &&
    [...text].length <= maxLength &&
    (fits?.test(text) ?? true);
  const extremes = ['x'.repeat(maxLength), '😀'.repeat(maxLength), ' ', ' Ação \n', 'a\u0000b'].filter(isFit);
  return [
    ...found,
    ...(extremes.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...extremes) }] : []),
    { weight: 2, arbitrary: matching(pattern, minLength, maxLength).filter(isFit) },
  ];
}

const drawn = new Map<string, Arbitrary<string>>();

/** Cached by pattern and length, because making them takes longer than drawing from them. */
function matching(pattern: string | undefined, minLength: number, maxLength: number): Arbitrary<string> {
  const key = JSON.stringify([pattern, minLength, maxLength]);
  const any =
    drawn.get(key) ??
    (pattern === undefined
      ? anyText({ minLength, maxLength })
      : fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' }));
  drawn.set(key, any);
  return any;
}

const days = (): Arbitrary<string> =>
  fc.oneof(daysBetween('2026-01-01', '2026-11-22'), daysBetween('1969-12-30', '2104-03-01'), fc.constant('0001-01-01'));

const daysBetween = (min: string, max: string): Arbitrary<string> =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10));

const moments = (): Arbitrary<string> =>
  fc
    .record({
      day: days(),
      time: fc.constantFrom('00:00:00', '23:59:59', '12:30:00'),
      fraction: fc.constantFrom('', '.1', '.123', '.999999999'),
      zone: fc.constantFrom('Z', '+00:00', '-03:00', '+14:00'),
    })
    .map(({ day, time, fraction, zone }) => `${day}T${time}${fraction}${zone}`);
