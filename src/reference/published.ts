import type { Schema } from '../contract/json-schema';

/**
 * The schema of an answer as clients should read it. Version 1 grows: an answer may come to have more fields than its schema
 * names, and a field more values than are listed. Generators make a plain string of `x-extensible-enum`, so nothing breaks.
 */
export function opened(schema: Schema): Schema {
  const { enum: values, ...rest } = schema;
  const listed = (values as (string | null)[] | undefined)?.filter((value) => value !== null);
  const grows = listed && `${listed.map((value) => `\`${value}\``).join(', ')}; more may come.`;
  const told = [schema.description as string | undefined, grows].filter(Boolean).join(' ');
  return {
    ...Object.fromEntries(
      Object.entries(rest)
        .filter(([keyword, value]) => keyword !== 'additionalProperties' || value === true)
        .map(([keyword, value]) => [
          keyword,
          keyword === 'properties' ? openedAll(value as Record<string, Schema>) : openedPart(value),
        ]),
    ),
    ...(told && { description: told }),
    ...(listed && { 'x-extensible-enum': listed }),
  };
}

function openedPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(openedPart);
  return typeof part === 'object' && part !== null ? opened(part as Schema) : part;
}

/** Each of these schemas, opened. */
export const openedAll = (schemas: Readonly<Record<string, Schema>>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, opened(schema)]));
