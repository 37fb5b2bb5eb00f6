import { ACTIVITY_TYPES, type ActivityType, CONTACT_TYPES } from '../../contract/day/activity';
import { DAY_MS } from '../../contract/durations';
import {
  APPOINTMENT_MINUTES,
  MAX_ACTIVITY_AGE_DAYS,
  MAX_ACTIVITY_TEXT,
  TASK_YEARS,
  MAX_APPOINTMENT_TEXT,
} from '../../contract/limits';
import {
  IsOneOf,
  isText,
  IsTrueOrFalse,
  Must,
  Optional,
  OptionalOrNull,
  Sometimes,
  text,
  Trimmed,
  InputObject,
  IsSentId,
  IsSentIdOrNull,
  IsString,
  IsWhole,
  IsText,
  SENT_ID,
} from '../../common/input/fields';
import { isMomentIn, latestPast, momentSchema, IsDay, IsPlannedMoment } from '../../common/input/moment.field';
import { PageQuery } from '../../common/input/paging';

const TEXT_MESSAGE = `deve ser um texto de 1 a ${MAX_ACTIVITY_TEXT} caracteres`;

const isActivityText = (value: unknown): boolean => isText(value, MAX_ACTIVITY_TEXT, true);

/** Activities that say nothing without a text. */
export const needsText = (type: unknown): boolean => type === 'note' || type === 'task';
export const isContact = (type: unknown): boolean => (CONTACT_TYPES as readonly unknown[]).includes(type);

/** The moment so many years from now, on the same day of the year. */
const inYears = (years: number): number => {
  const now = new Date();
  return now.setUTCFullYear(now.getUTCFullYear() + years);
};

const isDue = (value: unknown): boolean => isMomentIn(value, inYears(-TASK_YEARS.before), inYears(TASK_YEARS.after));

const DUE_MESSAGE = 'deve ser uma data e hora ISO 8601, de um ano atrás a cinco anos à frente';
const DUE = momentSchema(`From ${TASK_YEARS.before} year ago to ${TASK_YEARS.after} years from now`);

/** The body of POST /leads/{id}/activities. */
@InputObject('ActivityInput')
export class ActivityDto {
  @IsOneOf(ACTIVITY_TYPES) type!: ActivityType;

  @Trimmed()
  @Must(
    (value, { type }) => (value === undefined ? !needsText(type) : isActivityText(value)),
    TEXT_MESSAGE,
    text(MAX_ACTIVITY_TEXT, true),
  )
  @Sometimes()
  text?: string;

  @Must((_, { type }) => isContact(type), 'só vale para call, message e visit')
  @IsTrueOrFalse()
  @Optional()
  reached?: boolean;

  @Must(
    (value) => isMomentIn(value, Date.now() - MAX_ACTIVITY_AGE_DAYS * DAY_MS, latestPast()),
    `deve ser uma data e hora ISO 8601 dos últimos ${MAX_ACTIVITY_AGE_DAYS} dias`,
    momentSchema(`In the last ${MAX_ACTIVITY_AGE_DAYS} days`),
  )
  @Optional()
  at?: string;

  @Must((value, { type }) => value === undefined || type === 'task', 'só vale para task')
  @Must((value, { type }) => (value === undefined ? type !== 'task' : isDue(value)), DUE_MESSAGE, DUE)
  @Sometimes()
  due_at?: string;
}

/** The body of PATCH /activities/{id}; which fields an activity has depends on its type. */
@InputObject('ActivityChange', { notEmpty: true })
export class ActivityChangeDto {
  /** Null: none, where the type can do without. */
  @OptionalOrNull() @Trimmed() @Must(isActivityText, TEXT_MESSAGE, text(MAX_ACTIVITY_TEXT, true)) text?: string | null;
  @Optional() @IsTrueOrFalse() reached?: boolean;
  @Optional() @Must(isDue, DUE_MESSAGE, DUE) due_at?: string;
  @Optional() @IsTrueOrFalse() done?: boolean;
}

/** The parameters of GET /appointments and GET /tasks: Brasília days. */
export class DaysQuery extends PageQuery {
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
  @Optional() @IsWhole(APPOINTMENT_MINUTES) minutes?: number;
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
