import { v7 as uuidv7 } from 'uuid';
import { comparisonKey } from '../../common/text';
import { addTags, removeTags } from './tags.queries';
import { tagNames } from './tag-name';

/** Tags that a lead gets and loses, in the spelling of the caller. */
interface TagsGiven {
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
}

/** The statements of a change of a lead's tags, of those that it `held`; `left` are the ids of those that it loses. */
export function tagChange(
  accountId: string,
  leadId: string,
  held: readonly { readonly id: string; readonly key: string }[],
  { add_tags = [], remove_tags = [] }: TagsGiven,
) {
  const added = tagNames(add_tags).filter(({ key }) => !held.some((tag) => tag.key === key));
  const removedKeys = remove_tags.map(comparisonKey);
  const left = held.filter(({ key }) => removedKeys.includes(key)).map(({ id }) => id);
  const tags = added.map((tag) => ({ ...tag, id: uuidv7() }));
  return {
    changes: tags.length > 0 || left.length > 0,
    left,
    belongings: [
      left.length > 0 ? removeTags(accountId, leadId, left) : undefined,
      tags.length > 0 ? addTags(accountId, leadId, tags) : undefined,
    ],
  };
}
