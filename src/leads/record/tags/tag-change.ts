import { v7 as uuidv7 } from 'uuid';
import { ApiError } from '../../../common/api-error';
import { comparisonKey } from '../../../common/text';
import { MAX_TAGS_PER_LEAD } from '../../../contract/limits';
import { addTags, removeTags } from './tags.queries';
import { tagsThatFit } from './tag-room';

interface TagsGiven {
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
}

/** `left` are the ids of removed tags, which make room first. Without `allFit`, tags without room are left out. */
export function tagChange(
  accountId: string,
  leadId: string,
  held: readonly { readonly id: string; readonly key: string }[],
  { add_tags = [], remove_tags = [] }: TagsGiven,
) {
  const removedKeys = remove_tags.map(comparisonKey);
  const isRemoved = ({ key }: { readonly key: string }): boolean => removedKeys.includes(key);
  const left = held.filter(isRemoved).map(({ id }) => id);
  const keptKeys = held.filter((tag) => !isRemoved(tag)).map(({ key }) => key);
  const { fitting, allFit } = tagsThatFit(add_tags, keptKeys);
  const tags = fitting.map((tag) => ({ ...tag, id: uuidv7() }));
  return {
    changes: tags.length > 0 || left.length > 0,
    left,
    allFit,
    belongings: [
      left.length > 0 ? removeTags(accountId, leadId, left) : undefined,
      tags.length > 0 ? addTags(accountId, leadId, tags) : undefined,
    ],
  };
}

/** Throws 422 for added tags without room. */
export function refuseWithoutRoom({ allFit }: { readonly allFit: boolean }): void {
  if (allFit) return;
  throw ApiError.invalid([
    {
      field: 'add_tags',
      message: `um lead tem no máximo ${MAX_TAGS_PER_LEAD} etiquetas; remova alguma para dar lugar`,
    },
  ]);
}
