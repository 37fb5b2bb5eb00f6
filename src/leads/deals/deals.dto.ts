import {
  IsString,
  IsText,
  IsTrue,
  Must,
  Optional,
  OptionalOrNull,
  Trimmed,
  SENT_ID,
  InputObject,
} from '../../common/input/fields';
import { IsMoment, IsPastMoment } from '../../common/input/moment.field';
import { MAX_DEAL_VALUE, MAX_MOVE_REASON } from '../../contract/limits';

/** Checks an amount in reais, zero or more. */
const isDealValue = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= MAX_DEAL_VALUE;
const DEAL_VALUE_RANGE = { minimum: 0, maximum: MAX_DEAL_VALUE };

export const IsDealValue = (): PropertyDecorator =>
  Must(isDealValue, 'deve ser um número de 0 a 999999999999.99', { type: 'number', ...DEAL_VALUE_RANGE });

/** A value in reais, or `null` for none; required. */
const IsDealValueOrNull = (): PropertyDecorator =>
  Must((value) => value === null || isDealValue(value), 'deve ser um número de 0 a 999999999999.99, ou null', {
    type: ['number', 'null'],
    ...DEAL_VALUE_RANGE,
  });

@InputObject('DealMove')
export class MoveDealDto {
  @IsString(SENT_ID) stage_id!: string;
  @Optional() @IsString(SENT_ID) deal_id?: string;
}

@InputObject('StaffDealInput')
export class StaffDealDto {
  @IsString(SENT_ID) stage_id!: string;
  /** Reais; null: none. */
  @OptionalOrNull() @IsDealValue() value?: number | null;
}

@InputObject('StaffDealMove')
export class StaffMoveDto {
  @IsString(SENT_ID) stage_id!: string;
}

/** The body of POST /stages/{id}/move-deals. */
@InputObject('StageDealsMove')
export class MoveStageDealsDto {
  @IsString(SENT_ID) to_stage_id!: string;
}

/** The body of the owner's PUT /deals/{id}/stage. */
@InputObject('OwnerDealMove')
export class AccountMoveDto extends StaffMoveDto {
  @Optional() @Trimmed() @IsText({ max: MAX_MOVE_REASON }) reason?: string;
  /** The stage that the owner saw. */
  @Optional() @IsString(SENT_ID) expected_stage_id?: string;
  /** Reais, of a won deal; null: unknown. Without it, the value of the deal. */
  @OptionalOrNull() @IsDealValue() closed_value?: number | null;
  /** When it was won or lost; now without it. */
  @Optional() @IsPastMoment() closed_at?: string;
  /** Takes the deal's last move back, to the stage that it left. */
  @Optional() @IsTrue() undo?: true;
}

/** The body of PATCH /deals/{id}. */
@InputObject('DealValue')
export class DealValueDto {
  /** Reais; null: none. */
  @IsDealValueOrNull() value!: number | null;
  /** The version of the lead that the caller saw. */
  @Optional() @IsMoment() expected_updated_at?: string;
}
