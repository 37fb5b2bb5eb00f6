import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Account } from '../accounts/account.entity';
import { AccountsService } from '../accounts/accounts.service';
import { SessionsService } from '../auth/sessions.service';
import { ApiError } from '../common/api-error';
import { idOf } from '../common/id.pipe';
import { Config } from '../config';
import { actorOf, type AdminRequest } from './admin-caller';
import { isOperatorToken } from './operator-token';
import { credentialOf, isOwnPage } from './session-cookie';

const ACCOUNT_HEADER = 'X-Account-Id';

/** Owner routes: an owner's session, as token or cookie, or the operator, who names the account in `X-Account-Id`. */
@Injectable()
export class OwnerGuard implements CanActivate {
  constructor(
    private readonly config: Config,
    private readonly sessions: SessionsService,
    private readonly accounts: AccountsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AdminRequest>();
    const credential = credentialOf(request);
    if (!credential) throw new ApiError('unauthorized');
    const { token, isCookie } = credential;
    const isOperator = !isCookie && isOperatorToken(token, this.config);
    const account = isOperator ? await this.namedAccount(request) : await this.sessions.find(token);
    if (!account) throw new ApiError('unauthorized');
    if (isCookie && !isOwnPage(request)) throw new ApiError('forbidden');
    const actor = actorOf(request, isOperator ? 'operator' : 'owner');
    request.adminCaller = { account, isOperator, token, actor };
    return true;
  }

  private namedAccount(request: AdminRequest): Promise<Account> {
    const id = request.get(ACCOUNT_HEADER);
    if (!id) {
      throw ApiError.invalid([{ field: ACCOUNT_HEADER, message: 'o operador deve informar a conta neste cabeçalho' }]);
    }
    return this.accounts.get(idOf(id));
  }
}
