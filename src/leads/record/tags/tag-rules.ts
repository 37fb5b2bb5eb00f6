import type { Rule } from '../../../contract/document/route-text';
import { MAX_TAGS_PER_LEAD } from '../../../contract/limits';

export const TAG_RULES: readonly Rule[] = [
  { fields: ['remove_tags'], rule: 'No tag is both in `add_tags` and in `remove_tags`.' },
  {
    fields: ['add_tags'],
    rule: `A lead has at most ${MAX_TAGS_PER_LEAD} tags, counted after \`remove_tags\`. What it has already takes no further room.`,
  },
];
