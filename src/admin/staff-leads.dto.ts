import { STAFF_CHANNELS, type StaffChannel } from '../contract/conversation';
import {
  IsEmailAddress,
  IsOneOf,
  IsString,
  IsText,
  IsTrueOrFalse,
  NestedList,
  Optional,
  Trimmed,
} from '../common/fields';
import { InputObject } from '../common/input';
import { SENT_ID } from '../contract/json-schema';
import { MAX_MOVE_REASON, MAX_NAME } from '../contract/limits';
import { IsPastMoment, IsPlannedMoment } from '../common/moment.field';
import { type Origin, ORIGINS } from '../contract/origin';
import { IsDealValue, IsPhone, IsTags } from '../leads/intake/submit-lead.dto';

/** The body of POST /accounts/{id}/conversations. */
@InputObject('ConversationInput')
export class StaffConversationDto {
  @IsPhone() phone!: string;
  @IsOneOf(STAFF_CHANNELS) channel!: StaffChannel;
  @Optional() @Trimmed() @IsText({ max: MAX_NAME }) name?: string;
  @Optional() @IsPastMoment() created_at?: string;
}

@InputObject('StaffDealInput')
class StaffDealDto {
  @IsString(SENT_ID) stage_id!: string;
  @Optional() @IsDealValue() value?: number;
}

/** The body of the owner's POST /leads. */
@InputObject('OwnerLeadInput')
export class OwnerLeadDto {
  @IsPhone() phone!: string;
  @Optional() @Trimmed() @IsText({ max: MAX_NAME }) name?: string;
  @Optional() @Trimmed() @IsEmailAddress() email?: string;
  @Optional() @Trimmed() @IsTags() tags?: string[];
  @Optional() @IsOneOf(ORIGINS) origin?: Origin;
  @Optional() @IsPastMoment() created_at?: string;
  @Optional() @NestedList(() => StaffDealDto, { max: 50 }) deals?: StaffDealDto[];
}

/** The body of POST /accounts/{id}/leads. */
@InputObject('StaffLeadInput')
export class StaffLeadDto extends OwnerLeadDto {
  @Optional() @IsTrueOrFalse() allow_duplicate?: boolean;
}

/** The body of PATCH /accounts/{id}/leads/{lead_id}. */
@InputObject('OriginInput')
export class OriginDto {
  @IsOneOf(ORIGINS) origin!: Origin;
}

/** The body of PUT /accounts/{id}/deals/{deal_id}/stage. */
@InputObject('StaffDealMove')
export class StaffMoveDto {
  @IsString(SENT_ID) stage_id!: string;
}

/** The body of the owner's PUT /deals/{id}/stage. */
@InputObject('OwnerDealMove')
export class OwnerMoveDto extends StaffMoveDto {
  /** Why the deal is lost. */
  @Optional() @Trimmed() @IsText({ max: MAX_MOVE_REASON }) reason?: string;
  /** Where the owner saw the deal. */
  @Optional() @IsString(SENT_ID) expected_stage_id?: string;
}

/** The body of POST /accounts/{id}/appointments. */
@InputObject('AppointmentInput')
export class AppointmentDto {
  @IsString(SENT_ID) lead_id!: string;
  @IsPlannedMoment() starts_at!: string;
  @IsTrueOrFalse() attended!: boolean;
}

/** The body of PATCH /accounts/{id}/appointments/{id}. */
@InputObject('AttendanceInput')
export class AttendanceDto {
  @IsTrueOrFalse() attended!: boolean;
}
