import { ApiError } from '../../common/api-error';
import { InputPipe } from '../../common/input/input.pipe';
import { type FieldError, type ErrorCode, ERRORS } from '../../contract/error';
import {
  MAX_FIELD_ERRORS,
  MAX_CLOCK_SKEW_MINUTES,
  MAX_DEAL_VALUE,
  MAX_NOTES_RECORD,
  MAX_TAGS_PER_LEAD,
} from '../../contract/limits';
import { IsText, IsTrueOrFalse, Must, Nested, Optional, Trimmed } from '../../common/input/fields';
import { isId } from '../../common/input/id.pipe';
import { momentOf } from '../../common/moment';
import { type Origin, ORIGINS } from '../../contract/origin';
import { DealDto, IsSentTags, SubmitLeadDto } from '../../leads/intake/lead.dto';
import { MINUTE_MS } from '../../contract/durations';

/** The deal of a row, with messages about spreadsheet cells. */
class ImportedDealDto extends DealDto {
  @Optional()
  @Must(
    (value) => typeof value === 'number' && value <= MAX_DEAL_VALUE,
    'deve ser um valor em reais, como 1234,50 ou 1.234,50, até 999.999.999.999,99',
  )
  override value?: number;
}

/** A row of a file: a body of POST /leads, with extra fields for the owner. */
export class ImportedRowDto extends SubmitLeadDto {
  @Optional() @Nested(() => ImportedDealDto) override deal?: ImportedDealDto;

  @Optional()
  @Must((value) => typeof value === 'boolean', 'deve ser sim ou não')
  override consent?: boolean;

  @Optional() @Must((value) => isOrigin(value), 'não é uma origem conhecida') origin?: Origin;

  @Optional()
  @Must(
    (value) => typeof value === 'string' && isPast(momentOf(value)),
    'deve ser uma data real, como 23/11/2026, 23/11/2026 14:30 ou 2026-11-23, de 1970 até agora',
  )
  created_at?: string;

  /** The member's id. */
  @Optional()
  @Must(
    (value) => typeof value === 'string' && isId(value),
    'não é o nome nem o e-mail de uma só pessoa ativa da equipe',
  )
  responsible?: string;

  /** `rowBody` allows more than POST /leads for exports only. */
  @Optional() @Trimmed() @IsSentTags(MAX_TAGS_PER_LEAD) override tags?: string[];

  @Optional() @IsText({ max: MAX_NOTES_RECORD, lineBreaks: true }) notes_record?: string;

  @Optional() @IsTrueOrFalse() without_deal?: boolean;
}

const isOrigin = (value: unknown): boolean => ORIGINS.some((origin) => origin === value);

const isPast = (moment: Date | undefined): boolean =>
  moment !== undefined && moment.getTime() >= 0 && moment.getTime() <= Date.now() + MAX_CLOCK_SKEW_MINUTES * MINUTE_MS;

/** The column to name for a refusal without fields. */
const COLUMN_OF_CODE: Partial<Record<ErrorCode, string>> = {
  ambiguous_lead: 'phone',
  external_id_conflict: 'external_id',
  pipeline_not_configured: 'deal.pipeline_id',
  stage_in_other_pipeline: 'deal.stage_id',
  won_requires_closing: 'deal.stage_id',
};

export const reasonsOf = ({ code, details }: ApiError): FieldError[] =>
  details?.fields?.map(reported) ?? [{ field: COLUMN_OF_CODE[code] ?? 'row', message: ERRORS[code][1] }];

export const reported = ({ field, message }: FieldError): FieldError => ({ field: columnOf(field), message });

const columnOf = (field: string): string => field.replace(/^attribution\./, '');

const validation = new InputPipe();

interface LenientRow {
  readonly body: object;
  readonly dto: ImportedRowDto;
  readonly leftOut: readonly FieldError[];
}

/** Validates a row, leaving out unreadable fields: a person is worth more than a date. Throws for a bad phone. */
export function lenientRow(body: Readonly<Record<string, unknown>>): LenientRow {
  try {
    return { body, dto: validated(body), leftOut: [] };
  } catch (error) {
    const bad = error instanceof ApiError && error.details?.fields;
    // Without its phone the row would be refused for a missing one, which says less.
    if (!bad || bad.some(({ field }) => field === 'phone')) throw error;
    const rest = withoutFields(body, new Set(bad.map(({ field }) => field)));
    // A refusal names a limited number of fields; more of a hundred tags may be bad.
    const read = bad.length < MAX_FIELD_ERRORS ? { body: rest, dto: validated(rest), leftOut: [] } : lenientRow(rest);
    return { ...read, leftOut: [...bad.map(leftOutOf), ...read.leftOut] };
  }
}

const validated = (body: object): ImportedRowDto =>
  validation.transform(body, { type: 'body', metatype: ImportedRowDto }) as ImportedRowDto;

const leftOutOf = (error: FieldError): FieldError => {
  const { field, message } = reported(error);
  return { field, message: `${message}; ficou de fora` };
};

/** Copies without the fields at these paths, such as `email`, `tags.0` and `deal.value`, and without emptied objects. */
function withoutFields(
  value: Readonly<Record<string, unknown>>,
  paths: ReadonlySet<string>,
  path = '',
): Record<string, unknown> {
  const entries = Object.entries(value).flatMap(([key, child]): [string, unknown][] => {
    const field = path + key;
    if (paths.has(field)) return [];
    if (Array.isArray(child)) return [[key, child.filter((_, index) => !paths.has(`${field}.${index}`))]];
    if (!isObject(child)) return [[key, child]];
    const rest = withoutFields(child, paths, `${field}.`);
    return Object.keys(rest).length > 0 ? [[key, rest]] : [];
  });
  return Object.fromEntries(entries);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
