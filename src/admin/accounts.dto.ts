import {
  IsEmailAddress,
  IsText,
  IsTrueOrFalse,
  Nested,
  NestedListCut,
  Optional,
  Trimmed,
  IsOneOf,
  isText,
  text,
  InputObject,
  IsList,
  IsWhole,
  ruled,
} from '../common/input/fields';
import {
  MAX_NAME,
  MAX_PIPELINES,
  MAX_ACCOUNT_IDLE_DAYS,
  MAX_HOST_NAME,
  MAX_LOSS_REASON,
  MAX_LOSS_REASONS,
  MAX_SITE_DOMAINS,
} from '../contract/limits';
import { PipelineDto } from '../pipelines/pipeline.dto';
import { readSiteDomain } from './site-domain';
import { SELLERS_SEE, type SellersSee } from '../contract/members/roles';

/** Body of the owner's PATCH /account. */
@InputObject('AccountSettings', { notEmpty: true })
export class AccountSettingsDto {
  /** Replaces the whole list. */
  @Optional()
  @Trimmed()
  @IsList({
    max: MAX_SITE_DOMAINS,
    item: {
      isValid: (domain) => typeof domain === 'string' && readSiteDomain(domain) !== undefined,
      message: 'deve ser só o domínio, como minhaloja.com.br, sem https://, caminho ou porta',
      itemSchema: {
        type: 'string',
        ...ruled(
          'A host name with at least two labels, such as `minhaloja.com.br`: no scheme, path or port, and no IP address.',
        ),
        minLength: 4,
        maxLength: MAX_HOST_NAME,
        pattern: '^[^/:?#@]+\\.[^/:?#@]+$',
        examples: ['minhaloja.com.br'],
      },
    },
  })
  site_domains?: string[];

  @Optional() @IsOneOf(SELLERS_SEE) sellers_see?: SellersSee;
  @Optional() @IsTrueOrFalse() sellers_export?: boolean;

  /** Replaces the whole list. */
  @Optional()
  @Trimmed()
  @IsList({
    max: MAX_LOSS_REASONS,
    item: {
      isValid: (reason) => isText(reason, MAX_LOSS_REASON),
      message: `deve ser um texto de 1 a ${MAX_LOSS_REASON} caracteres, sem caracteres de controle`,
      itemSchema: text(MAX_LOSS_REASON),
    },
  })
  loss_reasons?: string[];

  @Optional() @IsWhole({ min: 1, max: MAX_ACCOUNT_IDLE_DAYS }) idle_days?: number;
}

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
