import { type ErrorCode, type ErrorDetails, ERRORS, type FieldError, type Refusal } from '../contract/error';
import { MAX_FIELD_ERRORS } from '../contract/limits';
import { fieldSummary } from './field-summary';

interface Extra {
  /** Where the specification gives a code another status on one route. */
  readonly status?: number;
  readonly message?: string;
  readonly details?: ErrorDetails;
  /** Whole seconds, at least 1, after which the call is worth repeating. */
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

  /** 422 `validation_error` that names the bad fields: all are counted, and as many as an answer may hold are named. */
  static invalid(fields: readonly FieldError[]): ApiError {
    return new ApiError('validation_error', {
      message: fieldSummary(fields),
      details: { fields: fields.slice(0, MAX_FIELD_ERRORS) },
    });
  }
}

/** The body of every error answer. */
export const envelope = (error: ApiError, requestId: string): Refusal => ({
  error: {
    code: error.code,
    message: error.message,
    request_id: requestId,
    ...(error.details && { details: error.details }),
  },
});
