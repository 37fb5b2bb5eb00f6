import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

/** Ends reads for a caller that closed the connection before the answer ended; no answer is sent. */
export class CallerLeft extends Error {}

/** Returns a signal, aborted with `CallerLeft` when the connection closes before the answer has ended. */
export function leavingOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // Each running read listens.
  setMaxListeners(0, controller.signal);
  const onClose = (): void => {
    if (!response.writableFinished) controller.abort(new CallerLeft('the caller has left'));
  };
  if (response.closed) onClose();
  else response.once('close', onClose);
  return controller.signal;
}

/** Injects the signal that cancels reads when the caller leaves. Writes are finished. */
export const Leaving = createParamDecorator((_: unknown, context: ExecutionContext) =>
  leavingOf(context.switchToHttp().getResponse<ServerResponse>()),
);
