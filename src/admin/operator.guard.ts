import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SessionsService } from '../auth/sessions.service';
import { ApiError } from '../common/api-error';
import { Config } from '../config';
import { isOperatorToken } from './operator-token';
import { credentialOf } from './session-cookie';

/** Operator routes: the operator's token; an owner is `forbidden`, anybody else `unauthorized`. */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(
    private readonly config: Config,
    private readonly sessions: SessionsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const credential = credentialOf(context.switchToHttp().getRequest<Request>(), this.config);
    if (credential && !credential.isCookie && isOperatorToken(credential.token, this.config)) return true;
    const isOwner = credential && (await this.sessions.find(credential.token));
    throw new ApiError(isOwner ? 'forbidden' : 'unauthorized');
  }
}
