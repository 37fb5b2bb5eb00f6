import {
  IsTrueOrFalse,
  IsText,
  Must,
  NestedListCut,
  Optional,
  OptionalOrNull,
  Trimmed,
  IsWhole,
  IsIds,
  InputObject,
} from '../common/input/fields';
import { MAX_ACTIVE_MEMBERS, MAX_DEAL_VALUE, MAX_STAGES } from '../contract/limits';
import type { NewPipeline, NewStage } from './new-pipeline';
import type { StageChanges } from './stages.service';

const MAX_PIPELINE_NAME = 80;

const IsStageValue = (): PropertyDecorator =>
  Must(
    (value) => typeof value === 'number' && value >= 0 && value <= MAX_DEAL_VALUE,
    'deve ser um número de 0 a 999999999999.99',
    { type: 'number', minimum: 0, maximum: MAX_DEAL_VALUE },
  );

@InputObject('StageInput')
class StageDto {
  @Trimmed() @IsText({ max: MAX_PIPELINE_NAME }) name!: string;
  @Optional() @IsTrueOrFalse() is_entry?: boolean;
  @Optional() @IsTrueOrFalse() is_won?: boolean;
  @Optional() @IsTrueOrFalse() is_lost?: boolean;
  @Optional() @IsTrueOrFalse() is_scheduling?: boolean;
  @Optional() @IsTrueOrFalse() is_sale?: boolean;
  @OptionalOrNull() @IsStageValue() value?: number | null;
}

@InputObject('PipelineInput')
export class PipelineDto {
  @Trimmed() @IsText({ max: MAX_PIPELINE_NAME }) name!: string;
  @Optional() @IsTrueOrFalse() is_default?: boolean;
  @NestedListCut(() => StageDto, { max: MAX_STAGES }) stages!: StageDto[];
}

export const newStage = (dto: StageDto): NewStage => ({
  name: dto.name,
  isEntry: dto.is_entry,
  isWon: dto.is_won,
  isLost: dto.is_lost,
  isScheduling: dto.is_scheduling,
  isSale: dto.is_sale,
  value: dto.value,
});

export const newPipeline = (dto: PipelineDto): NewPipeline => ({
  name: dto.name,
  isDefault: dto.is_default ?? false,
  stages: dto.stages.map(newStage),
});

const isEachOnce = (ids: unknown): boolean =>
  !Array.isArray(ids) || new Set(ids.map((id) => String(id).toLowerCase())).size === ids.length;

const IsRota = (): PropertyDecorator => (target, property) => {
  Must(isEachOnce, 'não pode repetir uma pessoa', { uniqueItems: true })(target, property);
  IsIds({ max: MAX_ACTIVE_MEMBERS })(target, property);
};

@InputObject('PipelineChanges', { notEmpty: true })
export class PipelineChangesDto {
  @Optional() @Trimmed() @IsText({ max: MAX_PIPELINE_NAME }) name?: string;
  @Optional() @IsTrueOrFalse() is_default?: boolean;

  /** Active members; empty: new leads stay without a responsible. */
  @Optional() @IsRota() rota?: string[];
}

const IsPosition = (): PropertyDecorator => IsWhole({ min: 1, max: MAX_STAGES });

@InputObject('NewStageInput')
export class NewStageDto extends StageDto {
  @Optional() @IsPosition() position?: number;
}

@InputObject('StageChanges', { notEmpty: true })
export class StageChangesDto {
  @Optional() @Trimmed() @IsText({ max: MAX_PIPELINE_NAME }) name?: string;
  @Optional() @IsTrueOrFalse() is_entry?: boolean;
  @Optional() @IsTrueOrFalse() is_won?: boolean;
  @Optional() @IsTrueOrFalse() is_lost?: boolean;
  @Optional() @IsTrueOrFalse() is_scheduling?: boolean;
  @Optional() @IsTrueOrFalse() is_sale?: boolean;

  /** `null` removes the value. */
  @OptionalOrNull() @IsStageValue() value?: number | null;

  @Optional() @IsPosition() position?: number;
}

/** Changes of a body; absent fields stay absent. */
export function stageChanges(dto: StageChangesDto): StageChanges {
  const changes: StageChanges = {
    name: dto.name,
    isEntry: dto.is_entry,
    isWon: dto.is_won,
    isLost: dto.is_lost,
    isScheduling: dto.is_scheduling,
    isSale: dto.is_sale,
    value: dto.value,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
