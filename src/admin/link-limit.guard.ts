import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { callOf } from './admin-caller';
import { Strangers } from './strangers';

/** Against guessing the tokens of sign-in links: calls count until they are accepted, and only refused ones are limited. */
@Injectable()
export class LinkLimitGuard implements CanActivate {
  constructor(private readonly strangers: Strangers) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.strangers.presumeRefused(callOf(context));
    return true;
  }
}
