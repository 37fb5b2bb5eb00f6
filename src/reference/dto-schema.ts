import { getMetadataStorage } from 'class-validator';
import { type FieldNote, nestedField } from '../common/fields';
import type { Schema } from '../common/json-schema';

type Class = new () => object;

/** One field of a request's class, as its decorators describe it. */
interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** The fields of a class of requests, in the order in which they are written; inherited ones first. */
function fieldsOf(dto: Class): Field[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const names = [...new Set(rules.map((rule) => rule.propertyName))];
  return names.map((name) => {
    const notes = rules.filter((rule) => rule.propertyName === name).map((rule) => (rule.context ?? {}) as FieldNote);
    const own = Object.assign({}, ...notes.map(({ schema }) => schema)) as Schema;
    const type = nestedField(dto, name)?.type();
    const schema = type ? nestedSchema(type, own) : own;
    if (Object.keys(schema).length === 0) throw new Error(`the rules of ${dto.name}.${name} have no schema`);
    return {
      name,
      required: !notes.some(({ optional }) => optional),
      schema: notes.some(({ nullable }) => nullable) ? { ...schema, type: [schema.type, 'null'] } : schema,
    };
  });
}

/** A list is told by its size; everything else that is nested is one object. */
const nestedSchema = (type: Class, own: Schema): Schema =>
  'maxItems' in own ? { type: 'array', ...own, items: bodySchema(type) } : bodySchema(type);

/** The schema of a request body: what the validation pipe checks, unknown fields refused. */
export function bodySchema(dto: Class): Schema {
  const fields = fieldsOf(dto);
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The query parameters that a class describes. */
export const queryParameters = (dto: Class): Schema[] =>
  fieldsOf(dto).map(({ name, required, schema: { description, ...schema } }) => ({
    name,
    in: 'query',
    required,
    ...(description !== undefined && { description }),
    schema,
  }));
