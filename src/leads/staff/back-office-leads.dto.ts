import { STAFF_CHANNELS, type StaffChannel } from '../../contract/person';
import {
  IsOneOf,
  IsSentIdOrNull,
  IsString,
  IsText,
  IsTrueOrFalse,
  NestedList,
  Optional,
  OptionalOrNull,
  Trimmed,
} from '../../common/input/fields';
import { InputObject } from '../../common/input/input';
import { SENT_ID } from '../../contract/document/json-schema';
import { MAX_MOVE_REASON, MAX_NAME } from '../../contract/limits';
import { IsMoment, IsPastMoment, IsPlannedMoment } from '../../common/input/moment.field';
import { type Origin, ORIGINS } from '../../contract/origin';
import { LeadTextsDto, TextsAsEntered } from '../intake/lead-texts.dto';
import { IsDealValue, IsDealValueOrNull, IsPhone, IsTags } from '../intake/submit-lead.dto';

@InputObject('ConversationInput')
export class StaffConversationDto {
  @IsPhone() phone!: string;
  @IsOneOf(STAFF_CHANNELS) channel!: StaffChannel;
  @Optional() @Trimmed() @IsText({ max: MAX_NAME }) name?: string;
  @Optional() @IsPastMoment() created_at?: string;
}

@InputObject('StaffDealInput')
export class StaffDealDto {
  @IsString(SENT_ID) stage_id!: string;
  @Optional() @IsDealValue() value?: number;
}

@TextsAsEntered()
class EnteredLeadDto extends LeadTextsDto {
  @IsPhone() phone!: string;
  @Optional() @Trimmed() @IsTags() tags?: string[];
  @Optional() @IsOneOf(ORIGINS) origin?: Origin;
  @Optional() @IsPastMoment() created_at?: string;
  @Optional() @NestedList(() => StaffDealDto, { max: 50 }) deals?: StaffDealDto[];
}

/** The body of the account's POST /leads. */
@InputObject('OwnerLeadInput')
@TextsAsEntered()
export class AccountLeadDto extends EnteredLeadDto {
  /** A member; null: nobody. */
  @Optional() @IsSentIdOrNull() responsible_id?: string | null;
}

@InputObject('StaffLeadInput')
@TextsAsEntered()
export class StaffLeadDto extends EnteredLeadDto {
  @Optional() @IsTrueOrFalse() allow_duplicate?: boolean;
}

@InputObject('OriginInput')
export class OriginDto {
  @IsOneOf(ORIGINS) origin!: Origin;
}

@InputObject('StaffDealMove')
export class StaffMoveDto {
  @IsString(SENT_ID) stage_id!: string;
}

/** The body of the owner's PUT /deals/{id}/stage. */
@InputObject('OwnerDealMove')
export class AccountMoveDto extends StaffMoveDto {
  @Optional() @Trimmed() @IsText({ max: MAX_MOVE_REASON }) reason?: string;
  /** The stage that the owner saw. */
  @Optional() @IsString(SENT_ID) expected_stage_id?: string;
  /** Reais, of a won deal; null: unknown. Without it, the value of the deal. */
  @OptionalOrNull() @IsDealValue() closed_value?: number | null;
  /** When it was won; now without it. */
  @Optional() @IsPastMoment() closed_at?: string;
}

/** The body of PATCH /deals/{id}. */
@InputObject('DealValue')
export class DealValueDto {
  /** Reais; null: none. */
  @IsDealValueOrNull() value!: number | null;
  /** The version of the lead that the caller saw. */
  @Optional() @IsMoment() expected_updated_at?: string;
}

@InputObject('StaffAppointmentInput')
export class StaffAppointmentDto {
  @IsString(SENT_ID) lead_id!: string;
  @IsPlannedMoment() starts_at!: string;
  @IsTrueOrFalse() attended!: boolean;
}

@InputObject('AttendanceInput')
export class AttendanceDto {
  @IsTrueOrFalse() attended!: boolean;
}
