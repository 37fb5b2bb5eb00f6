import type { ApiError } from '../common/api-error';
import { type ErrorCode, ERRORS, type FieldError } from '../contract/error';
import { type Origin, ORIGINS } from '../contract/origin';
import { columnOf } from './import-columns';

/** The column to name for a refusal that names no field. */
const COLUMN_OF_CODE: Partial<Record<ErrorCode, string>> = {
  ambiguous_lead: 'phone',
  external_id_conflict: 'external_id',
  pipeline_not_configured: 'deal.pipeline_id',
  stage_in_other_pipeline: 'deal.stage_id',
  won_requires_closing: 'deal.stage_id',
};

/** Why a row was refused, by its columns. */
export const reasonsOf = ({ code, details }: ApiError): FieldError[] =>
  details?.fields?.map(reported) ?? [{ field: COLUMN_OF_CODE[code] ?? 'row', message: ERRORS[code][1] }];

/** What is told of a field, by its column. */
export const reported = ({ field, message }: FieldError): FieldError => ({ field: columnOf(field), message });

/** The origin that a row gives, or a warning that its text is none: a lead is worth more than its origin. */
export function originOfRow({ origin: text }: { readonly origin?: string }): {
  readonly origin?: Origin;
  readonly warnings: readonly FieldError[];
} {
  const origin = ORIGINS.find((one) => one === text);
  return { origin, warnings: text === undefined || origin ? [] : [UNKNOWN_ORIGIN] };
}

const UNKNOWN_ORIGIN: FieldError = {
  field: 'origin',
  message: 'não é uma origem conhecida e ficou de fora',
};
