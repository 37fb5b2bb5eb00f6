import { comparisonKey } from '../../common/text';
import { MAX_TAGS_PER_LEAD } from '../../contract/limits';
import type { Warning } from '../../contract/submission';

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

interface FittingTags {
  /** Missing tags with room, in key order. */
  readonly fitting: readonly TagName[];
  /** False when the last sent tags have no room. */
  readonly allFit: boolean;
}

/** Counts no room for a tag that the lead has. A lead above the limit, by a merge or from before the limit, gets none. */
export function tagsThatFit(tags: readonly string[], present: readonly string[]): FittingTags {
  const missing = [...new Set(tags.map(comparisonKey))].filter((key) => !present.includes(key));
  const fittingKeys = missing.slice(0, Math.max(0, MAX_TAGS_PER_LEAD - present.length));
  return {
    fitting: tagNames(tags).filter(({ key }) => fittingKeys.includes(key)),
    allFit: fittingKeys.length === missing.length,
  };
}

export const TAGS_LEFT_OUT: Warning = {
  code: 'tags_full',
  field: 'tags',
  message: `Um lead tem no máximo ${MAX_TAGS_PER_LEAD} etiquetas; as que passam disso ficaram de fora.`,
};
