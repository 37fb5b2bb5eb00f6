import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError, envelope } from '../api-error';
import { CallerLeft } from './caller-left';
import { describeError, log } from '../process/log';
import { DatabaseBusy } from '../../database/errors';
import { knownFields } from '../input/input.pipe';
import { requestIdOf } from './request-id';
import { UNDECODABLE } from './unknown-route';
import { limitedOr } from '../rate-limit/count-call';

/** Seconds; a hint, as other calls may come first. */
const BUSY_RETRY_S = 5;
const BUSY =
  'O serviço está ocupado e não atendeu esta chamada a tempo. Espere alguns segundos (Retry-After) e tente de novo.';

/** Answers every error with the envelope (specification, section 7). */
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  /** `onRefusal` gets each error that a request is answered with; it must return at once and not throw. */
  constructor(private readonly onRefusal: (request: Request, error: ApiError) => void) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    if (thrown instanceof CallerLeft) return;
    const response = host.switchToHttp().getResponse<Response>();
    const error = noteError(thrown, response);
    this.onRefusal(host.switchToHttp().getRequest<Request>(), error);
    if (!isAnswerable(response)) return;
    if (error.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    if (error.retryAfter !== undefined) response.setHeader('Retry-After', String(error.retryAfter));
    response.status(error.status).json(envelope(error, requestIdOf(response)));
  }
}

/** Returns the error to answer with, and notes it in the log and for the metrics. */
export function noteError(thrown: unknown, response: Response<unknown, ErrorLocals>): ApiError {
  const error = limitedOr(response as Response, apiErrorOf(thrown));
  const requestId = requestIdOf(response as Response);
  if (error.code === 'internal_error') log.error({ request_id: requestId, ...describeError(thrown) }, 'request failed');
  response.locals.code = error.code;
  response.locals.refusedBy = error.details?.limit;
  response.locals.fields = error.details?.fields && knownFields(error.details.fields);
  return error;
}

interface ErrorLocals {
  code?: string;
  refusedBy?: string;
  fields?: readonly string[];
}

/** Whether nothing was answered yet. Cuts off an answer that was sent in part, because the caller must notice. */
export function isAnswerable(response: Response): boolean {
  if (!response.headersSent) return true;
  if (!response.writableEnded) response.destroy();
  return false;
}

/** Error of the API for what was thrown. */
export function apiErrorOf(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof DatabaseBusy)
    return new ApiError('rate_limited', { message: BUSY, retryAfter: BUSY_RETRY_S, details: { limit: 'busy' } });
  // Nest throws for paths that cannot be decoded.
  if (thrown instanceof HttpException && thrown.getStatus() < 500)
    return new ApiError('not_found', { message: UNDECODABLE });
  return new ApiError('internal_error');
}
