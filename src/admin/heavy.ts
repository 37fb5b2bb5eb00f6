import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Response } from 'express';
import { finalize, type Observable } from 'rxjs';
import { leavingOf } from '../common/caller-left';
import { HeavyCalls } from '../common/heavy-calls';
import type { AdminRequest } from './admin-caller';

/** Lets a heavy call begin in its turn, and keeps the turn until its work and its answer have ended. */
@Injectable()
export class HeavyInterceptor implements NestInterceptor {
  constructor(private readonly calls: HeavyCalls) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<AdminRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const accountId = request.adminCaller.account.id;
    const hasToWait = this.calls.isBusy(accountId);
    const end = await this.calls.begin(accountId, leavingOf(response));
    const endAfterAnswer = (): void => void (response.closed ? end() : response.once('close', end));
    try {
      // The right to the answer may have ended meanwhile.
      if (hasToWait) await request.checkAgain?.();
    } catch (error) {
      endAfterAnswer();
      throw error;
    }
    return next.handle().pipe(finalize(endAfterAnswer));
  }
}

/** A route whose calls run in turn, two of an account at once: it reads or writes a lot. Other calls wait, then get 429 `heavy`. */
export const Heavy = () => applyDecorators(UseInterceptors(HeavyInterceptor));
