import { type ErrorCode, type ErrorDetails, ERRORS, type FieldError, type Refusal } from '../contract/error';
import { MAX_FIELD_ERRORS } from '../contract/limits';
import { fieldSummary } from './input/field-summary';

interface Extra {
  /** Status, where the specification gives a code another one on one route. */
  readonly status?: number;
  readonly message?: string;
  readonly details?: ErrorDetails;
  /** Whole seconds, at least 1, after which a retry may succeed. */
  readonly retryAfter?: number;
}

/** The one error type of the service (specification, section 7); `ApiErrorFilter` turns it into the envelope. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: Extra['details'];
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    extra: Extra = {},
  ) {
    super(extra.message ?? ERRORS[code][1]);
    this.status = extra.status ?? ERRORS[code][0];
    this.details = extra.details;
    this.retryAfter = extra.retryAfter;
  }

  /** Creates a 422 `validation_error` that counts all bad fields and names as many as an answer may hold. */
  static invalid(fields: readonly FieldError[]): ApiError {
    return new ApiError('validation_error', {
      message: fieldSummary(fields),
      details: { fields: fields.slice(0, MAX_FIELD_ERRORS) },
    });
  }
}

export const envelope = (error: ApiError, requestId: string): Refusal => ({
  error: {
    code: error.code,
    message: error.message,
    request_id: requestId,
    ...(error.details && { details: error.details }),
  },
});
