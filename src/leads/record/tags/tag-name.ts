import { comparisonKey } from '../../../common/text';

/** A tag as written, and the key shared by its spellings. */
export interface TagName {
  readonly key: string;
  readonly name: string;
}

/** Returns each tag once in the order of its key, in which tags are locked. */
export function tagNames(tags: readonly string[]): TagName[] {
  const byKey = new Map<string, string>();
  for (const name of tags) {
    const key = comparisonKey(name);
    if (!byKey.has(key)) byKey.set(key, name);
  }
  return [...byKey.keys()].sort().map((key) => ({ key, name: byKey.get(key) as string }));
}
