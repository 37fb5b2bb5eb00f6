import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { SessionsService } from '../auth/sessions.service';
import { ApiError } from '../common/api-error';
import { Config } from '../config';
import { callOf } from './admin-caller';
import { credentialOf } from './session-cookie';
import { Strangers } from './strangers';

/** Operator routes: the operator's token; an owner gets `forbidden`, anybody else `unauthorized`. */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(
    private readonly config: Config,
    private readonly sessions: SessionsService,
    private readonly strangers: Strangers,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = callOf(context);
    if (this.strangers.isOperator(call)) return true;
    const credential = credentialOf(call.request, this.config);
    const isOwner = credential && (await this.sessions.find(credential.token, call.request));
    throw isOwner ? new ApiError('forbidden') : await this.strangers.refusal(call);
  }
}
