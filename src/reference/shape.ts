import type { Schema } from '../common/json-schema';

/** The schemas of answers are put together from these. */

export const TEXT: Schema = { type: 'string' };
export const FLAG: Schema = { type: 'boolean' };
export const COUNT: Schema = { type: 'integer', minimum: 0 };
export const ID: Schema = { type: 'string', format: 'uuid' };
/** UTC with milliseconds. */
export const MOMENT: Schema = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
};
export const DAY: Schema = { type: 'string', format: 'date' };
/** Reais, to the cent. */
export const MONEY: Schema = { type: 'number', minimum: 0 };

export const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values });

export const listOf = (items: Schema): Schema => ({ type: 'array', items });

export const orNull = (schema: Schema): Schema =>
  '$ref' in schema
    ? { anyOf: [schema, { type: 'null' }] }
    : { ...schema, type: [schema.type, 'null'], ...('enum' in schema && { enum: [...(schema.enum as []), null] }) };

/** A schema under `components`. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/**
 * The schema of what a view makes. The compiler sees to it that every field of the view has an entry, and no other has;
 * `optional` are the fields that may be absent.
 */
export const objectOf = <View extends object>(
  fields: { readonly [Field in keyof Required<View>]: Schema },
  ...optional: (keyof View & string)[]
): Schema => ({
  type: 'object',
  properties: fields,
  required: Object.keys(fields).filter((name) => !(optional as string[]).includes(name)),
  additionalProperties: false,
});

/** The envelope of a success. */
export const dataOf = (data: Schema, more: Readonly<Record<string, Schema>> = {}): Schema => ({
  type: 'object',
  properties: { data, ...more },
  required: ['data', ...Object.keys(more)],
  additionalProperties: false,
});

/** The envelope of a list that comes page by page. */
export const pageOf = (item: Schema, more: Readonly<Record<string, Schema>> = {}): Schema =>
  dataOf(listOf(item), { next_cursor: { type: ['string', 'null'] }, ...more });
