import type { ApiError } from '../common/api-error';
import { type ErrorCode, ERRORS, type FieldError } from '../contract/error';

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

/** The column of a field of the body. */
const columnOf = (field: string): string => field.replace(/^attribution\./, '');
