import { IsEmailAddress, IsText, Must, Optional, OptionalOrNull, Trimmed } from '../common/fields';
import { MAX_NAME, MAX_NOTE } from '../common/limits';
import { comparisonKey } from '../common/text';
import { IsTags } from './submit-lead.dto';

/** Whether no tag stands in both lists. */
const isDisjoint = (tags: unknown, others: unknown): boolean => {
  if (!Array.isArray(tags) || !Array.isArray(others)) return true;
  const keys = new Set(others.map((tag) => comparisonKey(String(tag))));
  return !tags.some((tag) => keys.has(comparisonKey(String(tag))));
};

/** The body of PATCH /leads/{id}: only what changes. */
export class ChangeLeadDto {
  @Optional() @Trimmed() @IsText({ max: MAX_NAME }) name?: string;

  /** `null` erases the e-mail. */
  @OptionalOrNull() @Trimmed() @IsEmailAddress() email?: string | null;

  @Optional() @Trimmed() @IsTags() add_tags?: string[];

  @Optional()
  @Trimmed()
  @Must((tags, body) => isDisjoint(tags, body.add_tags), 'a mesma tag está em add_tags')
  @IsTags()
  remove_tags?: string[];

  @Optional() @Trimmed() @IsText({ max: MAX_NOTE, lineBreaks: true }) notes?: string;
}
