import {
  IsEmailAddress,
  IsText,
  IsTrueOrFalse,
  Nested,
  NestedList,
  NestedListCut,
  Must,
  Optional,
  OptionalOrNull,
  Trimmed,
  IsOneOf,
  IsSearch,
  isText,
  text,
  InputObject,
  IsList,
  IsWhole,
  ruled,
} from '../common/input/fields';
import {
  DEFAULT_LIMITS,
  MAX_ACCOUNT_SEARCH,
  MAX_CALLS_PER_MINUTE,
  MAX_NAME,
  MAX_SUBMISSIONS_PER_DAY,
  MIN_SEARCH,
  MAX_PIPELINES,
  MAX_ACCOUNT_IDLE_DAYS,
  MAX_HOST_NAME,
  MAX_LOSS_REASON,
  MAX_LOSS_REASONS,
  MAX_MESSAGE_TEMPLATES,
  MAX_TEMPLATE_NAME,
  MAX_TEMPLATE_TEXT,
  MAX_SITE_DOMAINS,
} from '../contract/limits';
import { PLACEHOLDERS, unknownPlaceholders } from '../contract/message-template';
import { PageQuery } from '../common/input/paging';
import { codePoints, wordsIn } from '../common/text';
import { PipelineDto } from '../pipelines/pipeline.dto';
import { readSiteDomain } from './site-domain';
import { SELLERS_SEE, type SellersSee } from '../contract/members/roles';

const isSearch = (value: unknown): boolean =>
  isText(value, MAX_ACCOUNT_SEARCH) && codePoints(value) >= MIN_SEARCH && wordsIn(value).length > 0;

const unknownIn = (value: unknown): string => (typeof value === 'string' ? unknownPlaceholders(value).join(', ') : '');

const KNOWN = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');

@InputObject('MessageTemplateInput')
class MessageTemplateDto {
  @Trimmed() @IsText({ max: MAX_TEMPLATE_NAME }) name!: string;

  @Trimmed()
  @Must(
    (value) => unknownIn(value) === '',
    (value) => `tem ${unknownIn(value)}; entre chaves pode haver só ${KNOWN}`,
    ruled(`In braces it has nothing but ${KNOWN}.`),
  )
  @IsText({ max: MAX_TEMPLATE_TEXT, lineBreaks: true })
  text!: string;
}

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

  /** Replaces the whole list. */
  @Optional()
  @NestedList(() => MessageTemplateDto, { max: MAX_MESSAGE_TEMPLATES })
  message_templates?: MessageTemplateDto[];

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

@InputObject('AccountNameConfirmation')
export class CloseAccountDto {
  @Trimmed() @IsText({ max: MAX_NAME }) name!: string;
}

/** Null: as the installation's. */
@InputObject('AccountLimits')
class LimitsDto {
  @OptionalOrNull()
  @IsWhole({ min: DEFAULT_LIMITS.accountSubmissionsPerDay, max: MAX_SUBMISSIONS_PER_DAY })
  submissions_per_day?: number | null;

  @OptionalOrNull()
  @IsWhole({ min: DEFAULT_LIMITS.keyPerMinute, max: MAX_CALLS_PER_MINUTE })
  calls_per_minute?: number | null;

  @OptionalOrNull()
  @IsWhole({ min: DEFAULT_LIMITS.keyWritesPerMinute, max: MAX_CALLS_PER_MINUTE })
  writes_per_minute?: number | null;
}

/** The list of accounts, or a search in it. */
export class AccountsQuery extends PageQuery {
  @Optional()
  @Trimmed()
  @IsSearch(MAX_ACCOUNT_SEARCH, isSearch)
  q?: string;
}

@InputObject('AccountChanges', { notEmpty: true })
export class ChangeAccountDto {
  @Optional() @Trimmed() @IsText({ max: MAX_NAME }) name?: string;
  @Optional() @Nested(() => PlanChangeDto) plan?: PlanChangeDto;
  @Optional() @IsTrueOrFalse() licence_active?: boolean;
  @Optional() @IsTrueOrFalse() comercial_enabled?: boolean;
  @Optional() @Nested(() => LimitsDto) limits?: LimitsDto;
}
