import { IsOneOf, IsText, IsTextOrBlank, Optional, OptionalOrNull, Trimmed } from '../../common/fields';
import { InputObject } from '../../common/input';
import { IsMoment } from '../../common/moment.field';
import { MAX_NAME, MAX_NOTE, MAX_NOTES_RECORD } from '../../contract/limits';
import { type Origin, ORIGINS } from '../../contract/origin';
import { LeadChangeDto } from '../intake/change-lead.dto';

/** The body of the owner's PATCH /leads/{id}: only what changes. */
@InputObject('LeadEdits', { notEmpty: true })
export class EditLeadDto extends LeadChangeDto {
  /** `null` erases the name. */
  @OptionalOrNull() @Trimmed() @IsText({ max: MAX_NAME }) name?: string | null;

  /** A further entry of the record. */
  @Optional() @Trimmed() @IsText({ max: MAX_NOTE, lineBreaks: true }) note?: string;

  /** The whole record, as it is to be from now on; a `note` comes after it. */
  @Optional() @Trimmed() @IsTextOrBlank({ max: MAX_NOTES_RECORD, lineBreaks: true }) notes?: string;

  @Optional() @IsOneOf(ORIGINS) origin?: Origin;

  /** The version that the owner saw. */
  @Optional() @IsMoment() expected_updated_at?: string;
}
