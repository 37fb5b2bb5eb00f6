import { comparisonKey } from '../../common/text';
import { MAX_TAGS_PER_LEAD } from '../../contract/limits';
import type { Warning } from '../../contract/submission';
import { type TagName, tagNames } from './tag-name';

/** The tags that a lead gets of those that were sent. */
interface FittingTags {
  /** Those that it lacks and has room for, in the order of their keys. */
  readonly fitting: readonly TagName[];
  /** Whether there was room for all; the last ones that were sent have none. */
  readonly allFit: boolean;
}

/**
 * Which of the `sent` tags a lead gets that has the tags `held`, by their keys. A tag that it has takes no further room. A lead that
 * has more than it may, by a merge or from before this limit, gets none.
 */
export function tagsThatFit(sent: readonly string[], held: readonly string[]): FittingTags {
  const lacked = [...new Set(sent.map(comparisonKey))].filter((key) => !held.includes(key));
  const given = lacked.slice(0, Math.max(0, MAX_TAGS_PER_LEAD - held.length));
  return {
    fitting: tagNames(sent).filter(({ key }) => given.includes(key)),
    allFit: given.length === lacked.length,
  };
}

/** What a reader is told of a submission whose tags did not all fit. */
export const TAGS_LEFT_OUT: Warning = {
  code: 'tags_full',
  field: 'tags',
  message: `Um lead tem no máximo ${MAX_TAGS_PER_LEAD} etiquetas; as que passam disso ficaram de fora.`,
};
