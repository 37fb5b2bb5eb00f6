/** A value as JSON has it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** Returns the trimmed text of a text, number or flag; undefined for a blank one, null, and anything else. */
export function textOf(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  return String(value).trim() || undefined;
}

/** Returns the first text among the values at the keys. */
export function textAt(object: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = Object.hasOwn(object, key) ? textOf(object[key]) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}
