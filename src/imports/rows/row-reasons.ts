import type { ApiError } from '../../common/api-error';
import { type ErrorCode, ERRORS, type FieldError } from '../../contract/error';

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
