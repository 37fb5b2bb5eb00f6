import { MAX_MEMBER_NAME } from '../contract/limits';
import { GIVEN_ROLES, type GivenRole } from '../contract/members/roles';
import {
  IsEmailAddress,
  IsOneOf,
  IsString,
  IsText,
  IsTrueOrFalse,
  Must,
  Optional,
  OptionalOrNull,
  Trimmed,
  SENT_ID,
  InputObject,
} from '../common/input/fields';
import { IsDay } from '../common/input/moment.field';

@InputObject('MemberInput')
export class NewMemberDto {
  @Trimmed() @IsText({ max: MAX_MEMBER_NAME }) name!: string;
  @Trimmed() @IsEmailAddress() email!: string;
  @IsOneOf(GIVEN_ROLES) role!: GivenRole;
}

const IsWithEnd = (): PropertyDecorator =>
  Must((value, body) => value === undefined || body['active'] === false, 'só vale junto com active: false');

@InputObject('MemberChange', { notEmpty: true })
export class MemberChangeDto {
  @Optional() @Trimmed() @IsText({ max: MAX_MEMBER_NAME }) name?: string;
  @Optional() @IsOneOf(GIVEN_ROLES) role?: GivenRole;
  @Optional() @IsTrueOrFalse() active?: boolean;

  /** The last day away, in Brasília; null: present. */
  @OptionalOrNull() @IsDay() away_until?: string | null;

  /** Who gets the member's leads, with `active: false`; nobody by default. */
  @OptionalOrNull() @IsWithEnd() @IsString(SENT_ID) hand_over_to?: string | null;
}
