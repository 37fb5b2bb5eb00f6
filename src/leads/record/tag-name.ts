import { comparisonKey } from '../../common/text';

/** A tag as written and the key by which spellings are the same tag. */
export interface TagName {
  readonly key: string;
  readonly name: string;
}

/** Each tag once, in the order of the keys: tags are always locked in this order, so no two requests deadlock. */
export function tagNames(tags: readonly string[]): TagName[] {
  const byKey = new Map<string, string>();
  for (const name of tags) {
    const key = comparisonKey(name);
    if (!byKey.has(key)) byKey.set(key, name);
  }
  return [...byKey.keys()].sort().map((key) => ({ key, name: byKey.get(key) as string }));
}
