import {
  IsEmailAddress,
  IsText,
  IsTrueOrFalse,
  Nested,
  NestedListCut,
  Optional,
  Trimmed,
  InputObject,
} from '../common/input/fields';
import { MAX_NAME, MAX_PIPELINES } from '../contract/limits';
import { PipelineDto } from '../pipelines/pipeline.dto';

@InputObject('OwnerInput')
export class OwnerDto {
  @Trimmed() @IsText({ max: MAX_NAME }) name!: string;
  @Trimmed() @IsEmailAddress() email!: string;
}

@InputObject('LinkReceiver')
export class LinkReceiverDto {
  @Trimmed() @IsEmailAddress() email!: string;
}

@InputObject('PlanInput')
class PlanDto {
  @IsTrueOrFalse() api!: boolean;
  @IsTrueOrFalse() auto_origin!: boolean;
}

@InputObject('AccountInput')
export class OpenAccountDto {
  @Trimmed() @IsText({ max: MAX_NAME }) name!: string;
  @Nested(() => OwnerDto) owner!: OwnerDto;
  @Nested(() => PlanDto) plan!: PlanDto;
  @IsTrueOrFalse() licence_active!: boolean;
  @IsTrueOrFalse() comercial_enabled!: boolean;
  @Optional() @NestedListCut(() => PipelineDto, { max: MAX_PIPELINES }) pipelines?: PipelineDto[];
}

@InputObject('PlanChanges')
class PlanChangeDto {
  @Optional() @IsTrueOrFalse() api?: boolean;
  @Optional() @IsTrueOrFalse() auto_origin?: boolean;
}

@InputObject('AccountChanges', { notEmpty: true })
export class ChangeAccountDto {
  @Optional() @Trimmed() @IsText({ max: MAX_NAME }) name?: string;
  @Optional() @Nested(() => PlanChangeDto) plan?: PlanChangeDto;
  @Optional() @IsTrueOrFalse() licence_active?: boolean;
  @Optional() @IsTrueOrFalse() comercial_enabled?: boolean;
}
