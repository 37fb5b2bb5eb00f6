import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import type { Account } from '../accounts/account.entity';
import { AccountsService } from '../accounts/accounts.service';
import type { LivingSession } from '../auth/sessions.queries';
import { SessionsService } from '../auth/sessions.service';
import { ApiError } from '../common/api-error';
import { idOf } from '../common/id.pipe';
import { countCall, type Limit } from '../common/rate-limit/count-call';
import { LimitStorage, limitsOf } from '../common/rate-limit/rate-limit.module';
import { Config } from '../config';
import { UNATTENDED_HEADER } from '../contract/event';
import { actorOf, type AdminCaller, type AdminRequest, callOf } from './admin-caller';
import { foreignPage, isChange, senderOf } from './own-page';
import { credentialOf } from './session-cookie';
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
  private readonly limit: Limit;

  constructor(
    private readonly config: Config,
    private readonly sessions: SessionsService,
    private readonly accounts: AccountsService,
    private readonly strangers: Strangers,
    private readonly storage: LimitStorage,
  ) {
    this.limit = limitsOf(config).session;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AdminRequest>();
    const call = callOf(context);
    const session = await this.sessionOf(call);
    if (session) await countCall(this.storage.counts, this.limit, session.id, call.response);
    request.adminCaller = await this.callerOf(request, session);
    if (session && !isUnattended(context, request)) this.sessions.recordUse(session);
    request.checkAgain = async () => {
      request.adminCaller = await this.callerOf(request, await this.sessionOf(call));
    };
    return true;
  }

  /** The owner's session; undefined for the operator. Throws for anybody else, and for changes by pages of other origins. */
  private async sessionOf(call: Call): Promise<LivingSession | undefined> {
    if (this.strangers.isOperator(call)) return undefined;
    const { request } = call;
    const credential = credentialOf(request, this.config);
    const session = credential && (await this.sessions.find(credential.token, request));
    if (!session) throw await this.strangers.refusal(call);
    const isForeign = credential.isCookie && isChange(request) && senderOf(request, this.config) !== 'own';
    if (isForeign) throw foreignPage();
    return session;
  }

  /** The caller; without a session it is the operator. */
  private async callerOf(request: AdminRequest, session: LivingSession | undefined): Promise<AdminCaller> {
    const account = session?.account ?? (await this.accountNamedBy(request));
    expectAccount(request, account.id);
    const isOperator = !session;
    const actor = isOperator ? actorOf(request, 'operator') : actorOf(request, 'owner', session.id);
    return { account, isOperator, sessionId: session?.id, actor };
  }

  private async accountNamedBy(request: AdminRequest): Promise<Account> {
    const id = request.get(ACCOUNT_HEADER);
    if (id) return this.accounts.get(idOf(id));
    throw ApiError.invalid([{ field: ACCOUNT_HEADER, message: 'o operador deve informar a conta neste cabeçalho' }]);
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
