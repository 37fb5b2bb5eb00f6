import type { NextFunction, Request, Response } from 'express';
import { type CallContext, type Priority, runInContext } from '../../database/call-context';
import { leavingOf } from './caller-left';

/** The request to which a call of the database belongs. A guard names its account. */
class RequestContext implements CallContext {
  readonly priority: Priority;
  accountId = '';
  private signal: AbortSignal | undefined;

  constructor(
    path: string,
    private readonly response: Response,
  ) {
    this.priority = path.startsWith('/api/') ? 'partner' : 'console';
  }

  get leaving(): AbortSignal {
    return (this.signal ??= leavingOf(this.response));
  }
}

/** Lets the calls of the database know their request, so that accounts take turns and reads end with their caller. */
export const requestContext = (request: Request, response: Response, next: NextFunction): void =>
  runInContext(new RequestContext(request.path, response), next);
