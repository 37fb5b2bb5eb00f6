import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Account } from '../accounts/account.entity';
import type { Actor } from '../audit/audit-entry';
import type { CheckedRequest } from '../common/read-bytes';
import { clientAddress } from '../common/rate-limit/client-address';
import type { Call } from './strangers';

/** Who calls an owner route: the account, and whether the operator acts for its owner. */
export interface AdminCaller {
  readonly account: Account;
  readonly isOperator: boolean;
  /** The owner's session; the operator has none. */
  readonly sessionId: string | undefined;
  /** The caller's name in the audit trail. */
  readonly actor: Actor;
}

/** A request after `OwnerGuard`. */
export type AdminRequest = Request & CheckedRequest & { adminCaller: AdminCaller };

/** The caller that `OwnerGuard` found. */
export const CurrentAdmin = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AdminRequest>().adminCaller,
);

/** Since when the account has the owner who calls; undefined for the operator, who acts for any owner. */
export const ownerSince = ({ account, isOperator }: AdminCaller): Date | undefined =>
  isOperator ? undefined : account.ownerSince;

/** The client's name in the audit trail. */
export const actorOf = (request: Request, type: 'owner' | 'operator', id: string | null = null): Actor => ({
  type,
  id,
  address: clientAddress(request),
});

/** The call in a guard's context. */
export const callOf = (context: ExecutionContext): Call => ({
  request: context.switchToHttp().getRequest<Request>(),
  response: context.switchToHttp().getResponse<Response>(),
});

/** The operator, on a route that `OperatorGuard` guards. */
export const CurrentOperator = createParamDecorator((_: unknown, context: ExecutionContext) =>
  actorOf(context.switchToHttp().getRequest<Request>(), 'operator'),
);
