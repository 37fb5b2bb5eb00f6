import type { Steps } from '../../common/in-slices';

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

/** The names in an object of which a text has two values: a further one gets a number, as the paths of fields do. */
export class OwnNames {
  private readonly uses = new Map<string, number>();

  of(name: string): string {
    let nth = this.uses.get(name) ?? 1;
    let own = name;
    while (this.uses.has(own)) own = `${name}#${++nth}`;
    this.uses.set(own, 1).set(name, nth);
    return own;
  }
}

/** The texts of JSON, those before a colon as keys, its numbers, and the ends of objects. */
const TOKENS = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|[{}]/g;

/** Parses JSON without a loss: JSON.parse keeps the last of equal keys, and rounds numbers above 2^53. Throws for what is no JSON. */
export function* parseAll(json: string): Steps<Json> {
  const parsed = JSON.parse(json) as Json;
  const objects: OwnNames[] = [];
  let whole = '';
  let end = 0;
  for (const { 0: token, 1: colon, index } of json.matchAll(TOKENS)) {
    yield;
    if (token === '{') objects.push(new OwnNames());
    if (token === '}') objects.pop();
    const own = colon === undefined ? exact(token) : ownKey(token, colon, objects.at(-1));
    if (own === token) continue;
    whole += json.slice(end, index) + own;
    end = index + token.length;
  }
  return end === 0 ? parsed : (JSON.parse(whole + json.slice(end)) as Json);
}

function ownKey(token: string, colon: string, names: OwnNames | undefined): string {
  const name = JSON.parse(token.slice(0, -colon.length)) as string;
  const own = names?.of(name) ?? name;
  return own === name ? token : `${JSON.stringify(own)}:`;
}

/** Returns a number that would be rounded as a text. */
const exact = (token: string): string => (Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER ? `"${token}"` : token);
