import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Account } from '../../accounts/account.entity';
import type { Actor } from '../../audit/audit-entry';
import type { CheckedRequest } from '../../common/http/read-bytes';
import { clientAddress } from '../../common/rate-limit/client-address';
import type { Call } from './stranger-limits';

/** Caller of an owner route: the account, and whether the operator acts for its owner. */
export interface AccountCaller {
  readonly account: Account;
  readonly isOperator: boolean;
  /** Undefined for the operator. */
  readonly sessionId: string | undefined;
  readonly actor: Actor;
}

export type AccountRequest = Request & CheckedRequest & { accountCaller: AccountCaller };

export const CurrentAccountCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AccountRequest>().accountCaller,
);

/** Start of the caller's ownership; undefined for the operator, who acts for any owner. */
export const ownerSince = ({ account, isOperator }: AccountCaller): Date | undefined =>
  isOperator ? undefined : account.ownerSince;

export const actorOf = (request: Request, type: 'owner' | 'operator', id: string | null = null): Actor => ({
  type,
  id,
  address: clientAddress(request),
});

export const callOf = (context: ExecutionContext): Call => ({
  request: context.switchToHttp().getRequest<Request>(),
  response: context.switchToHttp().getResponse<Response>(),
});

export const CurrentOperator = createParamDecorator((_: unknown, context: ExecutionContext) =>
  actorOf(context.switchToHttp().getRequest<Request>(), 'operator'),
);
