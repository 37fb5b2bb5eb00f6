import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import type { LivingSession } from '../auth/sessions.queries';
import { SessionsService } from '../auth/sessions.service';
import { ApiError } from '../common/api-error';
import { idOf } from '../common/id.pipe';
import { Config } from '../config';
import { UNATTENDED_HEADER } from '../contract/event';
import { actorOf, type AdminCaller, type AdminRequest, callOf } from './admin-caller';
import { isChange, senderOf } from './own-page';
import { type Credential, credentialOf } from './session-cookie';
import { type Call, Strangers } from './strangers';

/** Names the account when the operator calls. */
export const ACCOUNT_HEADER = 'X-Account-Id';
/** Names the account that the caller expects the session to have. */
export const EXPECTED_HEADER = 'X-Expected-Account';

const UNATTENDED = 'unattended';
/** A route that pages call by themselves: a call is no use of the session. */
export const Unattended = () => SetMetadata(UNATTENDED, true);

/** Owner routes: an owner's session, as token or cookie, or the operator, who names the account in `X-Account-Id`. */
@Injectable()
export class OwnerGuard implements CanActivate {
  constructor(
    private readonly config: Config,
    private readonly sessions: SessionsService,
    private readonly accounts: AccountsService,
    private readonly strangers: Strangers,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AdminRequest>();
    const call = callOf(context);
    const isOperator = await this.strangers.isOperator(call);
    const credential = credentialOf(request, this.config);
    if (!credential) throw await this.strangers.refusal(call);
    if (isOperator) request.adminCaller = await this.operator(request);
    else {
      const { caller, session } = await this.owner(request, credential, call);
      request.adminCaller = caller;
      if (!isUnattended(context, request)) this.sessions.recordUse(session);
    }
    request.checkAgain = () => this.canActivate(context);
    return true;
  }

  private async operator(request: AdminRequest): Promise<AdminCaller> {
    const id = request.get(ACCOUNT_HEADER);
    if (!id) {
      throw ApiError.invalid([{ field: ACCOUNT_HEADER, message: 'o operador deve informar a conta neste cabeçalho' }]);
    }
    const account = await this.accounts.get(idOf(id));
    expectAccount(request, account.id);
    return { account, isOperator: true, sessionId: undefined, actor: actorOf(request, 'operator') };
  }

  private async owner(
    request: AdminRequest,
    { token, isCookie }: Credential,
    call: Call,
  ): Promise<{ caller: AdminCaller; session: LivingSession }> {
    const session = await this.sessions.find(token);
    if (!session) throw await this.strangers.refusal(call);
    if (isCookie && isChange(request) && senderOf(request, this.config) !== 'own') throw new ApiError('forbidden');
    expectAccount(request, session.account.id);
    const actor = actorOf(request, 'owner', session.id);
    return { caller: { account: session.account, isOperator: false, sessionId: session.id, actor }, session };
  }
}

const isUnattended = (context: ExecutionContext, request: AdminRequest): boolean =>
  request.get(UNATTENDED_HEADER) !== undefined || Reflect.hasMetadata(UNATTENDED, context.getHandler());

/** Throws `conflict` when the caller expects another account, as a tab does after another tab has signed in. */
function expectAccount(request: AdminRequest, accountId: string): void {
  const expected = request.get(EXPECTED_HEADER);
  if (expected === undefined || idOf(expected) === accountId) return;
  throw new ApiError('conflict', {
    message: 'A sessão é de outra conta; nada foi feito. Recarregue a página para continuar na conta da sessão.',
  });
}
