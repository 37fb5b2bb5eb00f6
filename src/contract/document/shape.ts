/** A JSON Schema of draft 2020-12, as in OpenAPI 3.1. */
export type Schema = { readonly [keyword: string]: unknown };

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Describes a value of the API once; gives the schema of the reference and the type of the compiler. */
export interface Shape<Value> {
  readonly schema: Schema;
  /** Type only; the property does not exist. */
  readonly value: Value;
}

export type Of<S extends Shape<unknown>> = S['value'];

interface OptionalShape<Value> extends Shape<Value> {
  readonly isOptional: true;
}

type Fields = Readonly<Record<string, Shape<unknown>>>;
type OptionalOf<F extends Fields> = { [K in keyof F]: F[K] extends OptionalShape<unknown> ? K : never }[keyof F];
type Flat<T> = { [K in keyof T]: T[K] };
type ObjectOf<F extends Fields> = Flat<
  { readonly [K in Exclude<keyof F, OptionalOf<F>>]: Of<F[K]> } & { readonly [K in OptionalOf<F>]?: Of<F[K]> }
>;

/** Makes a shape from a schema and a type, where the functions below cannot. */
export const shape = <Value>(schema: Schema): Shape<Value> => ({ schema }) as Shape<Value>;

export const TEXT = shape<string>({ type: 'string' });
export const FLAG = shape<boolean>({ type: 'boolean' });
export const COUNT = shape<number>({ type: 'integer', minimum: 0 });
export const ID = shape<string>({ type: 'string', format: 'uuid' });
/** UTC with milliseconds. */
export const MOMENT = shape<string>({
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
});
export const DAY = shape<string>({ type: 'string', format: 'date' });
/** Reais, to the cent. */
export const MONEY = shape<number>({ type: 'number', minimum: 0 });
/** Digits only, with country code. */
export const PHONE_DIGITS = shape<string>({ type: 'string', pattern: '^\\d{8,15}$' });

export const oneOf = <const Values extends readonly string[]>(values: Values): Shape<Values[number]> =>
  shape({ type: 'string', enum: values });

/** Exactly this value. The type is for client generators, some of which ignore `const` alone. */
export const only = <const Value extends string | boolean>(value: Value): Shape<Value> =>
  shape({ type: typeof value, const: value });

/** An empty text; generators ignore `const: ""`. */
export const EMPTY_TEXT = shape<''>({ type: 'string', maxLength: 0 });

export const listOf = <Value>(item: Shape<Value>): Shape<readonly Value[]> =>
  shape({ type: 'array', items: item.schema });

export function orNull<Value>({ schema }: Shape<Value>): Shape<Value | null> {
  if ('$ref' in schema || 'anyOf' in schema) return shape({ anyOf: [schema, { type: 'null' }] });
  const values = 'enum' in schema && { enum: [...(schema.enum as []), null] };
  return shape({ ...schema, type: [schema.type, 'null'], ...values });
}

/** Adds keywords to a shape for one use. */
export const having = <Value>({ schema }: Shape<Value>, keywords: Schema): Shape<Value> =>
  shape({ ...schema, ...keywords });

export const described = <Value>(value: Shape<Value>, description: string): Shape<Value> =>
  having(value, { description });

export const optional = <Value>({ schema }: Shape<Value>): OptionalShape<Value> =>
  ({ schema, isOptional: true }) as OptionalShape<Value>;

/** An object with these fields and no others. */
export const object = <F extends Fields>(fields: F): Shape<ObjectOf<F>> =>
  shape({
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema])),
    required: Object.keys(fields).filter((name) => !('isOptional' in (fields[name] as object))),
    additionalProperties: false,
  });

const definitions = new Map<string, Schema>();

/** Definitions of all named shapes in the loaded files. */
export const SHAPES: ReadonlyMap<string, Schema> = definitions;

/** Names a shape under `components`. Throws for a name that is taken. */
export function named<Value>(name: string, { schema }: Shape<Value>): Shape<Value> {
  if (definitions.has(name)) throw new Error(`two shapes are named ${name}`);
  definitions.set(name, schema);
  return shape(ref(name));
}

export const eitherOf = <One, Other>(one: Shape<One>, other: Shape<Other>): Shape<One | Other> =>
  shape({ anyOf: [one.schema, other.schema] });
