import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Account } from '../../accounts/account.entity';
import type { Actor } from '../../audit/audit-entry';
import type { CheckedRequest } from '../../common/http/read-bytes';
import { SEES_ALL, type Viewer } from '../../accounts/members/viewer';
import { rolesWith } from '../../contract/members/roles';
import type { SessionMember } from '../sessions/sessions.queries';
import { clientAddress } from '../../common/rate-limit/client-address';
import type { Call } from './stranger-limits';

/** Caller of an account route: a member of the account, or the operator. */
export interface AccountCaller {
  readonly account: Account;
  /** Undefined for the operator. */
  readonly member: SessionMember | undefined;
  readonly isOperator: boolean;
  /** Undefined for the operator. */
  readonly sessionId: string | undefined;
  readonly actor: Actor;
  readonly viewer: Viewer;
}

/** Who works with leads: a member, or the operator for one. */
export interface Staff {
  readonly memberId: string | null;
  readonly viewer: Viewer;
  /** Whether they may assign anybody's lead to anybody; a seller takes what is nobody's, and hands on what is theirs. */
  readonly mayAssign: boolean;
}

export const staffOf = ({ member, viewer }: AccountCaller): Staff => ({
  memberId: member?.id ?? null,
  viewer,
  mayAssign: !member || rolesWith('assign').includes(member.role),
});

/** The operator's own routes. */
export const BACK_OFFICE: Staff = { memberId: null, viewer: SEES_ALL, mayAssign: true };

/** The id of a manager or seller; null for the owner and the operator, to whom limits of single members do not apply. */
export const memberUnderOwner = (member: SessionMember | undefined): string | null =>
  member && member.role !== 'owner' ? member.id : null;

export const viewerOf = ({ sellersSee }: Account, member: SessionMember | undefined): Viewer =>
  member?.role === 'seller' && sellersSee === 'own' ? member.id : SEES_ALL;

export type AccountRequest = Request & CheckedRequest & { accountCaller: AccountCaller };

export const CurrentAccountCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AccountRequest>().accountCaller,
);

/** Start of the caller's ownership; undefined for the operator, who acts for any owner. */
export const ownerSince = ({ account, isOperator }: AccountCaller): Date | undefined =>
  isOperator ? undefined : account.ownerSince;

export const actorOf = (request: Request, type: 'owner' | 'member' | 'operator', id: string | null = null): Actor => ({
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
