import type { Schema } from '../contract/document/shape';

/** Schema of an answer for clients: in version 1 objects may gain fields. `x-extensible-enum` lets closed lists grow too. */
export function opened(schema: Schema): Schema {
  const { enum: values, ...rest } = schema;
  const listed = (values as (string | null)[] | undefined)?.filter((value) => value !== null);
  const grows = listed && `${listed.map((value) => `\`${value}\``).join(', ')}; more may come.`;
  const description = [schema.description as string | undefined, grows].filter(Boolean).join(' ');
  return {
    ...Object.fromEntries(
      Object.entries(rest)
        .filter(([keyword, value]) => keyword !== 'additionalProperties' || value === true)
        .map(([keyword, value]) => [
          keyword,
          keyword === 'properties' ? openedAll(value as Record<string, Schema>) : openedPart(value),
        ]),
    ),
    ...(description && { description }),
    ...(listed && { 'x-extensible-enum': listed }),
  };
}

function openedPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(openedPart);
  return typeof part === 'object' && part !== null ? opened(part as Schema) : part;
}

export const openedAll = (schemas: Readonly<Record<string, Schema>>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, opened(schema)]));
