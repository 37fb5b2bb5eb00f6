/** A JSON Schema of draft 2020-12, as in OpenAPI 3.1. */
export type Schema = { readonly [keyword: string]: unknown };

/** A rule without a keyword: a value that fits the schema may still be refused. */
export const ruled = (rule: string): Schema => ({ description: rule, 'x-rule': true });

/** Schema of an id in a request: any text; one that is not a UUID behaves like an unknown id. */
export const SENT_ID: Schema = { examples: ['019aa5f2-7c1e-7d40-9a3b-5d2c8f1e6a04'] };

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The schema of a text with a pattern, where a blank one is allowed too. */
export const orBlank = ({ minLength: _, ...schema }: Schema): Schema => ({
  ...schema,
  pattern: `^\\s*$|${String(schema.pattern)}`,
});
