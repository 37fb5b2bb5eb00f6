import { IsEmailAddress, IsText, isText, Must, Optional, OptionalOrNull, Trimmed } from '../../common/fields';
import { InputObject } from '../../common/input';
import { MAX_NAME, MAX_NOTE, MAX_TAG, MAX_TAGS_PER_CALL } from '../../contract/limits';
import { comparisonKey } from '../../common/text';
import { IsTags } from './submit-lead.dto';

/** Whether no tag is in both lists. `IsTags` reports bad tags and lists that are too long. */
const isDisjoint = (tags: unknown, others: unknown): boolean => {
  const keys = new Set(keysOf(others));
  return !keysOf(tags).some((key) => keys.has(key));
};

const keysOf = (tags: unknown): string[] =>
  Array.isArray(tags) && tags.length <= MAX_TAGS_PER_CALL
    ? tags.filter((tag) => isText(tag, MAX_TAG)).map((tag) => comparisonKey(tag))
    : [];

/** What partners and the owner change alike. */
export class LeadChangeDto {
  /** `null` erases the e-mail. */
  @OptionalOrNull() @Trimmed() @IsEmailAddress() email?: string | null;

  @Optional() @Trimmed() @IsTags() add_tags?: string[];

  @Optional()
  @Trimmed()
  @Must((tags, body) => isDisjoint(tags, body.add_tags), 'a mesma etiqueta está em add_tags')
  @IsTags()
  remove_tags?: string[];
}

/** The body of PATCH /leads/{id}: only what changes. */
@InputObject('LeadChanges', { notEmpty: true })
export class ChangeLeadDto extends LeadChangeDto {
  @Optional() @Trimmed() @IsText({ max: MAX_NAME }) name?: string;
  @Optional() @Trimmed() @IsText({ max: MAX_NOTE, lineBreaks: true }) notes?: string;
}
