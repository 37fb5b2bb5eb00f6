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
import { leavingOf } from '../../common/http/caller-left';
import { HeavyCalls } from './heavy-calls';
import { type AccountRequest, memberUnderOwner } from './account-caller';

/** Holds a heavy call's turn until its work and its answer have ended. */
@Injectable()
export class HeavyInterceptor implements NestInterceptor {
  constructor(private readonly calls: HeavyCalls) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<AccountRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const { account, member } = request.accountCaller;
    const holder = memberUnderOwner(member);
    const hasToWait = this.calls.isBusy(account.id, holder);
    const end = await this.calls.begin(account.id, holder, leavingOf(response));
    const endAfterAnswer = (): void => void (response.closed ? end() : response.once('close', end));
    try {
      // Access may have been revoked during the wait.
      if (hasToWait) await request.checkAgain?.();
    } catch (error) {
      endAfterAnswer();
      throw error;
    }
    return next.handle().pipe(finalize(endAfterAnswer));
  }
}

/** Marks a route that reads or writes a lot: two calls per account run at once, others wait, then get 429 `heavy`. */
export const Heavy = () => applyDecorators(UseInterceptors(HeavyInterceptor));
