import {
  IsSentId,
  IsSentIdOrNull,
  IsString,
  IsText,
  IsTrueOrFalse,
  Must,
  Optional,
  OptionalOrNull,
  Trimmed,
  SENT_ID,
  InputObject,
} from '../../common/input/fields';
import { IsDay, IsPlannedMoment } from '../../common/input/moment.field';
import { MAX_APPOINTMENT_TEXT } from '../../contract/limits';
import { PageQuery } from '../../common/input/paging';

/** The parameters of GET /appointments: Brasília days. */
export class ListAppointmentsQuery extends PageQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;
  /** A member’s id, `me` or `none`. */
  @Optional() @IsSentId() responsible?: string;
}

const IsMissed = (): PropertyDecorator => (target, property) => {
  IsTrueOrFalse()(target, property);
  Must((value, { attended }) => value !== true || attended !== true, 'não se diz junto com attended')(target, property);
};

class OutcomeDto {
  @Optional() @IsMissed() missed?: boolean;
  /** A member; null: the one who looks after the lead. */
  @Optional() @IsSentIdOrNull() member_id?: string | null;
  /** Null: none. */
  @OptionalOrNull() @Trimmed() @IsText({ max: MAX_APPOINTMENT_TEXT }) text?: string | null;
}

/** The body of POST /appointments. */
@InputObject('AppointmentInput')
export class AppointmentDto extends OutcomeDto {
  @IsString(SENT_ID) lead_id!: string;
  @IsPlannedMoment() starts_at!: string;
  @Optional() @IsTrueOrFalse() attended?: boolean;
}

/** The body of PATCH /appointments/{id}. */
@InputObject('AppointmentChange', { notEmpty: true })
export class AppointmentChangeDto extends OutcomeDto {
  @Optional() @IsPlannedMoment() starts_at?: string;
  @Optional() @IsTrueOrFalse() attended?: boolean;
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
