import { IsOneOf, IsSentIdOrNull, IsText, IsTextOrBlank, Optional, Trimmed } from '../../common/input/fields';
import { InputObject } from '../../common/input/input';
import { IsMoment } from '../../common/input/moment.field';
import { MAX_ACTIVITY_TEXT, MAX_NOTES_RECORD } from '../../contract/limits';
import { type Origin, ORIGINS } from '../../contract/origin';
import { LeadChangeDto, TextsAsEdited } from './lead.dto';

@InputObject('LeadEdits', { notEmpty: true })
@TextsAsEdited()
export class EditLeadDto extends LeadChangeDto {
  /** Becomes an activity of its own. */
  @Optional() @Trimmed() @IsText({ max: MAX_ACTIVITY_TEXT, lineBreaks: true }) note?: string;

  /** Replaces the whole record. */
  @Optional() @Trimmed() @IsTextOrBlank({ max: MAX_NOTES_RECORD, lineBreaks: true }) notes?: string;

  @Optional() @IsOneOf(ORIGINS) origin?: Origin;

  /** A member; null: nobody. */
  @Optional() @IsSentIdOrNull() responsible_id?: string | null;

  /** The version that the caller saw. */
  @Optional() @IsMoment() expected_updated_at?: string;
}
