import { getMetadataStorage } from 'class-validator';
import {
  type FieldNote,
  mayBeBlank,
  mayBeNull,
  type NestedField,
  nestedField,
  orBlank,
  type Input,
  inputOf,
} from '../common/input/fields';
import { ref, type Schema } from '../contract/document/shape';

type Class = new () => object;
type Nesting = (type: Class) => Schema;

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** Fields of a request class in source order; inherited ones first. `blank` adds to a schema that the field may be blank. */
function fieldsOf(dto: Class, nesting: Nesting, blank = withBlank): Field[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const names = [...new Set(rules.map((rule) => rule.propertyName))];
  return names.map((name) => {
    const notes = rules.filter((rule) => rule.propertyName === name).map((rule) => (rule.context ?? {}) as FieldNote);
    const own = Object.assign({}, ...notes.map(({ schema }) => schema)) as Schema;
    const nested = nestedField(dto, name);
    const schema = nested ? nestedSchema(nested, own, nesting) : own;
    if (Object.keys(schema).length === 0) throw new Error(`the rules of ${dto.name}.${name} have no schema`);
    const sent = mayBeBlank(dto, name) ? blank(schema) : schema;
    return {
      name,
      required: !notes.some(({ optional }) => optional),
      schema: mayBeNull(dto, name) || notes.some(({ nullable }) => nullable) ? orNull(sent) : sent,
    };
  });
}

/** A list has a size; every other nested value is one object. */
const nestedSchema = ({ type, max }: NestedField, own: Schema, nesting: Nesting): Schema =>
  max === undefined ? nesting(type()) : { type: 'array', ...own, items: nesting(type()) };

function orNull({ $ref, anyOf, ...schema }: Schema): Schema {
  if ($ref) return { ...schema, oneOf: [{ $ref }, NOTHING] };
  return anyOf ? { ...schema, anyOf: [...(anyOf as Schema[]), NOTHING] } : { ...schema, type: [schema.type, 'null'] };
}

const NOTHING: Schema = { type: 'null' };

/** Only the description says it of values that are no texts: a second type would make generated clients clumsy. */
const withBlank = (schema: Schema): Schema => ({
  ...(schema.type === 'string' && 'pattern' in schema ? orBlank(schema) : schema),
  description: [schema.description, 'Blank counts as absent.'].filter(Boolean).join(' '),
});

/** A text in place of the value counted as absent. */
const orText = (schema: Schema): Schema =>
  schema.type === 'string' ? { type: 'string' } : { anyOf: [schema, { type: 'string' }] };

const objectSchema = (fields: readonly Field[], { required, ...more }: Schema = {}): Schema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
  ...(required !== undefined && (required as []).length > 0 && { required }),
  ...more,
  additionalProperties: false,
});

const requiredOf = (fields: readonly Field[]): string[] =>
  fields.filter((field) => field.required).map(({ name }) => name);

/** Self-contained schema of a stored request body, which is shown as it was sent. */
export function bodySchema(dto: Class): Schema {
  const fields = fieldsOf(dto, bodySchema, orText);
  return objectSchema(fields, { required: requiredOf(fields) });
}

function named(dto: Class): Input {
  const input = inputOf(dto);
  if (!input) throw new Error(`${dto.name} has no name for the API reference (@InputObject)`);
  return input;
}

export const inputRef = (dto: Class): Schema => ref(named(dto).name);

/** Schemas of a request class, its forms and its nested classes, by name. */
export function inputSchemas(dto: Class): Record<string, Schema> {
  const { name, notEmpty, forms, formBy } = named(dto);
  const inner: Class[] = [];
  const fields = fieldsOf(dto, (type) => {
    inner.push(type);
    return inputRef(type);
  });
  const own = forms
    ? { [name]: choiceOf(forms, formBy), ...formSchemas(dto, fields) }
    : { [name]: objectSchema(fields, { required: requiredOf(fields), ...(notEmpty && { minProperties: 1 }) }) };
  return Object.assign(own, ...inner.map(inputSchemas)) as Record<string, Schema>;
}

function choiceOf(forms: NonNullable<Input['forms']>, formBy: Input['formBy']): Schema {
  const values = Object.entries(formBy?.values ?? {});
  const mapping = Object.fromEntries(values.map(([form, value]) => [value, String(ref(form).$ref)]));
  return {
    oneOf: Object.keys(forms).map(ref),
    ...(formBy && { discriminator: { propertyName: formBy.field, mapping } }),
  };
}

/** Each form has its own fields, and the fields of other forms that may be `null`, which count as absent. */
function formSchemas(dto: Class, fields: readonly Field[]): Record<string, Schema> {
  const { forms = {}, formBy } = named(dto);
  const inForm = (form: string, field: Field): Field[] => {
    if (field.name === formBy?.field) return [{ ...field, schema: { type: 'string', const: formBy.values[form] } }];
    if (!mayBeNull(dto, field.name)) return forms[form]?.includes(field.name) ? [field] : [];
    return [{ ...field, schema: forms[form]?.includes(field.name) ? { ...field.schema, type: 'string' } : NOTHING }];
  };
  return Object.fromEntries(
    Object.entries(forms).map(([form, required]) => [
      form,
      objectSchema(
        fields.flatMap((field) => inForm(form, field)),
        { required },
      ),
    ]),
  );
}

export const queryParameters = (dto: Class): Schema[] =>
  fieldsOf(dto, bodySchema).map(({ name, required, schema: { description, ...schema } }) => ({
    name,
    in: 'query',
    required,
    ...(description !== undefined && { description }),
    schema,
  }));
