import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { callOf } from './account-caller';
import { StrangerLimits } from './stranger-limits';

/** Limits guesses at sign-in tokens: a call counts until its token is accepted, so only refused calls remain counted. */
@Injectable()
export class RefusedLinksLimitGuard implements CanActivate {
  constructor(private readonly strangers: StrangerLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.strangers.presumeRefused(callOf(context));
    return true;
  }
}
