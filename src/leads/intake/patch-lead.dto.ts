import { IsText, isText, Must, Optional, Trimmed } from '../../common/input/fields';
import { InputObject } from '../../common/input/input';
import { MAX_NOTE, MAX_TAG, MAX_TAGS_PER_CALL } from '../../contract/limits';
import { comparisonKey } from '../../common/text';
import { ErasableTextsDto, IsFilled, TextsAsChanged } from './lead-texts.dto';
import { IsNewTags, IsTags } from './submit-lead.dto';

/** Checks that no tag is in both lists. `IsTags` reports bad tags and lists that are too long. */
const isDisjoint = (tags: unknown, others: unknown): boolean => {
  const keys = new Set(keysOf(others));
  return !keysOf(tags).some((key) => keys.has(key));
};

const keysOf = (tags: unknown): string[] =>
  Array.isArray(tags) && tags.length <= MAX_TAGS_PER_CALL
    ? tags.filter((tag) => isText(tag, MAX_TAG)).map((tag) => comparisonKey(tag))
    : [];

export class LeadChangeDto extends ErasableTextsDto {
  @Optional() @Trimmed() @IsNewTags() add_tags?: string[];

  @Optional()
  @Trimmed()
  @Must((tags, body) => isDisjoint(tags, body.add_tags), 'a mesma etiqueta está em add_tags')
  @IsTags()
  remove_tags?: string[];
}

@InputObject('LeadChanges', { notEmpty: true })
@TextsAsChanged()
export class ChangeLeadDto extends LeadChangeDto {
  @Optional() @Trimmed() @IsFilled() @IsText({ max: MAX_NOTE, lineBreaks: true }) notes?: string;
}
