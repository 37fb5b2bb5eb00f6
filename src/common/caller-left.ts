import type { ServerResponse } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

/** The caller closed the connection before its answer ended. Ends reading on its behalf; nobody gets an answer. */
export class CallerLeft extends Error {}

/** A signal that is aborted with `CallerLeft` when the connection closes before the answer has ended. */
export function leavingOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) controller.abort(new CallerLeft('the caller has left'));
  };
  if (response.closed) onClose();
  else response.once('close', onClose);
  return controller.signal;
}

/** The signal for reading on behalf of a caller: reads that get it are given up when the caller leaves. Writes are finished. */
export const Leaving = createParamDecorator((_: unknown, context: ExecutionContext) =>
  leavingOf(context.switchToHttp().getResponse<ServerResponse>()),
);
