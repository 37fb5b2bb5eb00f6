import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Account } from '../accounts/account.entity';
import type { Actor } from '../audit/audit-entry';
import { clientAddress } from '../common/rate-limit/client-address';
import type { Call } from './strangers';

/** Who calls an owner route: the account, and whether the operator acts for its owner. */
export interface AdminCaller {
  readonly account: Account;
  readonly isOperator: boolean;
  /** The owner's session; the operator has none. */
  readonly sessionId: string | undefined;
  /** As the audit trail names the caller. */
  readonly actor: Actor;
}

/** A request after `OwnerGuard`. */
export type AdminRequest = Request & { adminCaller: AdminCaller };

/** The caller that `OwnerGuard` found. */
export const CurrentAdmin = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AdminRequest>().adminCaller,
);

/** The owner since when the caller may act: undefined for the operator, who acts for any owner. */
export const ownerSince = ({ account, isOperator }: AdminCaller): Date | undefined =>
  isOperator ? undefined : account.ownerSince;

/** The client as the audit trail names it. */
export const actorOf = (request: Request, type: 'owner' | 'operator', id: string | null = null): Actor => ({
  type,
  id,
  address: clientAddress(request),
});

/** What a guard's context holds. */
export const callOf = (context: ExecutionContext): Call => ({
  request: context.switchToHttp().getRequest<Request>(),
  response: context.switchToHttp().getResponse<Response>(),
});

/** The operator, on a route that `OperatorGuard` guards. */
export const CurrentOperator = createParamDecorator((_: unknown, context: ExecutionContext) =>
  actorOf(context.switchToHttp().getRequest<Request>(), 'operator'),
);
