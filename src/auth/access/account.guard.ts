import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import type { Account } from '../../accounts/account.entity';
import { expectOpen } from '../../accounts/account.queries';
import { AccountsService } from '../../accounts/accounts.service';
import { viewerId } from '../../accounts/actor';
import type { LivingSession } from '../sessions/sessions.queries';
import { SessionsService } from '../sessions/sessions.service';
import { ApiError } from '../../common/api-error';
import { idOf } from '../../common/input/id.pipe';
import { countCall, type Limit } from '../../common/rate-limit/count-call';
import { LimitStorage, limitsOf } from '../../common/rate-limit/rate-limit.module';
import { Config } from '../../config/config';
import { UNATTENDED_HEADER } from '../../contract/event';
import { type Right, rightsOf } from '../../contract/members/roles';
import { actorOf, type AccountCaller, type AccountRequest, callOf } from './account-caller';
import { foreignPage, isChange, senderOf } from './own-page';
import { credentialOf } from './session-cookie';
import { type Call, StrangerLimits } from './stranger-limits';

export const RIGHT = 'right';

/** The right that a handler of an account route needs; undefined for other handlers. */
export const rightOf = (handler: object): Right | undefined => Reflect.getMetadata(RIGHT, handler) as Right | undefined;

export const ACCOUNT_HEADER = 'X-Account-Id';
/** Account that the caller expects the session to have. */
export const EXPECTED_HEADER = 'X-Expected-Account';

const UNATTENDED = 'unattended';
/** Marks a route that pages poll: such a call does not extend the session. */
export const Unattended = () => SetMetadata(UNATTENDED, true);

/** Account routes: accepts a member's session (token or cookie) with the right of the route, or the operator with `X-Account-Id`. */
@Injectable()
export class AccountGuard implements CanActivate {
  private readonly limit: Limit;

  constructor(
    private readonly config: Config,
    private readonly sessions: SessionsService,
    private readonly accounts: AccountsService,
    private readonly strangers: StrangerLimits,
    private readonly storage: LimitStorage,
  ) {
    this.limit = limitsOf(config).session;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AccountRequest>();
    const call = callOf(context);
    const session = await this.sessionOf(call);
    if (session) await countCall(this.storage.counts, this.limit, session.id, call.response);
    const caller = await this.callerOf(request, session);
    request.accountCaller = caller;
    const right = rightOf(context.getHandler());
    expectRight(caller, right);
    // The operator reads a closed account, and answers people who ask for their data.
    if (isChange(request) && right !== 'people') expectOpen(caller.account);
    if (session && !isUnattended(context, request)) this.sessions.recordUse(session);
    request.checkAgain = async () => {
      const present = await this.callerOf(request, await this.sessionOf(call));
      expectRight(present, right);
      // The answer that is being sent shows more leads than the caller may see by now.
      if (present.actor.sees === 'own' && present.actor.memberId !== viewerId(caller.actor))
        throw new ApiError('forbidden');
      request.accountCaller = present;
    };
    return true;
  }

  /** Undefined for the operator. Throws for other callers, and for changes by pages of other origins. */
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

  private async callerOf(request: AccountRequest, session: LivingSession | undefined): Promise<AccountCaller> {
    const account = session?.account ?? (await this.accountNamedBy(request));
    expectAccount(request, account.id);
    const isOperator = !session;
    const actor = actorOf(request, session);
    return { account, member: session?.member, isOperator, sessionId: session?.id, actor };
  }

  private async accountNamedBy(request: AccountRequest): Promise<Account> {
    const id = request.get(ACCOUNT_HEADER);
    if (id) return this.accounts.get(idOf(id));
    throw ApiError.invalid([{ field: ACCOUNT_HEADER, message: 'o operador deve informar a conta neste cabeçalho' }]);
  }
}

/** Throws `forbidden` for a member whose role lacks the right; without one, for everybody. */
export function expectRight({ account, member, isOperator }: AccountCaller, right: Right | undefined): void {
  if (right && (isOperator || (member && rightsOf(member.role, account.sellersExport).includes(right)))) return;
  throw new ApiError('forbidden', { message: 'Seu papel na conta não permite isto. Peça a quem administra a conta.' });
}

const isUnattended = (context: ExecutionContext, request: AccountRequest): boolean =>
  request.get(UNATTENDED_HEADER) !== undefined || Reflect.hasMetadata(UNATTENDED, context.getHandler());

/** Throws `conflict` when the caller expects another account: another tab may have signed in. */
function expectAccount(request: AccountRequest, accountId: string): void {
  const expected = request.get(EXPECTED_HEADER);
  if (expected === undefined || idOf(expected) === accountId) return;
  throw new ApiError('conflict', {
    message: 'A sessão é de outra conta; nada foi feito. Recarregue a página para continuar na conta da sessão.',
  });
}
